/** The drawing of the loss chart; what recharts compares by identity is made once. */

import { memo, useMemo } from 'react';
import { ComposedChart, Line, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { LossPoint } from '../../lab/types.ts';
import { type PlotLine, PlotLines } from '../../ui/chart/PlotLines.tsx';
import { linearTicks, logTicks, stepTicks } from '../../ui/chart/ticks.ts';
import { AXIS_LINE, STEP_AXIS, usePlotPointer, VALUE_AXIS } from './plot-parts.ts';

export type LossScale = 'linear' | 'log';

const MARGIN = { top: 10, right: 10, bottom: 4, left: 0 };

interface LossPlotProps {
  rows: readonly LossPoint[];
  steps: number;
  scale: LossScale;
  /** Step of the cursor; undefined where nobody asks. */
  cursor: number | undefined;
  formatLoss: (loss: number) => string;
  onIndex: (index: number) => void;
}

export const LossPlot = memo(function LossPlot(props: LossPlotProps) {
  const { rows, steps, scale, cursor, formatLoss, onIndex } = props;
  const onPointer = usePlotPointer(rows, onIndex);
  const values = rows.map((row) => row.loss).filter((loss) => loss > 0);
  const most = Math.max(...values);
  const ticks = scale === 'log' ? logTicks(Math.min(...values), most) : linearTicks(most, 4);
  // The same ticks in words: the axis is set anew only when it really changes.
  const tickKey = ticks.join(' ');
  const yTicks = useMemo(() => tickKey.split(' ').map(Number), [tickKey]);
  const domain = useMemo(() => [yTicks[0]!, yTicks.at(-1)!], [yTicks]);
  const lines = useMemo(() => {
    const grid: PlotLine[] = yTicks.map((value) => ({
      key: `grid ${value}`,
      axis: 'y',
      value,
      color: 'var(--grid)',
    }));
    if (cursor === undefined) return grid;
    return [...grid, { key: 'cursor', axis: 'x', value: cursor, color: AXIS_LINE } as const];
  }, [yTicks, cursor]);
  const xDomain = useMemo(() => [0, steps], [steps]);
  const xTicks = useMemo(() => stepTicks(steps, 4), [steps]);

  return (
    <ResponsiveContainer width="100%" height="100%" minHeight={280}>
      <ComposedChart
        data={rows as LossPoint[]}
        margin={MARGIN}
        accessibilityLayer={false}
        onMouseMove={onPointer}
      >
        <XAxis {...STEP_AXIS} domain={xDomain} ticks={xTicks} />
        <YAxis
          {...VALUE_AXIS}
          scale={scale}
          domain={domain}
          ticks={yTicks}
          interval={0}
          allowDataOverflow
          width={40}
          tickFormatter={formatLoss}
        />
        <PlotLines lines={lines} />
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
  );
});
