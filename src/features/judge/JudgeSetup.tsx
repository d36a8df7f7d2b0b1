/** Which judge is asked what, the button that asks, its progress and its cost. */

import { useCallback } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import {
  cancelJudging,
  changeJudgeSettings,
  forgetReplies,
  questionsOf,
  startJudging,
} from '../../store/judge-actions.ts';
import { judgeSpec } from '../../store/judge-settings.ts';
import { useJudge } from '../../store/judge-store.ts';
import { judgeTasks, QUESTIONS } from '../../store/judge-view.ts';
import { useLab } from '../../store/lab-store.ts';
import { isBusy } from '../../store/run-state.ts';
import type { RunView } from '../../store/view.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { JudgeProgressLine } from './JudgeProgressLine.tsx';
import { JudgeWhere } from './JudgeWhere.tsx';
import { PassEndText } from './PassEndText.tsx';
import { useComputed } from './use-computed.ts';

const SCOPES = ['misses', 'all'] as const;

export function JudgeSetup({ view }: { view: RunView }) {
  const { t, tn } = useI18n();
  const { config, examples } = view;
  const settings = useJudge((state) => state.settings);
  const pass = useJudge((state) => state.pass);
  const ended = useJudge((state) => state.ended);
  const replies = useJudge((state) => state.replies);
  const chosen = useLab((state) => state.setup.source);
  const busy = useLab((state) => isBusy(state.run.status));
  const questions = questionsOf(config, settings);
  const { scope } = settings;
  const tasks = useComputed(
    useCallback(() => judgeTasks(examples, questions, scope), [examples, questions, scope]),
  );
  const spec = judgeSpec(settings, chosen);
  return (
    <details className="more" data-testid="judge-setup">
      <summary>{t('judge.setup')}</summary>
      <form
        className="judge__form"
        onSubmit={(event) => {
          event.preventDefault();
          void startJudging(view);
        }}
      >
        <JudgeWhere modelId={config.modelId} disabled={pass !== null} />
        <div className="judge__choices">
          {config.task === 'open' ? (
            <fieldset className="judge__group">
              <legend>{t('judge.questions')}</legend>
              {QUESTIONS.map((question) => (
                <label className="check" key={question}>
                  <input
                    type="checkbox"
                    checked={settings.questions.includes(question)}
                    disabled={pass !== null}
                    onChange={(event) =>
                      changeJudgeSettings({
                        questions: QUESTIONS.filter((other) =>
                          other === question ? event.target.checked : settings.questions.includes(other),
                        ),
                      })
                    }
                  />
                  {t(`metric.${question}`)}
                </label>
              ))}
            </fieldset>
          ) : null}
          <fieldset className="judge__group">
            <legend>{t('judge.scope')}</legend>
            {SCOPES.map((value) => (
              <label className="check" key={value}>
                <input
                  type="radio"
                  name="judge-scope"
                  checked={scope === value}
                  disabled={pass !== null}
                  onChange={() => changeJudgeSettings({ scope: value })}
                />
                {t(`judge.scope.${value}`)}
              </label>
            ))}
          </fieldset>
        </div>
        <div className="judge__row">
          {pass ? (
            <Button disabled={pass.cancelling} onClick={cancelJudging}>
              {t(pass.cancelling ? 'judge.cancelling' : 'judge.cancel')}
            </Button>
          ) : (
            <Button
              look="primary"
              type="submit"
              disabled={busy || spec === null || tasks === null || tasks.length === 0}
            >
              {tn('judge.ask', tasks?.length ?? 0)}
            </Button>
          )}
          {busy ? <span className="small muted">{t('judge.busy')}</span> : null}
          {tasks?.length === 0 ? <span className="small muted">{t('judge.nothing')}</span> : null}
        </div>
        {pass ? <JudgeProgressLine progress={pass.progress} /> : null}
        <p className="small muted judge__state" role="status">
          {ended && !pass ? <PassEndText ended={ended} /> : ''}
        </p>
        {replies && !pass ? (
          <p className="small muted">
            {tn('judge.kept', replies)}{' '}
            <button type="button" className="link-button" onClick={() => void forgetReplies()}>
              {t('judge.forget')}
            </button>
          </p>
        ) : null}
      </form>
    </details>
  );
}
