/** What both plots share: the look of axes, and which row the pointer is over. */

import { useCallback, useRef } from 'react';

export const AXIS_LINE = 'var(--line-strong)';
const AXIS_TICK = { fill: 'var(--ink-3)', fontSize: 12 } as const;
/** Of the steps, left to right. */
export const STEP_AXIS = {
  dataKey: 'step',
  type: 'number',
  tickLine: false,
  stroke: AXIS_LINE,
  tick: AXIS_TICK,
} as const;
/** Of the values: its ticks are enough. */
export const VALUE_AXIS = { type: 'number', axisLine: false, tickLine: false, tick: AXIS_TICK } as const;

/** A stable handler for the chart's pointer events that reports the index of the row under the pointer. */
export function usePlotPointer(
  rows: readonly { readonly step: number }[],
  onIndex: (index: number) => void,
): (state: { activeLabel?: string | number | undefined }) => void {
  const latest = useRef({ rows, onIndex });
  latest.current = { rows, onIndex };
  return useCallback(({ activeLabel }) => {
    const index = latest.current.rows.findIndex((row) => row.step === Number(activeLabel));
    if (index >= 0) latest.current.onIndex(index);
  }, []);
}
