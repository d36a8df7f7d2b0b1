/**
 * Labels beside the lines' ends, kept apart, with a thin leader where a label had to move. A child of a recharts
 * chart: it asks the chart for its plot area and y scale.
 */

import { usePlotArea, useYAxisScale } from 'recharts';
import { spreadLabels } from './spread.ts';

export interface DirectLabel {
  readonly key: string;
  readonly text: string;
  readonly value: number;
  readonly color: string;
}

const LINE_HEIGHT = 15;
const LEADER = 14;

export function DirectLabels({ labels }: { labels: readonly DirectLabel[] }) {
  const plot = usePlotArea();
  const scale = useYAxisScale();
  if (!plot || !scale || labels.length === 0) return null;
  const wished = labels.map((label) => Number(scale(label.value)));
  const placed = spreadLabels(wished, LINE_HEIGHT, plot.y, plot.y + plot.height);
  const x = plot.x + plot.width;
  return (
    <g>
      {labels.map((label, i) => (
        <g key={label.key}>
          <path
            d={`M${x + 3} ${wished[i]}L${x + LEADER - 3} ${placed[i]}`}
            stroke={label.color}
            strokeWidth="1.25"
            fill="none"
          />
          <text x={x + LEADER} y={placed[i]} dy="0.34em" fill="var(--ink-2)" fontSize="12">
            {label.text}
          </text>
        </g>
      ))}
    </g>
  );
}
