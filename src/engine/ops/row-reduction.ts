/**
 * Kernels that reduce runs of features: one invocation a run, or one workgroup a run where runs are long.
 *
 * The body is written once: `for (var i = first; i < N; i += step)` walks the run, `total(v, lane)` sums over it. Workgroups
 * need barriers, which software adapters emulate at many times the cost of the walk.
 * Memory bounds these kernels (a few FLOP a number that is read): 64 lanes of a workgroup read neighbouring numbers, and later
 * passes over a run find it in the cache.
 */
import { fold, grid, type KernelSource, kernel } from './shader.ts';
import type { VariantChoice } from './types.ts';

/** Runs of at least this many elements get a workgroup each on a real GPU. */
const COOPERATIVE_FROM = 64;
const WORKGROUP = 64;
/** Few lanes a workgroup where one invocation does a run, so that few runs still spread over the processors. */
const SERIAL_WORKGROUP = 16;

export interface RowReduction {
  readonly wgsl: string;
  workgroups(
    runs: number,
    limits: { readonly maxComputeWorkgroupsPerDimension: number },
  ): [number, number, number];
}

/** `params` must begin with `runs`; the body sees `run`, `first`, `step` and may call `total`. */
export function rowReduction(
  length: number,
  { gemm }: VariantChoice,
  source: Omit<KernelSource, 'invocations' | 'params'> & { readonly params?: KernelSource['params'] },
): RowReduction {
  const cooperative = gemm === 'tiled' && length >= COOPERATIVE_FROM;
  const invocations = cooperative ? WORKGROUP : SERIAL_WORKGROUP;
  const total = cooperative
    ? `var<workgroup> partial: array<f32, ${WORKGROUP}>;
fn total(v: f32, lane: u32) -> f32 {
  workgroupBarrier();
  partial[lane] = v;
  workgroupBarrier();
  var sum = 0.0f;
  for (var i = 0u; i < ${WORKGROUP}u; i++) { sum += partial[i]; }
  return sum;
}`
    : 'fn total(v: f32, lane: u32) -> f32 { return v; }';
  const wgsl = kernel({
    inputs: source.inputs,
    outputs: source.outputs,
    params: { runs: 'u32', ...source.params },
    invocations,
    declarations: `${total}\n${source.declarations ?? ''}`,
    body: `  let run = ${cooperative ? 'group' : 'index'};
  if (run >= params.runs) { return; }
  let first = ${cooperative ? 'lane' : '0u'};
  let step = ${cooperative ? WORKGROUP : 1}u;
${source.body}`,
  });
  return {
    wgsl,
    workgroups: (runs, limits) =>
      cooperative ? fold(runs, limits.maxComputeWorkgroupsPerDimension) : grid(runs, invocations, limits),
  };
}
