/** Runs of this browser that were cut off: one button goes on, one puts the run away. */

import { useEffect } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { useLab } from '../../store/lab-store.ts';
import { discardOpenRun, refreshOpenRuns, useOpenRuns } from '../../store/open-runs.ts';
import { continueRun } from '../../store/run-actions.ts';
import { isBusy } from '../../store/run-state.ts';
import { Button } from '../../ui/controls/Button.tsx';

export function UnfinishedRuns() {
  const { t, format } = useI18n();
  const runs = useOpenRuns();
  const busy = useLab((state) => isBusy(state.run.status));
  useEffect(() => {
    void refreshOpenRuns();
  }, []);
  if (runs.length === 0 || busy) return null;
  return (
    <ul className="run__unfinished" aria-label={t('study.unfinished')}>
      {runs.map(({ id, name, createdAt }) => (
        <li key={id} className="notice">
          <div className="notice__body">
            <p>
              <strong>{name}</strong>{' '}
              <span className="muted">{t('study.started-at', { time: format.dateTime(createdAt) })}</span>
            </p>
            <p className="small muted">{t('run.unfinished-text')}</p>
          </div>
          <Button onClick={() => void continueRun(id)}>{t('study.go-on')}</Button>
          <Button
            look="quiet"
            aria-label={t('run.discard', { name })}
            onClick={() => void discardOpenRun(id)}
          >
            {t('run.discard-short')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
