/**
 * Where the study is: the whole, the model that is on, and every model's state. The visible line follows every event;
 * what a screen reader hears changes with the model and its phase.
 */

import { useI18n } from '../../i18n/react.tsx';
import { useErrorTexts } from '../../i18n/use-error-texts.ts';
import { dismissStudyError } from '../../store/study-actions.ts';
import { isStudyBusy, studyProgress } from '../../store/study-session.ts';
import { useStudy } from '../../store/study-store.ts';
import { showStudySession } from '../../store/study-view-actions.ts';
import { ErrorNotice } from '../../ui/notice/ErrorNotice.tsx';
import { studyStatusWords } from './status-words.ts';
import { shortName } from './study-view.ts';

export function StudyStatus() {
  const i18n = useI18n();
  const { t } = i18n;
  const session = useStudy((state) => state.session);
  const origin = useStudy((state) => state.viewed.origin);
  const { headline, details } = studyStatusWords(session, i18n);
  const busy = isStudyBusy(session.status);
  return (
    <div className={`status status--${session.status}`}>
      <p className="status__line" data-testid="study-status" data-status={session.status}>
        <strong>{headline}</strong>
        {details.map((detail) => (
          <span key={detail}>{detail}</span>
        ))}
        {session.cells.length > 0 && origin !== 'live' ? (
          <button type="button" className="link-button status__show" onClick={showStudySession}>
            {t('study.show-own')}
          </button>
        ) : null}
      </p>
      <p className="visually-hidden" role="status" aria-label={t('study.status')}>
        {headline}
      </p>
      {busy ? (
        <div className="progress" aria-hidden="true">
          <div className="progress__bar" style={{ width: `${studyProgress(session) * 100}%` }} />
        </div>
      ) : null}
      <ModelStates />
      {session.error ? <ErrorNotice error={session.error} onDismiss={dismissStudyError} /> : null}
    </div>
  );
}

/** Failed and skipped models by name and reason; the others are in the table. */
function ModelStates() {
  const { t } = useI18n();
  const texts = useErrorTexts();
  const { states, config } = useStudy((state) => state.session);
  const left = states.flatMap((state, model) =>
    state.status === 'failed' || state.status === 'skipped'
      ? [{ ...state, id: config?.models[model]?.id ?? '' }]
      : [],
  );
  if (left.length === 0) return null;
  return (
    <ul className="small study__left">
      {left.map(({ id, status, error }) => (
        <li key={id}>
          <strong>{shortName(id)}</strong> {t(`study.state.${status}`)}
          {error ? `: ${texts ? texts.error(error.code, error.params) : error.code}` : ''}
        </li>
      ))}
    </ul>
  );
}
