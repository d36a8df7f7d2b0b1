/**
 * RMSNorm and LayerNorm and their derivative in float64.
 */
import type { NormAttrs } from '../graph/program.ts';
import type { Reference, ReferenceContext } from './types.ts';

function runs(data: Float64Array, size: number): Float64Array[] {
  return Array.from({ length: data.length / size }, (_, i) => data.subarray(i * size, (i + 1) * size));
}

const mean = (values: Float64Array) => values.reduce((a, b) => a + b, 0) / values.length;

function moments({ kind, eps }: NormAttrs, x: Float64Array): { centre: number; r: number } {
  const centre = kind === 'layer' ? mean(x) : 0;
  return { centre, r: 1 / Math.sqrt(mean(x.map((v) => (v - centre) ** 2)) + eps) };
}

function constant(id: number | undefined, neutral: number, context: ReferenceContext): (i: number) => number {
  return id === undefined ? () => neutral : (i) => context.vector(id)[i]!;
}

export const norm: Reference<NormAttrs> = (attrs, [x], context) => {
  const gamma = constant(attrs.gamma, 1, context);
  const beta = constant(attrs.beta, 0, context);
  const y = new Float64Array(x!.data.length);
  runs(x!.data, attrs.size).forEach((run, k) => {
    const { centre, r } = moments(attrs, run);
    run.forEach((v, i) => {
      y[k * attrs.size + i] = (v - centre) * r * gamma(i) + beta(i);
    });
  });
  return [y];
};

export const normVjp: Reference<NormAttrs> = (attrs, [x, g, summand], context) => {
  const gamma = constant(attrs.gamma, 1, context);
  const dx = new Float64Array(x!.data.length);
  const gradients = runs(g!.data, attrs.size);
  runs(x!.data, attrs.size).forEach((run, k) => {
    const { centre, r } = moments(attrs, run);
    const h = gradients[k]!.map((v, i) => v * gamma(i));
    const hat = run.map((v) => (v - centre) * r);
    const meanH = attrs.kind === 'layer' ? mean(h) : 0;
    const meanHx = mean(h.map((v, i) => v * hat[i]!));
    run.forEach((_, i) => {
      const at = k * attrs.size + i;
      dx[at] = r * (h[i]! - meanH - hat[i]! * meanHx) + (summand?.data[at] ?? 0);
    });
  });
  return [dx];
};
