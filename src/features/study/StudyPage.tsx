/** The study section: set-up, progress, result. The benchmark is chosen by the part of the page that is handed in. */

import { type ReactNode, useEffect } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { useLab } from '../../store/lab-store.ts';
import { dismissAwaited } from '../../store/setup-actions.ts';
import { refreshUnfinished } from '../../store/study-folders.ts';
import { isStudyBusy } from '../../store/study-session.ts';
import { dismissStudyNotice } from '../../store/study-setup-actions.ts';
import { useStudy } from '../../store/study-store.ts';
import { showRecordedStudy } from '../../store/study-view-actions.ts';
import { AwaitedNotice } from '../../ui/notice/AwaitedNotice.tsx';
import { ErrorNotice } from '../../ui/notice/ErrorNotice.tsx';
import { ModelList } from './ModelList.tsx';
import { StudyCapability } from './StudyCapability.tsx';
import { StudyControls } from './StudyControls.tsx';
import { StudyResultArea } from './StudyResultArea.tsx';
import { StudySettings } from './StudySettings.tsx';
import { StudyStatus } from './StudyStatus.tsx';
import { Unfinished } from './Unfinished.tsx';
import '../../ui/chart/chart.css';
import './study.css';

export default function StudyPage({ benchmarkPicker }: { benchmarkPicker: ReactNode }) {
  const { t } = useI18n();
  const notice = useStudy((state) => state.notice);
  const busy = useStudy((state) => isStudyBusy(state.session.status));
  const task = useLab(({ setup }) => (setup.benchmark.kind === 'embedded' ? setup.benchmark.task : 'closed'));
  const awaited = useLab((state) => state.awaited);
  useEffect(() => {
    void refreshUnfinished();
  }, []);
  useEffect(() => {
    void showRecordedStudy(task);
  }, [task]);
  return (
    <>
      <p className="lead">{t('study.lead')}</p>
      <section className="setup" id="setup" tabIndex={-1} aria-label={t('study.set-up')}>
        <div className="setup__row study__row">
          <fieldset className="study__benchmark" disabled={busy}>
            {benchmarkPicker}
          </fieldset>
          <StudyControls />
        </div>
        {awaited?.kind === 'file' ? (
          <AwaitedNotice name={awaited.name} hashes={awaited.hashes} onDismiss={dismissAwaited} />
        ) : null}
        <ModelList disabled={busy} />
        <StudySettings disabled={busy} />
        <StudyCapability />
        <StudyStatus />
        <Unfinished />
        {notice ? <ErrorNotice error={notice} onDismiss={dismissStudyNotice} /> : null}
      </section>
      <StudyResultArea />
    </>
  );
}
