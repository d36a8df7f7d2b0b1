/** The exact text a judge gets about an output, for any output of the run. Loaded when it is unfolded. */

import { useCallback, useState } from 'react';
import type { JudgeQuestion } from '../../eval/index.ts';
import type { Condition } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import { judgedConditions, judgePromptText, QUESTIONS } from '../../store/judge-view.ts';
import type { RunView } from '../../store/view.ts';
import { Select } from '../../ui/controls/Select.tsx';
import { Stepper } from '../../ui/controls/Stepper.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { useComputed } from './use-computed.ts';

export function JudgePrompts({ view }: { view: RunView }) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  return (
    <details
      className="more"
      data-testid="judge-prompts"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('judge.prompts')}</summary>
      {open ? <PromptBrowser view={view} /> : null}
    </details>
  );
}

function PromptBrowser({ view }: { view: RunView }) {
  const { t } = useI18n();
  const { config } = view;
  const conditions = judgedConditions(view.examples);
  const questions: readonly JudgeQuestion[] = config.task === 'open' ? QUESTIONS : ['format'];
  const [question, setQuestion] = useState<JudgeQuestion>(questions[0]!);
  const [chosen, setCondition] = useState<Condition | null>(null);
  const [position, setPosition] = useState(0);
  const condition = chosen ?? conditions[0] ?? 'zero-shot';
  const examples = view.examples.filter(({ item, verdicts }) => item && verdicts[condition]);
  const index = Math.min(position, Math.max(0, examples.length - 1));
  const example = examples[index];
  const verdict = example?.verdicts[condition];
  const shown = useComputed(
    useCallback(
      async () => (example && verdict ? judgePromptText(example, verdict, question) : null),
      [example, verdict, question],
    ),
  );
  return (
    <>
      <div className="judge__row judge__tools">
        <Select
          aria-label={t('judge.question')}
          value={question}
          options={questions.map((value) => ({ value, label: t(`metric.${value}`) }))}
          onChange={setQuestion}
        />
        <Select
          aria-label={t('label.condition')}
          value={condition}
          options={conditions.map((value) => ({
            value,
            label: t(`condition.${value}`, { count: config.fewShotCount }),
          }))}
          onChange={setCondition}
        />
        <Stepper
          index={index}
          count={examples.length}
          previous={t('judge.previous')}
          next={t('judge.next')}
          onIndex={setPosition}
        />
      </div>
      {shown ? (
        <>
          <p className="small muted">{t('judge.prompts-lead', { version: shown.version })}</p>
          <ScrollRegion label={t('judge.prompt-text')} className="judge__prompt">
            <pre>{shown.text}</pre>
          </ScrollRegion>
        </>
      ) : null}
    </>
  );
}
