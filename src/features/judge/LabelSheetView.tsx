/** One sampled output at a time with its questions; keyboard and buttons do the same. Verdicts are not shown. */

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { JudgeQuestion } from '../../eval/index.ts';
import type { Condition } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import type { LabelSheet } from '../../lab/judge/types.ts';
import { clearLabels, setLabel } from '../../store/label-actions.ts';
import type { RunView } from '../../store/view.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/controls/Icon.tsx';
import { Stepper } from '../../ui/controls/Stepper.tsx';
import { firstOpen, type LabelPlace, labelQuestions, orderOf, placeAfter } from './label-keys.ts';

interface LabelSheetProps {
  view: RunView;
  condition: Condition;
  sheet: LabelSheet;
  /** Whether the panel takes the focus when it appears. */
  focused: boolean;
}

export function LabelSheetView({ view, condition, sheet, focused }: LabelSheetProps) {
  const { t } = useI18n();
  const questions = labelQuestions(view.config.task);
  const { items, labels } = sheet;
  const [place, setPlace] = useState<LabelPlace>(() => firstOpen(sheet, questions));
  const panel = useRef<HTMLDivElement>(null);
  const { index } = place;
  const itemId = items[index] ?? '';
  const example = view.examples.find((candidate) => candidate.itemId === itemId);
  const output = example?.verdicts[condition]?.output ?? '';

  useEffect(() => {
    if (focused) panel.current?.focus({ preventScroll: true });
  }, [focused]);

  const go = (next: number): void => {
    if (next >= 0 && next < items.length) setPlace({ index: next, question: 0 });
  };
  const label = (question: number, value: boolean): void => {
    const name = questions[question];
    if (!name) return;
    void setLabel(condition, itemId, name, value);
    setPlace(placeAfter({ index, question }, items.length, questions.length));
  };
  const startOver = (): void => {
    void clearLabels(condition);
    setPlace({ index: 0, question: 0 });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const order = orderOf(event);
    if (!order) return;
    event.preventDefault();
    if (order === 'yes' || order === 'no') label(place.question, order === 'yes');
    else go(order === 'next' ? index + 1 : index - 1);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would claim the two questions below as one
    <div
      className="label"
      role="group"
      aria-label={t('label.panel')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys work while the panel has the focus
      tabIndex={0}
      ref={panel}
      onKeyDown={onKeyDown}
      data-testid="label-panel"
    >
      <div className="judge__row judge__steps">
        <Stepper
          index={index}
          count={items.length}
          previous={t('label.previous')}
          next={t('label.next')}
          onIndex={go}
        />
        <button type="button" className="link-button" onClick={startOver}>
          {t('label.clear')}
        </button>
      </div>
      <div className="label__texts">
        <div>
          <h3 className="eyebrow">{t('label.context')}</h3>
          <pre>{[example?.item?.context, example?.item?.question].filter(Boolean).join('\n')}</pre>
          {questions.includes('knowledge') ? (
            <>
              <h3 className="eyebrow">{t('label.accepted')}</h3>
              <pre>{example?.item?.accepted.join('\n')}</pre>
            </>
          ) : null}
          <h3 className="eyebrow">{t('label.required')}</h3>
          <pre>{example?.item?.options?.join('\n') ?? example?.answer}</pre>
        </div>
        <div>
          <h3 className="eyebrow">{t('label.output')}</h3>
          <pre className="label__output" data-testid="label-output">
            {output}
          </pre>
        </div>
      </div>
      {questions.map((question, at) => (
        <Question
          key={question}
          question={question}
          current={at === place.question}
          value={labels[itemId]?.[question]}
          onLabel={(value) => label(at, value)}
        />
      ))}
      <p className="small muted">{t('label.keys')}</p>
    </div>
  );
}

interface QuestionProps {
  question: JudgeQuestion;
  current: boolean;
  value: boolean | undefined;
  onLabel: (value: boolean) => void;
}

function Question({ question, current, value, onLabel }: QuestionProps) {
  const { t } = useI18n();
  return (
    <fieldset className="label__question" data-current={current || undefined} data-question={question}>
      <legend>{t(`label.${question}`)}</legend>
      {[true, false].map((answer) => (
        <Button key={String(answer)} aria-pressed={value === answer} onClick={() => onLabel(answer)}>
          {value === answer ? <Icon name="check" size={14} /> : null}
          {t(answer ? 'label.yes' : 'label.no')}
        </Button>
      ))}
    </fieldset>
  );
}
