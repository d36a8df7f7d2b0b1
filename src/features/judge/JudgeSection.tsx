/** The second opinion on a finished run: what a judge model said, how to ask it, what it reads, and labels by hand. */

import { useEffect } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { dismissJudgeError, openJudging, runKey } from '../../store/judge-actions.ts';
import { useJudge } from '../../store/judge-store.ts';
import { isJudgeable } from '../../store/judge-view.ts';
import type { RunView } from '../../store/view.ts';
import { ErrorNotice } from '../../ui/notice/ErrorNotice.tsx';
import { JudgePrompts } from './JudgePrompts.tsx';
import { JudgeSetup } from './JudgeSetup.tsx';
import { JudgeTable } from './JudgeTable.tsx';
import { LabelPanel } from './LabelPanel.tsx';
import './judge.css';

export default function JudgeSection({ view }: { view: RunView }) {
  const { t } = useI18n();
  const { result, examples, config, origin } = view;
  const key = result && runKey(result);
  const current = useJudge((state) => state.run === key);
  const judging = useJudge((state) => state.judging);
  const error = useJudge((state) => state.error);
  const refusal = useJudge((state) => state.ended?.refusal ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the result, which changes with its judge
  useEffect(() => {
    if (result) void openJudging(result);
  }, [key]);
  if (!result) return null;
  const judgeable = isJudgeable(examples);
  const summary = (current ? judging?.summary : undefined) ?? result.judge;
  return (
    <section className="judge" aria-labelledby="judge-title">
      <h2 id="judge-title">{t('judge.title')}</h2>
      <p className="muted">{t(config.task === 'open' ? 'judge.lead' : 'judge.lead-closed')}</p>
      {summary ? <JudgeTable summary={summary} fewShotCount={config.fewShotCount} /> : null}
      {error ? <ErrorNotice error={error} onDismiss={dismissJudgeError} /> : null}
      {refusal ? <ErrorNotice error={refusal} /> : null}
      {judgeable ? (
        <div className="mores">
          <JudgeSetup view={view} />
          <JudgePrompts view={view} />
          <LabelPanel view={view} />
        </div>
      ) : (
        <p className="muted">{t(origin === 'shared' ? 'judge.from-link' : 'judge.no-items')}</p>
      )}
    </section>
  );
}
