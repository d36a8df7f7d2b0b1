/**
 * Knowledge, format and exact match of the soft prompt by tuning step, each with its 95 % Wilson band; the untuned
 * conditions as thin reference lines. Nothing is animated: a live chart shows what is, not a movement to it.
 */

import { memo, useMemo, useState } from 'react';
import { Area, ComposedChart, Line, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { useI18n } from '../../i18n/react.tsx';
import type { EvalPoint, RunConfig } from '../../lab/types.ts';
import {
  type Baseline,
  baselines,
  type CurveRow,
  curveRows,
  METRICS,
  type MetricName,
} from '../../store/curves.ts';
import { ChartFrame, type ChartViewMode } from '../../ui/chart/ChartFrame.tsx';
import { type DirectLabel, DirectLabels } from '../../ui/chart/DirectLabels.tsx';
import { MARKS, Marker } from '../../ui/chart/marks.tsx';
import { stepTicks } from '../../ui/chart/ticks.ts';
import { usePaced } from '../../ui/chart/use-paced.ts';
import { useNarrow } from '../../ui/layout/use-narrow.ts';
import { AccuracyReadout } from './AccuracyReadout.tsx';
import { AccuracyTable } from './AccuracyTable.tsx';
import { useReadout } from './use-readout.ts';

const AXIS = { stroke: 'var(--line-strong)', tick: { fill: 'var(--ink-3)', fontSize: 12 } } as const;
const Y_TICKS = [0, 0.25, 0.5, 0.75, 1];
const BASELINE_DASH = { 'zero-shot': '1.5 3', 'few-shot': '8 4' } as const;

interface AccuracyChartProps {
  points: readonly EvalPoint[];
  config: RunConfig;
  /** null where format did not saturate, or the run still goes on. */
  saturationStep: number | null;
}

/** Drawn just after the commit that brought the point, so that neither waits for the other. */
const DRAW_DELAY_MS = 30;

function AccuracyChart({ points: newest, config, saturationStep }: AccuracyChartProps) {
  const { t, format } = useI18n();
  const [mode, setMode] = useState<ChartViewMode>('chart');
  const points = usePaced(newest, DRAW_DELAY_MS);
  const rows = useMemo(() => curveRows(points), [points]);
  const lines = useMemo(() => baselines(points), [points]);
  const narrow = useNarrow();
  const readout = useReadout(rows.length);
  const row: CurveRow | undefined = rows[readout.index];
  const last = rows.at(-1);
  const { steps } = config.tuning;
  const n = (last ?? points[0]?.metrics)?.exactMatch.n ?? null;

  const conditionName = (condition: Baseline['condition']) =>
    t(`condition.${condition}`, { count: config.fewShotCount });
  const labels: DirectLabel[] = [
    ...(last ? METRICS : []).map((metric) => ({
      key: metric,
      text: t(`metric.${metric}`),
      value: last![metric].rate,
      color: MARKS[metric].color,
    })),
    ...lines.map((line) => ({
      key: `${line.condition}-${line.metric}`,
      text:
        line.metric === 'format'
          ? t('curves.baseline-format', { condition: conditionName(line.condition) })
          : conditionName(line.condition),
      value: line.rate.rate,
      color: MARKS[line.metric].color,
    })),
  ];
  const valueText = row
    ? t('curves.value-text', {
        step: row.step,
        values: METRICS.map((m) => `${t(`metric.${m}`)} ${format.percent(row[m].rate)}`).join(', '),
      })
    : t('curves.waiting');

  return (
    <ChartFrame
      title={t('curves.accuracy')}
      subtitle={n === null ? t('curves.accuracy-sub-empty') : t('curves.accuracy-sub', { n })}
      labels={{
        view: t('curves.view'),
        chart: t('curves.chart'),
        table: t('curves.table'),
        plot: t('curves.accuracy-plot'),
      }}
      mode={mode}
      onMode={setMode}
      count={rows.length}
      index={readout.index}
      valueNow={row?.step ?? 0}
      valueMax={steps}
      valueText={valueText}
      onIndex={readout.choose}
      onLeave={readout.clear}
      readout={<AccuracyReadout row={row} />}
      table={<AccuracyTable rows={rows} baselines={lines} conditionName={conditionName} />}
    >
      <ResponsiveContainer width="100%" height="100%" minHeight={280}>
        <ComposedChart
          data={rows as CurveRow[]}
          margin={{ top: 10, right: narrow ? 96 : 112, bottom: 4, left: 0 }}
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
            ticks={stepTicks(steps, narrow ? 4 : 8)}
            tickLine={false}
            {...AXIS}
          />
          <YAxis
            type="number"
            domain={[0, 1]}
            ticks={Y_TICKS}
            width={46}
            axisLine={false}
            tickLine={false}
            tickFormatter={(value: number) => format.percent(value, 0)}
            tick={AXIS.tick}
          />
          {Y_TICKS.map((y) => (
            <ReferenceLine key={y} y={y} stroke="var(--grid)" zIndex={-100} />
          ))}
          {METRICS.map((metric) => (
            <Area
              key={`${metric}-band`}
              type="linear"
              dataKey={(r: CurveRow) => [r[metric].low, r[metric].high]}
              stroke="none"
              fill={MARKS[metric].color}
              fillOpacity={0.13}
              isAnimationActive={false}
              activeDot={false}
            />
          ))}
          {lines.map((line) => (
            <ReferenceLine
              key={`${line.condition}-${line.metric}`}
              y={line.rate.rate}
              stroke={MARKS[line.metric].color}
              strokeWidth={1.25}
              strokeDasharray={BASELINE_DASH[line.condition]}
            />
          ))}
          {saturationStep === null ? null : (
            <ReferenceLine
              x={saturationStep}
              stroke="var(--line-strong)"
              strokeDasharray="1 3"
              label={{
                value: t('curves.saturation'),
                position: 'insideLeft',
                fill: 'var(--ink-3)',
                fontSize: 12,
              }}
            />
          )}
          {readout.chosen && row ? <ReferenceLine x={row.step} stroke="var(--line-strong)" /> : null}
          {METRICS.map((metric) => (
            <Line
              key={metric}
              type="linear"
              dataKey={(r: CurveRow) => r[metric].rate}
              stroke={MARKS[metric].color}
              strokeWidth={2}
              strokeDasharray={MARKS[metric].dash}
              isAnimationActive={false}
              activeDot={false}
              dot={(dot) => (
                <Dot
                  key={String(dot.key)}
                  dot={dot}
                  metric={metric}
                  active={readout.chosen ? readout.index : -1}
                />
              )}
            />
          ))}
          <DirectLabels labels={labels} />
        </ComposedChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}

interface DotProps {
  dot: { cx?: number | undefined; cy?: number | undefined; index: number };
  metric: MetricName;
  active: number;
}

function Dot({ dot, metric, active }: DotProps) {
  if (dot.cx === undefined || dot.cy === undefined) return null;
  return <Marker mark={MARKS[metric]} x={dot.cx} y={dot.cy} active={dot.index === active} />;
}

export default memo(AccuracyChart);
