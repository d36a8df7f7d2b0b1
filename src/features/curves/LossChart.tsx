/** Training loss by step, linear or logarithmic. Nothing is smoothed: every step is one point. */

import { memo, useCallback, useMemo, useState } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import type { LossPoint } from '../../lab/types.ts';
import { lossRows } from '../../store/curves.ts';
import { ChartFrame, type ChartViewMode } from '../../ui/chart/ChartFrame.tsx';
import { usePaced } from '../../ui/chart/use-paced.ts';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { LossPlot, type LossScale } from './LossPlot.tsx';
import { LossTable } from './LossTable.tsx';
import { useReadout } from './use-readout.ts';

interface LossChartProps {
  losses: readonly LossPoint[];
  steps: number;
  /** Rows of a step's batch. */
  batch: number;
}

/** A new point every step is more than an eye follows. */
const DRAW_INTERVAL_MS = 250;

function LossChart({ losses: newest, steps, batch }: LossChartProps) {
  const { t, format } = useI18n();
  const [mode, setMode] = useState<ChartViewMode>('chart');
  const [scale, setScale] = useState<LossScale>('linear');
  const losses = usePaced(newest, DRAW_INTERVAL_MS);
  const rows = useMemo(() => lossRows(losses), [losses]);
  const readout = useReadout(rows.length);
  const formatLoss = useCallback((loss: number) => format.significant(loss, 2), [format]);
  const row: LossPoint | undefined = rows[readout.index];

  return (
    <ChartFrame
      title={t('curves.loss')}
      subtitle={t('curves.loss-sub', { batch })}
      plotLabel={t('curves.loss-plot')}
      mode={mode}
      onMode={setMode}
      count={rows.length}
      index={readout.index}
      valueNow={row?.step ?? 0}
      valueMax={steps}
      valueText={
        row
          ? t('curves.value-text', {
              step: row.step,
              values: `${t('curves.loss-value')} ${format.significant(row.loss)}`,
            })
          : t('curves.waiting-loss')
      }
      onIndex={readout.choose}
      onLeave={readout.clear}
      extra={
        <Segmented
          label={t('curves.scale')}
          value={scale}
          options={[
            { value: 'linear', label: t('curves.scale.linear') },
            { value: 'log', label: t('curves.scale.log') },
          ]}
          onChange={setScale}
        />
      }
      readout={
        <dl className="readout">
          <div>
            <dt>{t('curves.step')}</dt>
            <dd>{row?.step ?? '–'}</dd>
          </div>
          <div>
            <dt>{t('curves.loss-value')}</dt>
            <dd>{row ? format.significant(row.loss) : '–'}</dd>
          </div>
          <div>
            <dt>{t('curves.gradient')}</dt>
            <dd>{row ? format.significant(row.gradientNorm) : '–'}</dd>
          </div>
        </dl>
      }
      table={<LossTable losses={losses} />}
    >
      <LossPlot
        rows={rows}
        steps={steps}
        scale={scale}
        cursor={readout.chosen ? row?.step : undefined}
        formatLoss={formatLoss}
        onIndex={readout.choose}
      />
    </ChartFrame>
  );
}

export default memo(LossChart);
