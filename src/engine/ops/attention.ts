/**
 * Causal attention of packed sequences or over a KV cache, and its VJP.
 *
 * Shapes: q [heads*headDim], k [kvHeads*headDim], v [kvHeads*valueDim]; o [heads*valueDim], lse [heads].
 * Features: grouped heads, window, softcap, alibi, sinks (see AttentionAttrs). No padding masks: sequences are packed.
 */
import { LabError } from '../../lib/errors.ts';
import type { AttentionAttrs, ProgramNode } from '../graph/program.ts';
import { attentionCached, cachedGrid, cacheWrite, rowsTogether } from './attention-cached.ts';
import { attentionForward, type HeadGrid, headGrid } from './attention-kernels.ts';
import { attentionForwardQuads, laneTokens, quadGrid, sharesInQuads } from './attention-quads.ts';
import {
  attentionKeyGradient,
  attentionQueryGradient,
  attentionStats,
  statsWidth,
} from './attention-vjp-kernels.ts';
import { attentionKeyGradientQuads, attentionQueryGradientQuads } from './attention-vjp-quads.ts';
import { expectLength, expectRows, expectShape, inputDims } from './checks.ts';
import { ELEMENTWISE, grid, memo } from './shader.ts';
import type { Dispatch, EmitContext, OpDef } from './types.ts';

/** q, k, v to o and the log-sum-exp of each head's scores (packed mode; cached mode leaves lse unwritten). */
export const attention: OpDef<AttentionAttrs> = {
  name: 'attention',
  outputs(node, dims, rows) {
    const [q, k, v] = inputDims(node, dims, 3);
    expectHeads(node, q!, k!, v!);
    expectRows(node, rows, 'tokens');
    const { heads, valueDim } = node.attrs;
    return [
      { dims: [heads * valueDim], rows: 'tokens' },
      { dims: [heads], rows: 'tokens' },
    ];
  },
  emit(node, ctx) {
    const rows = ctx.rows('tokens');
    if (rows === 0) return;
    if (ctx.mode === 'cached') emitCached(node, ctx, rows);
    else emitPacked(node, ctx, rows);
  },
  vjp(node, [g, dlse], b) {
    // The log-sum-exp is a by-product for this VJP; nothing differentiable reads it.
    if (g === undefined || dlse !== undefined) return [undefined, undefined, undefined];
    const [q, k, v] = [node.inputs[0]!, node.inputs[1]!, node.inputs[2]!];
    const outputs = [q, k, v].map((id, i) => ({
      dims: b.dims(id),
      rows: 'tokens' as const,
      name: `d(${node.source}.${'qkv'[i]})`,
    }));
    const stats = { dims: [node.attrs.heads * statsWidth(node.attrs)], rows: 'tokens' as const };
    return b
      .add('attentionVjp', [q, k, v, node.outputs[0]!, node.outputs[1]!, g], node.attrs, [
        ...outputs,
        { ...stats, name: `stats(${node.source})` },
      ])
      .slice(0, 3);
  },
};

/** q, k, v, o, lse, g to dq, dk, dv and a scratch value of (lse, delta) pairs. */
export const attentionVjp: OpDef<AttentionAttrs> = {
  name: 'attentionVjp',
  outputs(node, dims, rows) {
    const [q, k, v, o, lse, g] = inputDims(node, dims, 6);
    const { heads, valueDim } = node.attrs;
    expectHeads(node, q!, k!, v!);
    expectLength(node, o!, heads * valueDim);
    expectLength(node, lse!, heads);
    expectLength(node, g!, heads * valueDim);
    expectRows(node, rows, 'tokens');
    return [q!, k!, v!, [heads * statsWidth(node.attrs)]].map((d) => ({ dims: d, rows: 'tokens' as const }));
  },
  emit(node, ctx) {
    const rows = ctx.rows('tokens');
    if (rows === 0) return;
    const { attrs } = node;
    const [q, k, v, o, lse, g] = node.inputs.map((id) => ctx.value(id));
    const [dq, dk, dv, stats] = node.outputs.map((id) => ctx.value(id));
    const layout = headGrid(ctx.variants);
    ctx.dispatch({
      label: 'attentionVjp.stats',
      wgsl: memo(node, `stats ${ctx.variants.gemm}`, () => attentionStats(attrs, layout)),
      bindings: [o!, lse!, g!, ...(attrs.alibi === undefined ? [] : [ctx.vector(attrs.alibi)]), stats!],
      params: [rows, 0],
      workgroups: grid(rows * attrs.heads, layout.invocations, ctx.limits),
    });
    const flops = rowFlops(attrs, ctx);
    const quads = sharesInQuads(attrs, ctx.variants);
    const walk = quads ? quadGrid(laneTokens(attrs)) : layout;
    const key = quads ? 'quads' : ctx.variants.gemm;
    dispatchRows(ctx, rows, attrs.heads, walk, flops * 1.5, {
      label: `attentionVjp.dq${quads ? '.quads' : ''}`,
      wgsl: memo(node, `dq ${key}`, () =>
        quads ? attentionQueryGradientQuads(attrs) : attentionQueryGradient(attrs, layout),
      ),
      bindings: [q!, k!, v!, g!, stats!, ctx.batch.keyStart, dq!],
    });
    dispatchRows(ctx, rows, attrs.kvHeads, walk, flops * 2, {
      label: `attentionVjp.dkv${quads ? '.quads' : ''}`,
      wgsl: memo(node, `dkv ${key}`, () =>
        quads ? attentionKeyGradientQuads(attrs) : attentionKeyGradient(attrs, layout),
      ),
      bindings: [q!, k!, v!, g!, stats!, ctx.batch.sequenceEnd, dk!, dv!],
    });
  },
};

function emitPacked(node: ProgramNode<AttentionAttrs>, ctx: EmitContext, rows: number): void {
  const { attrs } = node;
  const quads = sharesInQuads(attrs, ctx.variants);
  const layout = quads ? quadGrid(laneTokens(attrs)) : headGrid(ctx.variants);
  dispatchRows(ctx, rows, attrs.heads, layout, rowFlops(attrs, ctx), {
    label: `attention.packed${quads ? '.quads' : ''}`,
    wgsl: memo(node, `packed ${quads ? 'quads' : ctx.variants.gemm}`, () =>
      quads ? attentionForwardQuads(attrs) : attentionForward(attrs, layout),
    ),
    bindings: [
      ...node.inputs.map((id) => ctx.value(id)),
      ctx.batch.keyStart,
      ...constants(attrs, ctx),
      ...node.outputs.map((id) => ctx.value(id)),
    ],
  });
}

function emitCached(node: ProgramNode<AttentionAttrs>, ctx: EmitContext, rows: number): void {
  const { attrs } = node;
  const { keys, values } = ctx.batch.kvCache(attrs.layer);
  const write = memo(node, 'write', () => cacheWrite(attrs, ELEMENTWISE));
  ctx.dispatch({
    label: 'attention.cache-write',
    wgsl: write.wgsl,
    bindings: [ctx.value(node.inputs[1]!), ctx.value(node.inputs[2]!), ctx.batch.writeSlots, keys, values],
    params: [rows * write.unitsPerRow],
    workgroups: grid(rows * write.unitsPerRow, ELEMENTWISE, ctx.limits),
  });
  const together = rowsTogether(attrs, ctx.variants, rows);
  const layout = cachedGrid(ctx.variants, together);
  const bindings = [
    ctx.value(node.inputs[0]!),
    keys,
    values,
    ctx.batch.keyStart,
    ctx.batch.positions,
    ctx.batch.keySlots,
    ...constants(attrs, ctx),
    ctx.value(node.outputs[0]!),
  ];
  dispatchRows(ctx, rows, attrs.heads, layout, rowFlops(attrs, ctx), {
    label: `attention.cached${together > 1 ? `.${together}` : ''}`,
    wgsl: memo(node, `cached ${ctx.variants.gemm} ${together}`, () =>
      attentionCached(attrs, together, layout),
    ),
    bindings,
  });
}

function constants(attrs: AttentionAttrs, ctx: EmitContext) {
  return [attrs.alibi, attrs.sinks].flatMap((id) => (id === undefined ? [] : [ctx.vector(id)]));
}

/** Most FLOP of scores and weighted values for one token. */
function rowFlops({ heads, headDim, valueDim, window }: AttentionAttrs, { scalars }: EmitContext): number {
  const keys = window > 0 ? Math.min(window, scalars.mostKeys) : scalars.mostKeys;
  return 2 * heads * (headDim + valueDim) * keys;
}

/** Runs a kernel of a head grid over all rows, in dispatches that each stay below what a driver's watchdog allows. */
function dispatchRows(
  ctx: EmitContext,
  rows: number,
  heads: number,
  { invocations, lanes }: HeadGrid,
  flopsPerRow: number,
  dispatch: Pick<Dispatch, 'label' | 'wgsl' | 'bindings'>,
): void {
  const most = Math.max(1, Math.floor(ctx.variants.dispatchFlops / flopsPerRow));
  for (let first = 0; first < rows; first += most) {
    const count = Math.min(most, rows - first);
    ctx.dispatch({
      ...dispatch,
      params: [count, first],
      workgroups: grid(lanes(count, heads), invocations, ctx.limits),
      flops: count * flopsPerRow,
    });
  }
}

function expectHeads(
  node: ProgramNode<AttentionAttrs>,
  q: readonly number[],
  k: readonly number[],
  v: readonly number[],
): void {
  const { heads, kvHeads, headDim, valueDim, alibi, sinks } = node.attrs;
  expectShape(
    kvHeads > 0 && heads >= kvHeads,
    node,
    'at least as many query heads as kv heads',
    `${heads}/${kvHeads}`,
  );
  expectLength(node, q, heads * headDim);
  expectLength(node, k, kvHeads * headDim);
  expectLength(node, v, kvHeads * valueDim);
  // Cached mode binds eight arrays with one of them; WebGPU guarantees no ninth.
  if (alibi !== undefined && sinks !== undefined) {
    throw new LabError('ops.alibi-with-sinks', { op: node.op, node: node.source });
  }
}
