/**
 * act(a) * b and its derivative in float64.
 */
import type { GatedAttrs } from '../graph/program.ts';
import type { Reference } from './types.ts';
import { activate, slope } from './unary.ts';

export const gated: Reference<GatedAttrs> = ({ act }, [a, b]) => [
  a!.data.map((v, i) => activate(act, v) * b!.data[i]!),
];

export const gatedVjp: Reference<GatedAttrs> = ({ act }, [a, b, g]) => [
  a!.data.map((v, i) => g!.data[i]! * b!.data[i]! * slope(act, v)),
  a!.data.map((v, i) => g!.data[i]! * activate(act, v)),
];
