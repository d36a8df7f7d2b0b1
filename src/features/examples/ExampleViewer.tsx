/** One test item at a time: the question as the model saw it, and what each condition wrote with its verdict. */

import { useMemo, useState } from 'react';
import type { Condition, Outcome } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import type { ExampleRecord } from '../../lab/types.ts';
import {
  countOutcomes,
  exampleConditions,
  filterExamples,
  type KnowledgeChange,
  knowledgeChange,
  OUTCOMES,
  tellingExample,
} from '../../store/examples.ts';
import { useLab } from '../../store/lab-store.ts';
import { toggleShared } from '../../store/share-actions.ts';
import type { RunView } from '../../store/view.ts';
import { Select } from '../../ui/controls/Select.tsx';
import { Stepper } from '../../ui/controls/Stepper.tsx';
import { useJudgeReasons } from './use-judge-reasons.ts';
import { WrittenAnswer } from './WrittenAnswer.tsx';
import './examples.css';

const CHANGES = ['gained', 'lost'] as const;

export function ExampleViewer({ view }: { view: RunView }) {
  const { t } = useI18n();
  const { examples, config } = view;
  const conditions = useMemo(() => exampleConditions(examples), [examples]);
  const [chosen, setCondition] = useState<Condition | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [change, setChange] = useState<KnowledgeChange | null>(null);
  const [position, setPosition] = useState<number | null>(null);
  const shared = useLab((state) => state.sharedExamples);

  const condition = chosen && conditions.includes(chosen) ? chosen : (conditions[0] ?? 'zero-shot');
  const matching = filterExamples(examples, { condition, outcome, change });
  const counts = countOutcomes(examples, condition);
  const changed = useMemo(() => examples.map(knowledgeChange), [examples]);
  const changes = CHANGES.map((kind) => ({ kind, count: changed.filter((c) => c === kind).length }));
  const telling = useMemo(() => tellingExample(examples), [examples]);
  const index = Math.min(
    position ?? (outcome === null && change === null ? telling : 0),
    Math.max(0, matching.length - 1),
  );
  const example: ExampleRecord | undefined = matching[index];
  const judged = useJudgeReasons(view.result, example?.itemId);

  const name = (c: Condition) => t(`condition.${c}`, { count: config.fewShotCount });
  return (
    <section className="examples" aria-labelledby="examples-title">
      <div className="examples__head">
        <h2 id="examples-title">{t('examples.title')}</h2>
        {examples.length > 0 ? (
          <div className="examples__tools">
            <Select<Outcome | ''>
              aria-label={t('examples.filter')}
              value={outcome ?? ''}
              options={[
                { value: '', label: `${t('examples.all')} (${examples.length})` },
                ...OUTCOMES.map((o) => ({ value: o, label: `${t(`outcome.${o}`)} (${counts[o]})` })),
              ]}
              onChange={(value) => {
                setOutcome(value || null);
                setPosition(null);
              }}
            />
            <Select
              aria-label={t('examples.filter-condition')}
              value={condition}
              options={conditions.map((c) => ({
                value: c,
                label: `${t('examples.filter-condition')} ${name(c)}`,
              }))}
              onChange={(value) => {
                setCondition(value);
                setPosition(null);
              }}
            />
            {changes.some(({ count }) => count > 0) ? (
              <Select<KnowledgeChange | ''>
                aria-label={t('examples.changed')}
                value={change ?? ''}
                options={[
                  { value: '', label: t('examples.any-change') },
                  ...changes.map(({ kind, count }) => ({
                    value: kind,
                    label: `${t(`examples.${kind}`)} (${count})`,
                  })),
                ]}
                onChange={(value) => {
                  setChange(value || null);
                  setPosition(null);
                }}
              />
            ) : null}
            <div className="examples__step">
              <Stepper
                index={index}
                count={matching.length}
                previous={t('examples.previous')}
                next={t('examples.next')}
                onIndex={setPosition}
              />
            </div>
          </div>
        ) : null}
      </div>
      {example ? (
        <div className="examples__body">
          <div className="examples__item">
            <h3 className="eyebrow">{t('examples.prompt')}</h3>
            <pre className="examples__prompt">{example.prompt}</pre>
            <h3 className="eyebrow">{t('examples.required')}</h3>
            <pre className="examples__required">{example.answer}</pre>
            <label className="check">
              <input
                type="checkbox"
                checked={shared.includes(example.itemId)}
                onChange={() => toggleShared(example.itemId)}
              />
              {t('examples.include')}
            </label>
          </div>
          <ol className="examples__answers">
            {conditions.map((c) => {
              const verdict = example.verdicts[c];
              return verdict ? (
                <li key={c}>
                  <WrittenAnswer
                    condition={name(c)}
                    verdict={{ ...verdict, reasons: [...verdict.reasons, ...(judged[c] ?? [])] }}
                  />
                </li>
              ) : null;
            })}
          </ol>
        </div>
      ) : (
        <p className="muted">
          {examples.length > 0
            ? t('examples.no-match')
            : t(view.result ? 'examples.none' : 'examples.waiting')}
        </p>
      )}
    </section>
  );
}
