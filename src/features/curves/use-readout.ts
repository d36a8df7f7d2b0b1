/** Which row of a chart the readout shows: the one under pointer or keyboard, else the latest. */

import { useState } from 'react';

export interface Readout {
  readonly index: number;
  /** Whether a person chose it; then the chart draws a cursor. */
  readonly chosen: boolean;
  choose(index: number): void;
  clear(): void;
}

export function useReadout(count: number): Readout {
  const [chosen, setChosen] = useState<number | null>(null);
  const index = Math.min(chosen ?? count - 1, count - 1);
  return {
    index: Math.max(0, index),
    chosen: chosen !== null && count > 0,
    choose: setChosen,
    clear: () => setChosen(null),
  };
}
