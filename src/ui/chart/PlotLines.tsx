/**
 * Straight lines across a plot: grid, references, cursor. One child of a recharts chart instead of one registered
 * component a line, which keeps a live chart's updates short.
 */

import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';

export interface PlotLine {
  readonly key: string;
  /** Where the line stands: a value of the y axis (horizontal) or of the x axis (vertical). */
  readonly axis: 'x' | 'y';
  readonly value: number;
  readonly color: string;
  readonly width?: number;
  readonly dash?: string;
  /** Written beside the middle of a vertical line. */
  readonly label?: string;
}

export function PlotLines({ lines }: { lines: readonly PlotLine[] }) {
  const plot = usePlotArea();
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  if (!plot || !xScale || !yScale) return null;
  return (
    <g>
      {lines.map(({ key, axis, value, color, width = 1, dash, label }) => {
        const at = Number((axis === 'x' ? xScale : yScale)(value));
        if (!Number.isFinite(at)) return null;
        const d =
          axis === 'x'
            ? `M${at} ${plot.y}V${plot.y + plot.height}`
            : `M${plot.x} ${at}H${plot.x + plot.width}`;
        return (
          <g key={key}>
            <path d={d} stroke={color} strokeWidth={width} strokeDasharray={dash} fill="none" />
            {label ? (
              <text x={at + 5} y={plot.y + plot.height / 2} dy="0.34em" fill="var(--ink-3)" fontSize="12">
                {label}
              </text>
            ) : null}
          </g>
        );
      })}
    </g>
  );
}
