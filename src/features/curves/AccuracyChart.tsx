/**
 * Knowledge, format and exact match of the soft prompt by tuning step, each with its 95 % Wilson band; the untuned
 * conditions as thin reference lines. Nothing is animated: a live chart shows what is, not a movement to it.
 */

import { memo, useCallback, useMemo, useState } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import type { Translator } from '../../i18n/translate.ts';
import type { EvalPoint, RunConfig } from '../../lab/types.ts';
import { type Baseline, baselines, type CurveRow, curveRows, METRICS } from '../../store/curves.ts';
import { ChartFrame, type ChartViewMode } from '../../ui/chart/ChartFrame.tsx';
import type { DirectLabel } from '../../ui/chart/DirectLabels.tsx';
import { MARKS } from '../../ui/chart/marks.tsx';
import type { PlotLine } from '../../ui/chart/PlotLines.tsx';
import { usePaced } from '../../ui/chart/use-paced.ts';
import { useNarrow } from '../../ui/layout/use-narrow.ts';
import { AccuracyPlot, Y_TICKS } from './AccuracyPlot.tsx';
import { AccuracyReadout } from './AccuracyReadout.tsx';
import { AccuracyTable } from './AccuracyTable.tsx';
import { useReadout } from './use-readout.ts';

const GRID: readonly PlotLine[] = Y_TICKS.map((value) => ({
  key: `grid ${value}`,
  axis: 'y',
  value,
  color: 'var(--grid)',
}));
const BASELINE_DASH = { 'zero-shot': '1.5 3', 'few-shot': '8 4' } as const;
/** Drawn just after the commit that brought the point, so that neither waits for the other. */
const DRAW_DELAY_MS = 30;

interface AccuracyChartProps {
  points: readonly EvalPoint[];
  config: RunConfig;
  /** null where format did not saturate, or the run still goes on. */
  saturationStep: number | null;
}

type ConditionName = (condition: Baseline['condition']) => string;

function directLabels(
  last: CurveRow | undefined,
  lines: readonly Baseline[],
  conditionName: ConditionName,
  { t }: Translator,
): DirectLabel[] {
  const series = last
    ? METRICS.map((metric) => ({
        key: metric,
        text: t(`metric.${metric}`),
        value: last[metric].rate,
        color: MARKS[metric].color,
      }))
    : [];
  const references = lines.map(({ condition, metric, rate }) => ({
    key: `${condition} ${metric}`,
    text:
      metric === 'format'
        ? t('curves.baseline-format', { condition: conditionName(condition) })
        : conditionName(condition),
    value: rate.rate,
    color: MARKS[metric].color,
  }));
  return [...series, ...references];
}

function referenceLines(lines: readonly Baseline[]): PlotLine[] {
  return lines.map(({ condition, metric, rate }) => ({
    key: `${condition} ${metric}`,
    axis: 'y',
    value: rate.rate,
    color: MARKS[metric].color,
    width: 1.25,
    dash: BASELINE_DASH[condition],
  }));
}

function verticalLine(key: string, value: number, more: Partial<PlotLine> = {}): PlotLine {
  return { key, axis: 'x', value, color: 'var(--line-strong)', ...more };
}

function AccuracyChart({ points: newest, config, saturationStep }: AccuracyChartProps) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const [mode, setMode] = useState<ChartViewMode>('chart');
  const points = usePaced(newest, DRAW_DELAY_MS);
  const rows = useMemo(() => curveRows(points), [points]);
  const references = useMemo(() => baselines(points), [points]);
  const narrow = useNarrow();
  const readout = useReadout(rows.length);
  const row: CurveRow | undefined = rows[readout.index];
  const cursor = readout.chosen ? row?.step : undefined;
  const n = (rows.at(-1) ?? points[0]?.metrics)?.exactMatch.n ?? null;

  const { steps } = config.tuning;
  const { fewShotCount } = config;
  const conditionName: ConditionName = useCallback(
    (condition) => t(`condition.${condition}`, { count: fewShotCount }),
    [t, fewShotCount],
  );
  const labels = useMemo(
    () => directLabels(rows.at(-1), references, conditionName, i18n),
    [rows, references, conditionName, i18n],
  );
  const lines = useMemo(() => {
    const saturation = { dash: '1 3', label: t('curves.saturation') };
    return [
      ...GRID,
      ...referenceLines(references),
      ...(saturationStep === null ? [] : [verticalLine('saturation', saturationStep, saturation)]),
      ...(cursor === undefined ? [] : [verticalLine('cursor', cursor)]),
    ];
  }, [references, saturationStep, cursor, t]);
  const formatShare = useCallback((share: number) => format.percent(share, 0), [format]);

  return (
    <ChartFrame
      title={t('curves.accuracy')}
      subtitle={n === null ? t('curves.accuracy-sub-empty') : t('curves.accuracy-sub', { n })}
      plotLabel={t('curves.accuracy-plot')}
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
              values: METRICS.map(
                (m) => `${t(`metric.${m}`)} ${format.percent(row[m].rate)} (${format.interval(row[m])})`,
              ).join(', '),
            })
          : t('curves.waiting')
      }
      onIndex={readout.choose}
      onLeave={readout.clear}
      readout={<AccuracyReadout row={row} />}
      table={<AccuracyTable rows={rows} baselines={references} conditionName={conditionName} />}
    >
      <AccuracyPlot
        rows={rows}
        steps={steps}
        narrow={narrow}
        lines={lines}
        labels={labels}
        formatShare={formatShare}
        onIndex={readout.choose}
      />
    </ChartFrame>
  );
}

export default memo(AccuracyChart);
