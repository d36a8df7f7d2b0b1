/**
 * Which kernel variants an adapter runs best.
 */
import type { Gpu } from '../gpu/device.ts';
import type { VariantChoice } from '../ops/types.ts';

export function defaultVariants(gpu: Gpu): VariantChoice {
  return { gemm: gpu.facts.software ? 'register' : 'tiled' };
}
