/**
 * Where the run is. The visible line follows every event; what a screen reader hears changes with the phase and at
 * most every few seconds.
 */

import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { summariseDownload } from '../../store/download.ts';
import { useLab } from '../../store/lab-store.ts';
import { dismissRunError } from '../../store/run-actions.ts';
import { hasData } from '../../store/run-state.ts';
import { showRun } from '../../store/view-actions.ts';
import { ErrorNotice } from '../../ui/notice/ErrorNotice.tsx';
import { progressOf, statusText } from './status-text.ts';

const ANNOUNCE_EVERY_MS = 5_000;

/** The newest text, but a new value at most every `intervalMs`; at once when `urgent` changes. */
function useThrottled(text: string, urgent: string, intervalMs: number): string {
  const [shown, setShown] = useState(text);
  const latest = useRef(text);
  latest.current = text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text itself must not restart the clock
  useEffect(() => {
    setShown(latest.current);
    const timer = setInterval(() => setShown(latest.current), intervalMs);
    return () => clearInterval(timer);
  }, [urgent, intervalMs]);
  return shown;
}

export function StatusLine() {
  const i18n = useI18n();
  const run = useLab((state) => state.run);
  const origin = useLab((state) => state.viewed.origin);
  const download = summariseDownload(run.download);
  const { headline, details } = statusText(run, download, i18n);
  const full = [headline, ...details].join(' · ');
  const announced = useThrottled(full, `${run.status} ${run.phase?.phase}`, ANNOUNCE_EVERY_MS);
  const progress = progressOf(run, download);

  return (
    <div className={`status status--${run.status}`}>
      <p
        className="status__line"
        data-testid="status-line"
        data-status={run.status}
        data-memory-before={run.memory?.before}
        data-memory-after={run.memory?.after}
      >
        <strong>{headline}</strong>
        {details.map((detail) => (
          <span key={detail}>{detail}</span>
        ))}
        {hasData(run) && origin !== 'live' ? (
          <button type="button" className="link-button" onClick={showRun}>
            {i18n.t('status.show-run')}
          </button>
        ) : null}
      </p>
      <p className="visually-hidden" role="status" aria-label={i18n.t('status.label')}>
        {announced}
      </p>
      {progress === null ? null : (
        <div className="progress" aria-hidden="true">
          <div className="progress__bar" style={{ width: `${progress * 100}%` }} />
        </div>
      )}
      {run.error ? (
        <ErrorNotice error={run.error} {...(hasData(run) ? {} : { onDismiss: dismissRunError })} />
      ) : null}
    </div>
  );
}
