/** Labels by hand: a sample of outputs, one after another, verdicts hidden; then how rule and judge agree with them. */

import { useCallback, useState } from 'react';
import type { Condition } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import { useJudge } from '../../store/judge-store.ts';
import { judgedConditions } from '../../store/judge-view.ts';
import { beginLabels, drawLabels } from '../../store/label-actions.ts';
import type { RunView } from '../../store/view.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { AgreementView } from './AgreementView.tsx';
import { LabelSheetView } from './LabelSheetView.tsx';
import { creditedCount, labelledCount, labelQuestions } from './label-keys.ts';
import { useComputed } from './use-computed.ts';

export function LabelPanel({ view }: { view: RunView }) {
  const { t } = useI18n();
  const { config, examples } = view;
  const conditions = judgedConditions(examples);
  const [chosen, setCondition] = useState<Condition | null>(null);
  const condition = chosen ?? conditions[0] ?? 'zero-shot';
  const sheet = useJudge((state) => state.labels[condition]);
  const [revealed, setRevealed] = useState<Condition | null>(null);
  /** The sheet that a click in this visit began: the keys work there at once. */
  const [begun, setBegun] = useState<Condition | null>(null);
  const questions = labelQuestions(config.task);
  const done = sheet ? labelledCount(sheet, questions) : 0;
  const drawn = useComputed(
    useCallback(
      async () => ({ condition, items: sheet?.items ?? (await drawLabels({ config, examples }, condition)) }),
      [sheet?.items, config, examples, condition],
    ),
  );
  // Until the sample of a newly chosen condition is drawn, the other's counts say nothing about it.
  const items = drawn?.condition === condition ? drawn.items : [];
  const credited = creditedCount(items, examples, condition, questions[0]!);
  const complete = sheet !== undefined && sheet.items.length > 0 && done === sheet.items.length;
  return (
    <details className="more" data-testid="labels">
      <summary>{t('label.title')}</summary>
      {items.length > 0 ? (
        <p className="muted">
          {t('label.lead', { count: items.length, credited, missed: items.length - credited })}
        </p>
      ) : null}
      <div className="judge__row judge__tools">
        <Select
          aria-label={t('label.condition')}
          value={condition}
          options={conditions.map((value) => ({
            value,
            label: `${t('label.condition')} ${t(`condition.${value}`, { count: config.fewShotCount })}`,
          }))}
          onChange={setCondition}
        />
        {sheet ? (
          <span className="small muted tabular" role="status">
            {t('label.done', { done, count: sheet.items.length })}
          </span>
        ) : (
          <Button
            look="primary"
            onClick={() => {
              setBegun(condition);
              void beginLabels(view, condition);
            }}
          >
            {t('label.begin')}
          </Button>
        )}
      </div>
      {sheet && sheet.items.length > 0 ? (
        <LabelSheetView
          key={condition}
          view={view}
          condition={condition}
          sheet={sheet}
          focused={begun === condition}
        />
      ) : null}
      {sheet?.items.length === 0 ? <p className="muted">{t('label.none')}</p> : null}
      {sheet && (complete || revealed === condition) ? (
        <AgreementView view={view} condition={condition} sheet={sheet} questions={questions} />
      ) : null}
      {sheet && !complete && revealed !== condition && done > 0 ? (
        <p className="small muted">
          {t('label.reveal-hint')}{' '}
          <button type="button" className="link-button" onClick={() => setRevealed(condition)}>
            {t('label.reveal')}
          </button>
        </p>
      ) : null}
    </details>
  );
}
