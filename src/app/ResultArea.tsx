/** What is on screen below the set-up: a recorded run, the live one, or a shared result; or the empty state. */

import { lazy, Suspense } from 'react';
import { Curves } from '../features/curves/Curves.tsx';
import { ExampleViewer } from '../features/examples/ExampleViewer.tsx';
import { FindingLine } from '../features/result/FindingLine.tsx';
import { ResultSection } from '../features/result/ResultSection.tsx';
import { SharePanel } from '../features/share/SharePanel.tsx';
import { useI18n } from '../i18n/react.tsx';
import type { RunResult } from '../lab/types.ts';
import { selectView, useLab } from '../store/lab-store.ts';
import { isBusy } from '../store/run-state.ts';
import type { RunView } from '../store/view.ts';
import { fillSetupFrom } from '../store/view-actions.ts';
import { Button } from '../ui/controls/Button.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

const JudgeSection = lazy(() => import('../features/judge/JudgeSection.tsx'));

export function ResultArea() {
  const { t } = useI18n();
  const view = useLab(selectView);
  if (!view) {
    return (
      <section className="view" id="result" tabIndex={-1} aria-label={t('view.empty-title')}>
        <div className="view__empty">
          <h2>{t('view.empty-title')}</h2>
          <p className="muted">{t('view.empty')}</p>
        </div>
      </section>
    );
  }
  return (
    <section
      className="view"
      id="result"
      tabIndex={-1}
      aria-labelledby="view-title"
      data-origin={view.origin}
    >
      <ViewHead view={view} />
      <FindingLine view={view} />
      <ErrorBoundary>
        <Curves view={view} />
      </ErrorBoundary>
      <ResultSection view={view} />
      {hasSecondOpinion(view) ? (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <JudgeSection key={viewKey(view)} view={view} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
      {/* Another result starts again at its own most telling example. */}
      <ExampleViewer key={viewKey(view)} view={view} />
      <SharePanel view={view} />
    </section>
  );
}

/** Open answers, and the form of closed ones where their outputs came along. */
function hasSecondOpinion({ result, config, examples }: RunView): boolean {
  return result !== null && (config.task === 'open' || examples.some(({ item }) => item !== undefined));
}

function viewKey({ origin, config }: RunView): string {
  return [origin, config.modelId, config.benchmarkName, config.seed].join(' ');
}

/** Fills the set-up and leads there: what to press next is at the top of the page. */
function runAgain(result: RunResult): void {
  fillSetupFrom(result);
  document.getElementById('setup')?.focus();
}

function ViewHead({ view }: { view: RunView }) {
  const { t } = useI18n();
  const status = useLab((state) => state.run.status);
  const { result, config } = view;
  const label =
    view.origin !== 'live'
      ? t(`view.${view.origin}`)
      : result
        ? t('view.done')
        : t(isBusy(status) ? 'view.live' : 'view.partial');
  return (
    <header className="view__head">
      <div className="view__titles">
        <p className="view__label">
          <span className="tag tag--accent">{label}</span>
          {view.origin === 'recorded' ? (
            <span className="small muted">
              {t('view.recorded-note')} <code>{view.command}</code>
            </span>
          ) : null}
          {view.origin === 'shared' ? <span className="small muted">{t('view.shared-note')}</span> : null}
          {view.origin === 'file' || view.origin === 'kept' ? (
            <span className="small muted">{t(`view.${view.origin}-note`, { name: view.name ?? '' })}</span>
          ) : null}
        </p>
        <h2 id="view-title">
          {t('view.heading', {
            model: config.modelId.split('/').at(-1) ?? '',
            benchmark: config.benchmarkName,
          })}
          <span className="view__seed"> · {t('view.seed', { seed: String(config.seed) })}</span>
        </h2>
      </div>
      {result && view.origin !== 'live' && view.origin !== 'recorded' ? (
        <Button disabled={isBusy(status)} onClick={() => runAgain(result)}>
          {t('view.run-again')}
        </Button>
      ) : null}
    </header>
  );
}
