/**
 * Depthwise causal convolution and its derivative in float64.
 */
import type { ConvAttrs } from '../graph/program.ts';
import type { Reference } from './types.ts';

export const conv: Reference<ConvAttrs> = ({ channels, width, kernel, bias }, [x], { batch, vector }) => [
  x!.data.map((_, flat) => {
    const row = Math.floor(flat / channels);
    const c = flat % channels;
    let sum = bias === undefined ? 0 : vector(bias)[c]!;
    for (let j = 0; j < width; j++) {
      const from = row - (width - 1) + j;
      if (from >= batch.keyStart[row]!) sum += vector(kernel)[c * width + j]! * x!.data[from * channels + c]!;
    }
    return sum;
  }),
];

export const convVjp: Reference<ConvAttrs> = ({ channels, width, kernel }, [g], { batch, vector }) => {
  const dx = new Float64Array(g!.data.length);
  g!.data.forEach((v, flat) => {
    const row = Math.floor(flat / channels);
    const c = flat % channels;
    for (let j = 0; j < width; j++) {
      const from = row - (width - 1) + j;
      if (from >= batch.keyStart[row]!) dx[from * channels + c]! += vector(kernel)[c * width + j]! * v;
    }
  });
  return [dx];
};
