/** The buttons of a run, its summary in a line, and the settings behind a disclosure. */

import { lazy, Suspense, useState } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { draftFields } from '../../store/drafts.ts';
import { useLab } from '../../store/lab-store.ts';
import { cancelRun, pauseRun, resumeRun, startRun } from '../../store/run-actions.ts';
import { isBusy } from '../../store/run-state.ts';
import { isDefaultSettings, isRunnable } from '../../store/setup.ts';
import { dismissAwaited } from '../../store/setup-actions.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useKeptFocus } from '../../ui/controls/use-kept-focus.ts';
import { AwaitedNotice } from '../../ui/notice/AwaitedNotice.tsx';
import './run.css';

const Settings = lazy(() => import('./Settings.tsx'));
const PromptSettings = lazy(() => import('./PromptSettings.tsx'));

export function RunButtons() {
  const { t } = useI18n();
  const status = useLab((state) => state.run.status);
  const runnable = useLab(isRunnable);
  const busy = isBusy(status);
  const focus = useKeptFocus(status);
  if (!busy) {
    return (
      <div className="run__buttons" {...focus}>
        <Button look="primary" large disabled={!runnable} onClick={() => void startRun()}>
          {t('setup.run')}
        </Button>
      </div>
    );
  }
  const resting = status === 'paused' || status === 'resuming';
  return (
    <div className="run__buttons" {...focus}>
      {resting ? (
        <Button look="primary" large disabled={status !== 'paused'} onClick={() => void resumeRun()}>
          {t('setup.resume')}
        </Button>
      ) : (
        <Button large disabled={status !== 'running'} onClick={() => void pauseRun()}>
          {t('setup.pause')}
        </Button>
      )}
      <Button
        large
        disabled={!['running', 'pausing', 'paused', 'resuming'].includes(status)}
        onClick={() => void cancelRun()}
      >
        {t('setup.cancel')}
      </Button>
    </div>
  );
}

export function RunSettings() {
  const { t, tn } = useI18n();
  const { settings, source } = useLab((state) => state.setup);
  const [open, setOpen] = useState(false);
  const faulty = useLab((state) => state.drafts);
  const awaited = useLab((state) => state.awaited);
  const { conditions, controls = [], tuning, itemLimit, fewShotCount } = settings;
  const names = [
    ...conditions.map((c) => t(`condition.${c}`, { count: fewShotCount })),
    ...(conditions.includes('soft-prompt') ? controls : []).map((control) => t(`controls.${control}`)),
  ];
  const fields = draftFields(faulty).map((field) => t(field));
  return (
    <>
      {awaited ? (
        <AwaitedNotice
          name={awaited.name}
          hashes={awaited.kind === 'file' ? awaited.hashes : null}
          onDismiss={dismissAwaited}
        />
      ) : null}
      {fields.length > 0 ? (
        <p className="field__error" role="alert">
          {t('setup.correct-first', { fields: fields.join(', ') })}
        </p>
      ) : null}
      <details className="run__settings" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className="run__settings-title">{t('setup.settings')}</span>
          <span className="small muted">
            {t('setup.summary', {
              conditions: names.join(', '),
              steps: tuning.steps,
              batch: tuning.batchSize,
              items: itemLimit === 0 ? t('setup.items-all') : tn('setup.items', itemLimit),
            })}
          </span>
          {isDefaultSettings(settings, source.id) ? null : (
            <span className="tag">{t('setup.settings-changed')}</span>
          )}
        </summary>
        {open ? (
          <Suspense fallback={<p className="small muted">{t('app.loading')}</p>}>
            <Settings />
          </Suspense>
        ) : null}
      </details>
    </>
  );
}

export function RunPrompts() {
  const { t } = useI18n();
  const { prompt } = useLab((state) => state.setup.settings);
  const [open, setOpen] = useState(false);
  return (
    <details className="run__settings" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="run__settings-title">{t('prompts.title')}</span>
        <span className="small muted">
          {prompt
            ? [
                t('prompts.summary-template'),
                t(prompt.statesFormat ? 'prompts.summary-stated' : 'prompts.summary-silent'),
              ].join(' · ')
            : t('prompts.summary-own')}
        </span>
      </summary>
      {open ? (
        <Suspense fallback={<p className="small muted">{t('app.loading')}</p>}>
          <PromptSettings />
        </Suspense>
      ) : null}
    </details>
  );
}
