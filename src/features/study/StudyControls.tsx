/** The buttons of a study. */

import { useI18n } from '../../i18n/react.tsx';
import { draftFields } from '../../store/drafts.ts';
import { useLab } from '../../store/lab-store.ts';
import {
  continueStudy,
  pauseStudy,
  resumeStudy,
  skipModel,
  startStudy,
  stopStudy,
} from '../../store/study-actions.ts';
import { isStudyBusy } from '../../store/study-session.ts';
import { withoutFiles } from '../../store/study-setup-actions.ts';
import { useStudy } from '../../store/study-store.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useKeptFocus } from '../../ui/controls/use-kept-focus.ts';
import { needsWebgpu } from './study-view.ts';

export function StudyControls() {
  const { t } = useI18n();
  const { status, states, id } = useStudy((state) => state.session);
  const models = useStudy((state) => state.models);
  const conditions = useStudy((state) => state.settings.conditions);
  const faulty = useStudy((state) => draftFields(state.drafts).length > 0);
  const focus = useKeptFocus(status);
  const wasmOnly = useLab(({ capability }) => capability?.kind === 'wasm-only');
  const runnable = wasmOnly ? conditions.filter((condition) => !needsWebgpu(condition)) : conditions;
  const waits = useLab(({ awaited }) => awaited?.kind === 'file');
  const ready =
    !faulty && !waits && models.length > 0 && runnable.length > 0 && withoutFiles(models).length === 0;
  if (!isStudyBusy(status)) {
    const left = states.some((state) => state.status === 'failed' || state.status === 'skipped');
    return (
      <div className="run__buttons study__buttons" {...focus}>
        <Button look="primary" large disabled={!ready} onClick={() => void startStudy()}>
          {t('study.start')}
        </Button>
        {id !== null && left && (status === 'done' || status === 'stopped') ? (
          <Button onClick={() => void continueStudy(id, true)}>{t('study.retry')}</Button>
        ) : null}
      </div>
    );
  }
  const resting = status === 'paused' || status === 'resuming';
  return (
    <div className="run__buttons study__buttons" {...focus}>
      {resting ? (
        <Button look="primary" large disabled={status !== 'paused'} onClick={() => void resumeStudy()}>
          {t('study.resume')}
        </Button>
      ) : (
        <Button large disabled={status !== 'running'} onClick={() => void pauseStudy()}>
          {t('study.pause')}
        </Button>
      )}
      <Button disabled={status !== 'running'} onClick={() => void skipModel()}>
        {t('study.skip')}
      </Button>
      <Button
        disabled={!['running', 'pausing', 'paused', 'resuming'].includes(status)}
        onClick={() => void stopStudy()}
      >
        {t('study.stop')}
      </Button>
    </div>
  );
}
