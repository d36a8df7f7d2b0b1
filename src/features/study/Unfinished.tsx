/** Studies of this browser that were cut off: one button goes on. */

import { useI18n } from '../../i18n/react.tsx';
import { continueStudy } from '../../store/study-actions.ts';
import { isStudyBusy } from '../../store/study-session.ts';
import { useStudy } from '../../store/study-store.ts';
import { Button } from '../../ui/controls/Button.tsx';

export function Unfinished() {
  const { t, format } = useI18n();
  const unfinished = useStudy((state) => state.unfinished);
  const session = useStudy((state) => state.session);
  if (unfinished.length === 0 || isStudyBusy(session.status)) return null;
  return (
    <ul className="study__unfinished" aria-label={t('study.unfinished')}>
      {unfinished.map(({ id, name, createdAt }) => (
        <li key={id} className="notice">
          <div className="notice__body">
            <p>
              <strong>{name}</strong>{' '}
              <span className="muted">{t('study.started-at', { time: format.dateTime(createdAt) })}</span>
            </p>
            <p className="small muted">{t('study.unfinished-text')}</p>
          </div>
          <Button onClick={() => void continueStudy(id)}>{t('study.go-on')}</Button>
        </li>
      ))}
    </ul>
  );
}
