/**
 * Rotary position embedding in float64.
 */
import type { RotaryAttrs } from '../graph/program.ts';
import type { Reference } from './types.ts';

export const rotary: Reference<RotaryAttrs> = (attrs, [x], { table, batch }) => {
  const { heads, headDim, rotaryDim, interleaved, inverse } = attrs;
  const half = rotaryDim / 2;
  const y = x!.data.slice();
  for (let row = 0; row < x!.rows; row++) {
    for (let head = 0; head < heads; head++) {
      const base = (row * heads + head) * headDim;
      for (let i = 0; i < half; i++) {
        const at = batch.positions[row]! * half + i;
        const c = table(attrs.cos).data[at]!;
        const s = (inverse ? -1 : 1) * table(attrs.sin).data[at]!;
        const first = base + (interleaved ? 2 * i : i);
        const second = base + (interleaved ? 2 * i + 1 : i + half);
        y[first] = x!.data[first]! * c - x!.data[second]! * s;
        y[second] = x!.data[second]! * c + x!.data[first]! * s;
      }
    }
  }
  return [y];
};
