/**
 * The cases every op must pass: VJP against directional differences, kernels against float64. A new op adds its own.
 */
import { activationCases } from './cases-activations.ts';
import { arithmeticCases } from './cases-arithmetic.ts';
import { attentionCases } from './cases-attention.ts';
import { featureCases } from './cases-features.ts';
import { rowCases } from './cases-rows.ts';
import type { OpCase } from './op-case.ts';

export const opCases: readonly OpCase[] = [
  ...activationCases,
  ...arithmeticCases,
  ...attentionCases,
  ...featureCases,
  ...rowCases,
];
