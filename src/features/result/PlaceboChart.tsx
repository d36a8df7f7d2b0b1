/**
 * One metric per step: the real tuning beside its placebos, as a small chart with 95 % Wilson intervals (a band for the
 * real tuning, bars for the placebos, which would cover each other as bands); the table beside it has the numbers.
 */

import { useI18n } from '../../i18n/react.tsx';
import type { Placebo } from '../../lab/types.ts';
import type { CurveRow } from '../../store/curves.ts';
import { MARKS, Marker, type SeriesMark } from '../../ui/chart/marks.tsx';
import { spreadLabels } from '../../ui/chart/spread.ts';
import { stepTicks } from '../../ui/chart/ticks.ts';

export interface PlaceboSeries {
  readonly name: string;
  readonly rows: readonly CurveRow[];
  /** undefined for the real tuning, which has the metric's own mark. */
  readonly placebo?: Placebo;
}

/** By answers and rate; the colour belongs to all of them. */
const PLACEBO_MARKS: Readonly<Record<Placebo, SeriesMark>> = {
  wrong: { color: 'var(--ink-3)', dash: '6 4', shape: 'square' },
  random: { color: 'var(--ink-3)', dash: '2 4', shape: 'triangle' },
  'wrong-slow': { color: 'var(--ink-3)', dash: '12 3 2 3', shape: 'square' },
  'random-slow': { color: 'var(--ink-3)', dash: '5 2 1 2', shape: 'triangle' },
};

/** Of the plot without the names at its right. */
const PLOT_WIDTH = 250;
const HEIGHT = 200;
const PLOT = { left: 40, top: 10, bottom: 26 };
/** Mean of the small font, and what stands between a line's end and its name. */
const CHARACTER = 6.2;
const NAME_GAP = 12;

interface PlaceboChartProps {
  metric: 'format' | 'knowledge';
  series: readonly PlaceboSeries[];
  steps: number;
}

export function PlaceboChart({ metric, series, steps }: PlaceboChartProps) {
  const { t, format } = useI18n();
  const x = (step: number) => PLOT.left + (step / Math.max(1, steps)) * PLOT_WIDTH;
  const y = (share: number) => PLOT.top + (1 - share) * (HEIGHT - PLOT.top - PLOT.bottom);
  const longest = Math.max(...series.map(({ name }) => name.length));
  const end = PLOT.left + PLOT_WIDTH;
  const width = Math.max(440, end + NAME_GAP + CHARACTER * longest);
  const band = (rows: readonly CurveRow[]) =>
    [
      ...rows.map((row) => `${x(row.step)},${y(row[metric].high)}`),
      ...rows.toReversed().map((row) => `${x(row.step)},${y(row[metric].low)}`),
    ].join(' ');
  const lines = series.filter(({ rows }) => rows.length > 0);
  const n = lines[0]?.rows[0]?.[metric].n ?? 0;
  const ends = lines.map(({ rows }) => y(rows.at(-1)![metric].rate));
  const places = spreadLabels(ends, 15, PLOT.top, HEIGHT - PLOT.bottom);
  return (
    <figure className="placebo__chart">
      <figcaption>
        {t(`placebo.${metric}`)} <span className="placebo__intervals">{t('placebo.intervals', { n })}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={t('placebo.chart', { metric: t(`placebo.${metric}`) })}
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line x1={PLOT.left} x2={end} y1={y(share)} y2={y(share)} stroke="var(--grid)" />
            <text x={PLOT.left - 8} y={y(share)} dy="0.34em" textAnchor="end">
              {format.percent(share, 0)}
            </text>
          </g>
        ))}
        {stepTicks(steps, 4).map((step) => (
          <text key={step} x={x(step)} y={HEIGHT - 6} textAnchor="middle">
            {step}
          </text>
        ))}
        {lines.map(({ name, rows, placebo }, i) => {
          const mark: SeriesMark = placebo ? PLACEBO_MARKS[placebo] : { ...MARKS[metric], dash: undefined };
          return (
            <g key={name}>
              {placebo ? (
                rows.map((row) => (
                  <line
                    key={row.step}
                    x1={x(row.step)}
                    x2={x(row.step)}
                    y1={y(row[metric].low)}
                    y2={y(row[metric].high)}
                    stroke={mark.color}
                    strokeOpacity="0.5"
                  />
                ))
              ) : (
                <polygon points={band(rows)} fill={mark.color} fillOpacity="0.13" />
              )}
              <polyline
                points={rows.map((row) => `${x(row.step)},${y(row[metric].rate)}`).join(' ')}
                fill="none"
                stroke={mark.color}
                strokeWidth="2"
                strokeDasharray={mark.dash}
              />
              {rows.map((row) => (
                <Marker key={row.step} mark={mark} x={x(row.step)} y={y(row[metric].rate)} />
              ))}
              <text x={end + NAME_GAP} y={places[i]} dy="0.34em">
                {name}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
