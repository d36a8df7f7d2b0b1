/** The live charts. The chart library arrives as its own chunk; until then its place is kept. */

import { lazy, Suspense } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import type { RunView } from '../../store/view.ts';
import './curves.css';

const AccuracyChart = lazy(() => import('./AccuracyChart.tsx'));
const LossChart = lazy(() => import('./LossChart.tsx'));

export function Curves({ view }: { view: RunView }) {
  const { t } = useI18n();
  if (!view.config.conditions.includes('soft-prompt')) return null;
  return (
    <section className="curves" aria-label={t('curves.title')}>
      <Suspense fallback={<div className="curves__waiting">{t('app.loading')}</div>}>
        <AccuracyChart
          points={view.points}
          config={view.config}
          saturationStep={view.result?.saturationStep ?? null}
        />
        <LossChart
          losses={view.losses}
          steps={view.config.tuning.steps}
          batch={view.config.tuning.batchSize}
        />
      </Suspense>
    </section>
  );
}
