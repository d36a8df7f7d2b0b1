/** The parts of the lab as a bar of buttons; study and history arrive as chunks of their own. */

import { lazy, Suspense } from 'react';
import { BenchmarkPicker } from '../features/benchmark-import/BenchmarkPicker.tsx';
import { useI18n } from '../i18n/react.tsx';
import { type Section, showSection, useSection } from '../store/section.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

const StudyPage = lazy(() => import('../features/study/StudyPage.tsx'));
const HistoryPage = lazy(() => import('../features/history/HistoryPage.tsx'));

const SECTIONS: readonly Section[] = ['run', 'study', 'history'];

export function SectionBar() {
  const { t } = useI18n();
  const current = useSection();
  return (
    <nav className="sections" aria-label={t('section.label')}>
      {SECTIONS.map((section) => (
        <button
          key={section}
          type="button"
          className="sections__item"
          aria-current={section === current ? 'page' : undefined}
          onClick={() => showSection(section)}
        >
          {t(`section.${section}`)}
        </button>
      ))}
    </nav>
  );
}

export function LaterSection({ section }: { section: Exclude<Section, 'run'> }) {
  const { t } = useI18n();
  return (
    <ErrorBoundary key={section}>
      <Suspense fallback={<p className="muted">{t('app.loading')}</p>}>
        {section === 'study' ? <StudyPage benchmarkPicker={<BenchmarkPicker />} /> : <HistoryPage />}
      </Suspense>
    </ErrorBoundary>
  );
}
