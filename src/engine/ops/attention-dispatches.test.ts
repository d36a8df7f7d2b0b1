import { expect, test } from 'vitest';
import type { AttentionAttrs, ProgramNode } from '../graph/program.ts';
import { attention, attentionVjp } from './attention.ts';
import { product } from './shader.ts';
import type { BufferView, Dispatch, EmitContext, OpDef } from './types.ts';

const attrs: AttentionAttrs = {
  layer: 0,
  heads: 12,
  kvHeads: 4,
  headDim: 64,
  valueDim: 64,
  scale: 0.125,
  window: 0,
  softcap: 0,
};
const view = {} as BufferView;
const dispatchFlops = 1e9;

/** What an op would dispatch for `rows` tokens of sequences that have `mostKeys` tokens; nothing runs. */
function dispatchesOf(op: OpDef<AttentionAttrs>, inputs: number, rows: number, mostKeys: number, window = 0) {
  const dispatches: Dispatch[] = [];
  const node: ProgramNode<AttentionAttrs> = {
    op: op.name,
    inputs: Array.from({ length: inputs }, (_, i) => i),
    outputs: [10, 11, 12, 13],
    attrs: { ...attrs, window },
    source: 'test',
  };
  const ctx: Partial<EmitContext> = {
    mode: 'packed',
    rows: () => rows,
    value: () => view,
    batch: { keyStart: view, sequenceEnd: view } as EmitContext['batch'],
    scalars: { lossScale: 1, mostKeys },
    limits: { maxComputeWorkgroupsPerDimension: 65_535 } as GPUSupportedLimits,
    variants: { gemm: 'register', dispatchFlops },
    dispatch: (dispatch) => dispatches.push(dispatch),
  };
  op.emit(node, ctx as EmitContext);
  return dispatches.filter(({ flops }) => flops !== undefined);
}

for (const [name, op, inputs, kernels] of [
  ['forward', attention, 3, 1],
  ['backward', attentionVjp, 6, 2],
] as const) {
  test(`${name}: a long sequence is cut into dispatches within the bound that cover each row once`, () => {
    const rows = 4096;
    const dispatches = dispatchesOf(op, inputs, rows, rows);
    expect(new Set(dispatches.map(({ label }) => label)).size).toBe(kernels);
    for (const label of new Set(dispatches.map((dispatch) => dispatch.label))) {
      let next = 0;
      for (const { params, flops, workgroups } of dispatches.filter((dispatch) => dispatch.label === label)) {
        const [count, first] = params as [number, number];
        expect(first).toBe(next);
        expect(flops).toBeLessThanOrEqual(dispatchFlops);
        expect(16 * product(workgroups)).toBeGreaterThanOrEqual(count * attrs.kvHeads);
        next += count;
      }
      expect(next).toBe(rows);
    }
  });

  test(`${name}: short sequences and windows need one dispatch a kernel, however many tokens there are`, () => {
    expect(dispatchesOf(op, inputs, 512, 64)).toHaveLength(kernels);
    expect(dispatchesOf(op, inputs, 512, 4096, 64)).toHaveLength(kernels);
  });
}
