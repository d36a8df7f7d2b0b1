/** The page: header, set-up, what is on screen, explanation, footer. Puts rooms together and decides nothing. */

import { lazy, Suspense, useEffect } from 'react';
import { BenchmarkPicker } from '../features/benchmark-import/BenchmarkPicker.tsx';
import { HowItWorks } from '../features/explain/HowItWorks.tsx';
import { ModelPicker } from '../features/model-picker/ModelPicker.tsx';
import { CapabilityNotice } from '../features/run/CapabilityNotice.tsx';
import { RunButtons, RunPrompts, RunSettings } from '../features/run/RunPanel.tsx';
import { StatusLine } from '../features/run/StatusLine.tsx';
import { UnfinishedRuns } from '../features/run/UnfinishedRuns.tsx';
import { I18nProvider, useI18n } from '../i18n/react.tsx';
import type { Translator } from '../i18n/translate.ts';
import { useLab } from '../store/lab-store.ts';
import { useSection } from '../store/section.ts';
import { setNotice } from '../store/setup-actions.ts';
import { ErrorNotice } from '../ui/notice/ErrorNotice.tsx';
import { DropZone } from './DropZone.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { ResultArea } from './ResultArea.tsx';
import { LaterSection, SectionBar } from './Sections.tsx';
import './app.css';

const ImportDialog = lazy(() => import('../features/benchmark-import/ImportDialog.tsx'));

export function App({ translator }: { translator: Translator }) {
  const { locale, theme } = useLab((state) => state.preferences);
  useEffect(() => {
    const root = document.documentElement;
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
  }, [theme]);
  return (
    <I18nProvider locale={locale} initial={translator}>
      <Page />
    </I18nProvider>
  );
}

function Page() {
  const { t } = useI18n();
  const notice = useLab((state) => state.notice);
  const importing = useLab((state) => state.importing);
  const section = useSection();
  const failure = notice ? <ErrorNotice error={notice} onDismiss={() => setNotice(null)} /> : null;
  return (
    <DropZone>
      {/* A button: the hash of the address belongs to shared results. */}
      <button type="button" className="skip-link" onClick={() => document.getElementById('result')?.focus()}>
        {t('app.skip')}
      </button>
      <Header />
      <main className="page">
        <SectionBar />
        {section === 'run' ? (
          <>
            <p className="lead">{t('app.lead')}</p>
            <section className="setup" id="setup" tabIndex={-1} aria-label={t('setup.title')}>
              <div className="setup__row">
                <ModelPicker />
                <BenchmarkPicker />
                <RunButtons />
              </div>
              <RunSettings />
              <RunPrompts />
              <CapabilityNotice />
              <ErrorBoundary>
                <StatusLine />
              </ErrorBoundary>
              <UnfinishedRuns />
              {failure}
            </section>
            <ErrorBoundary>
              <ResultArea />
            </ErrorBoundary>
          </>
        ) : (
          <>
            {failure}
            <LaterSection section={section} />
          </>
        )}
        <HowItWorks />
      </main>
      <Footer />
      {importing ? (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <ImportDialog files={importing} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </DropZone>
  );
}
