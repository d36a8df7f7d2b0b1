/** Training loss by step, linear or logarithmic. Nothing is smoothed: every step is one point. */

import { memo, useMemo, useState } from 'react';
import { ComposedChart, Line, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { useI18n } from '../../i18n/react.tsx';
import type { LossPoint } from '../../lab/types.ts';
import { lossRows } from '../../store/curves.ts';
import { ChartFrame, type ChartViewMode } from '../../ui/chart/ChartFrame.tsx';
import { linearTicks, logTicks, stepTicks } from '../../ui/chart/ticks.ts';
import { usePaced } from '../../ui/chart/use-paced.ts';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { LossTable } from './LossTable.tsx';
import { useReadout } from './use-readout.ts';

type LossScale = 'linear' | 'log';

const TICK = { fill: 'var(--ink-3)', fontSize: 12 } as const;

interface LossChartProps {
  losses: readonly LossPoint[];
  steps: number;
}

/** A new point every step is more than an eye follows. */
const DRAW_INTERVAL_MS = 250;

function LossChart({ losses: newest, steps }: LossChartProps) {
  const { t, format } = useI18n();
  const [mode, setMode] = useState<ChartViewMode>('chart');
  const [scale, setScale] = useState<LossScale>('linear');
  const losses = usePaced(newest, DRAW_INTERVAL_MS);
  const rows = useMemo(() => lossRows(losses), [losses]);
  const readout = useReadout(rows.length);
  const values = rows.map((r) => r.loss).filter((loss) => loss > 0);
  const yTicks =
    scale === 'log'
      ? logTicks(Math.min(...values), Math.max(...values))
      : linearTicks(Math.max(...values), 4);
  const row: LossPoint | undefined = rows[readout.index];

  return (
    <ChartFrame
      title={t('curves.loss')}
      subtitle={t('curves.loss-sub')}
      labels={{
        view: t('curves.view'),
        chart: t('curves.chart'),
        table: t('curves.table'),
        plot: t('curves.loss-plot'),
      }}
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
      <ResponsiveContainer width="100%" height="100%" minHeight={280}>
        <ComposedChart
          data={rows as LossPoint[]}
          margin={{ top: 10, right: 10, bottom: 4, left: 0 }}
          accessibilityLayer={false}
          onMouseMove={(state) => {
            const step = Number(state.activeLabel);
            const index = rows.findIndex((r) => r.step === step);
            if (index >= 0) readout.choose(index);
          }}
        >
          <XAxis
            dataKey="step"
            type="number"
            domain={[0, steps]}
            ticks={stepTicks(steps, 4)}
            tickLine={false}
            stroke="var(--line-strong)"
            tick={TICK}
          />
          <YAxis
            type="number"
            scale={scale}
            domain={[yTicks[0]!, yTicks.at(-1)!]}
            ticks={yTicks}
            interval={0}
            allowDataOverflow
            width={40}
            axisLine={false}
            tickLine={false}
            tickFormatter={(value: number) => format.significant(value, 2)}
            tick={TICK}
          />
          {yTicks.map((y) => (
            <ReferenceLine key={y} y={y} stroke="var(--grid)" zIndex={-100} />
          ))}
          {readout.chosen && row ? <ReferenceLine x={row.step} stroke="var(--line-strong)" /> : null}
          <Line
            type="linear"
            dataKey="loss"
            stroke="var(--series-knowledge)"
            strokeWidth={1.75}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}

export default memo(LossChart);
