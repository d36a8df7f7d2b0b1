/**
 * The drawing of the accuracy chart. Everything recharts compares by identity (data keys, margins, formatters) is
 * made once: a new identity would register every series anew with each live point.
 */

import { memo, useMemo } from 'react';
import { Area, ComposedChart, type DotItemDotProps, Line, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { type CurveRow, METRICS, type MetricName } from '../../store/curves.ts';
import { type DirectLabel, DirectLabels } from '../../ui/chart/DirectLabels.tsx';
import { MARKS, Marker } from '../../ui/chart/marks.tsx';
import { type PlotLine, PlotLines } from '../../ui/chart/PlotLines.tsx';
import { stepTicks } from '../../ui/chart/ticks.ts';
import { STEP_AXIS, usePlotPointer, VALUE_AXIS } from './plot-parts.ts';

export const Y_TICKS = [0, 0.25, 0.5, 0.75, 1];
const Y_DOMAIN = [0, 1];
const WIDE_MARGIN = { top: 10, right: 112, bottom: 4, left: 0 };
const NARROW_MARGIN = { top: 10, right: 96, bottom: 4, left: 0 };

const bandOf = (metric: MetricName) => (row: CurveRow) => [row[metric].low, row[metric].high];
const rateOf = (metric: MetricName) => (row: CurveRow) => row[metric].rate;
const SERIES = METRICS.map((metric) => ({
  metric,
  mark: MARKS[metric],
  band: bandOf(metric),
  rate: rateOf(metric),
  dot: ({ cx, cy, key }: DotItemDotProps) =>
    cx === undefined || cy === undefined ? null : (
      <Marker key={String(key)} mark={MARKS[metric]} x={cx} y={cy} />
    ),
}));

interface AccuracyPlotProps {
  rows: readonly CurveRow[];
  steps: number;
  narrow: boolean;
  lines: readonly PlotLine[];
  labels: readonly DirectLabel[];
  formatShare: (share: number) => string;
  onIndex: (index: number) => void;
}

export const AccuracyPlot = memo(function AccuracyPlot(props: AccuracyPlotProps) {
  const { rows, steps, narrow, lines, labels, formatShare, onIndex } = props;
  const onPointer = usePlotPointer(rows, onIndex);
  const xDomain = useMemo(() => [0, steps], [steps]);
  const xTicks = useMemo(() => stepTicks(steps, narrow ? 4 : 8), [steps, narrow]);
  return (
    <ResponsiveContainer width="100%" height="100%" minHeight={280}>
      <ComposedChart
        data={rows as CurveRow[]}
        margin={narrow ? NARROW_MARGIN : WIDE_MARGIN}
        accessibilityLayer={false}
        onMouseMove={onPointer}
      >
        <XAxis {...STEP_AXIS} domain={xDomain} ticks={xTicks} />
        <YAxis {...VALUE_AXIS} domain={Y_DOMAIN} ticks={Y_TICKS} width={46} tickFormatter={formatShare} />
        <PlotLines lines={lines} />
        {/* Of a single point the library draws the bounds as dots, which look like measurements. */}
        {rows.length > 1
          ? SERIES.map(({ metric, mark, band }) => (
              <Area
                key={metric}
                type="linear"
                dataKey={band}
                stroke="none"
                fill={mark.color}
                fillOpacity={0.13}
                isAnimationActive={false}
                activeDot={false}
              />
            ))
          : null}
        {SERIES.map(({ metric, mark, rate, dot }) => (
          <Line
            key={metric}
            type="linear"
            dataKey={rate}
            stroke={mark.color}
            strokeWidth={2}
            strokeDasharray={mark.dash}
            isAnimationActive={false}
            activeDot={false}
            dot={dot}
          />
        ))}
        <DirectLabels labels={labels} />
      </ComposedChart>
    </ResponsiveContainer>
  );
});
