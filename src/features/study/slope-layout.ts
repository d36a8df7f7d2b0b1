/** Where the lines and labels of a slope chart stand. Pure; y grows downwards. */

import { spreadLabels } from '../../ui/chart/spread.ts';

export type SlopeScale = 'place' | 'score';

export interface SlopeSide {
  readonly scores: readonly number[];
  readonly ranks: readonly number[];
}

export interface SlopeEnd {
  /** Where the value is. */
  readonly y: number;
  /** Where its label fits. */
  readonly labelY: number;
}

export interface SlopeLine {
  readonly left: SlopeEnd;
  readonly right: SlopeEnd;
}

const LABEL_HEIGHT = 15;

/** One line a family, in [top, top + height]; equal values share their end, their labels stand apart. */
export function slopeLines(
  left: SlopeSide,
  right: SlopeSide,
  scale: SlopeScale,
  top: number,
  height: number,
): SlopeLine[] {
  const models = left.scores.length;
  const at = ({ scores, ranks }: SlopeSide, m: number): number =>
    scale === 'place'
      ? top + ((ranks[m]! - 0.5) / models) * height
      : top + (1 - Math.min(1, Math.max(0, scores[m]!))) * height;
  const ends = (side: SlopeSide): SlopeEnd[] => {
    const wished = side.scores.map((_, m) => at(side, m));
    const placed = spreadLabels(wished, LABEL_HEIGHT, top, top + height);
    return wished.map((y, m) => ({ y, labelY: placed[m]! }));
  };
  const [lefts, rights] = [ends(left), ends(right)];
  return lefts.map((end, m) => ({ left: end, right: rights[m]! }));
}

/** Panels side by side in `width`: how many columns, and how wide each is. */
export function panelGrid(
  panels: number,
  width: number,
  narrowest: number,
  gap: number,
): { readonly columns: number; readonly panelWidth: number } {
  const fitting = Math.max(1, Math.floor((width + gap) / (narrowest + gap)));
  const columns = Math.min(panels, fitting);
  return { columns, panelWidth: Math.floor((width - gap * (columns - 1)) / columns) };
}
