/** Panels of one size side by side in a picture as wide as there is room: what a study's charts have in common. */

import { type ReactNode, type RefObject, useRef } from 'react';
import { useWidth } from '../../ui/layout/use-width.ts';
import { panelGrid } from './slope-layout.ts';

const GAP = 36;

interface PanelChartProps<T> {
  panels: readonly T[];
  keyOf: (panel: T) => string;
  /** Pixels a panel needs at least. */
  narrowest: number;
  panelHeight: number;
  /** Says what the picture shows. */
  label: string;
  svg: RefObject<SVGSVGElement | null>;
  /** Draws a panel into [0, width] x [0, panelHeight]. */
  draw: (panel: T, width: number) => ReactNode;
}

export function PanelChart<T>(props: PanelChartProps<T>) {
  const { panels, keyOf, narrowest, panelHeight, label, svg, draw } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  // Before the width is known it is drawn as narrow as it gets: never an empty frame.
  const { columns, panelWidth } = panelGrid(panels.length, Math.max(width, narrowest), narrowest, GAP);
  const rows = Math.ceil(panels.length / columns);
  const total = columns * panelWidth + (columns - 1) * GAP;
  const height = rows * panelHeight + (rows - 1) * GAP;
  const place = (i: number) => {
    const x = (i % columns) * (panelWidth + GAP);
    return `translate(${x} ${Math.floor(i / columns) * (panelHeight + GAP)})`;
  };
  return (
    <div ref={box} className="figure__plot">
      <svg
        ref={svg}
        className="slopes"
        viewBox={`0 0 ${total} ${height}`}
        width={total}
        height={height}
        role="img"
        aria-label={label}
      >
        {panels.map((panel, i) => (
          <g key={keyOf(panel)} transform={place(i)}>
            {draw(panel, panelWidth)}
          </g>
        ))}
      </svg>
    </div>
  );
}
