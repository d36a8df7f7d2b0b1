/**
 * Depthwise causal convolution over the tokens of a sequence (short convolutions of LFM2 and Mamba), and its VJP.
 *
 * y[t,c] = bias[c] + Σ_j w[c,j] * x[t-(width-1)+j, c]; tokens before the sequence count as zero. Kernel stored [channels,
 * width]. In cached mode earlier inputs come from the layer's cache, one row of channels a slot.
 */
import type { ConvAttrs, ProgramNode } from '../graph/program.ts';
import { expectLength, expectRows, inputDims } from './checks.ts';
import { ELEMENTWISE, grid, kernel, memo } from './shader.ts';
import type { EmitContext, OpDef } from './types.ts';

/** x [channels] to y [channels]. Rows are tokens. */
export const conv: OpDef<ConvAttrs> = {
  name: 'conv',
  outputs(node, dims, rows) {
    const [x] = inputDims(node, dims, 1);
    expectLength(node, x!, node.attrs.channels);
    expectRows(node, rows, 'tokens');
    return [{ dims: x!, rows: 'tokens' }];
  },
  emit(node, ctx) {
    const count = ctx.rows('tokens') * node.attrs.channels;
    if (count === 0) return;
    const x = ctx.value(node.inputs[0]!);
    const constants = [node.attrs.kernel, node.attrs.bias].flatMap((id) =>
      id === undefined ? [] : [ctx.vector(id)],
    );
    const y = ctx.value(node.outputs[0]!);
    const workgroups = grid(count, ELEMENTWISE, ctx.limits);
    if (ctx.mode === 'packed') {
      const wgsl = memo(node, 'packed', () => forwardKernel(node.attrs, false));
      const bindings = [x, ctx.batch.keyStart, ...constants, y];
      ctx.dispatch({ label: 'conv.packed', wgsl, bindings, params: [count], workgroups });
      return;
    }
    const cache = ctx.batch.kvCache(node.attrs.layer).keys;
    emitCacheWrite(node, ctx, count);
    const wgsl = memo(node, 'cached', () => forwardKernel(node.attrs, true));
    const { keyStart, positions, keySlots } = ctx.batch;
    const bindings = [cache, keyStart, positions, keySlots, ...constants, y];
    ctx.dispatch({ label: 'conv.cached', wgsl, bindings, params: [count], workgroups });
  },
  vjp(node, [g], b) {
    if (g === undefined) return [undefined];
    const x = node.inputs[0]!;
    return b.add('convVjp', [g], node.attrs, [
      { dims: b.dims(x), rows: 'tokens', name: `d(${node.source})` },
    ]);
  },
};

/** g to dx[t,c] = Σ_j w[c,j] * g[t+(width-1)-j, c] within the sequence. Packed mode only. */
export const convVjp: OpDef<ConvAttrs> = {
  name: 'convVjp',
  outputs(node, dims, rows) {
    const [g] = inputDims(node, dims, 1);
    expectLength(node, g!, node.attrs.channels);
    expectRows(node, rows, 'tokens');
    return [{ dims: g!, rows: 'tokens' }];
  },
  emit(node, ctx) {
    const { channels, width } = node.attrs;
    const count = ctx.rows('tokens') * channels;
    if (count === 0) return;
    ctx.dispatch({
      label: 'convVjp',
      wgsl: memo(node, '', () =>
        kernel({
          inputs: { g: 'f32', sequence_end: 'u32', weights: 'f32' },
          outputs: { dx: 'f32' },
          params: { count: 'u32' },
          invocations: ELEMENTWISE,
          body: `  if (index >= params.count) { return; }
  let row = index / ${channels}u;
  let channel = index % ${channels}u;
  let reach = min(${width}u, sequence_end[row] - row);
  var sum = 0.0f;
  for (var ahead = 0u; ahead < reach; ahead++) {
    sum += weights[channel * ${width}u + ${width - 1}u - ahead] * g[index + ahead * ${channels}u];
  }
  dx[index] = sum;`,
        }),
      ),
      bindings: [
        ctx.value(node.inputs[0]!),
        ctx.batch.sequenceEnd,
        ctx.vector(node.attrs.kernel),
        ctx.value(node.outputs[0]!),
      ],
      params: [count],
      workgroups: grid(count, ELEMENTWISE, ctx.limits),
    });
  },
};

/** Bindings: x or cache, key_start, [positions, key_slots], weights, [bias], y. */
function forwardKernel({ channels, width, bias }: ConvAttrs, cached: boolean): string {
  return kernel({
    inputs: {
      x: 'f32',
      key_start: 'u32',
      ...(cached ? { positions: 'u32', key_slots: 'u32' } : {}),
      weights: 'f32',
      ...(bias === undefined ? {} : { bias: 'f32' }),
    },
    outputs: { y: 'f32' },
    params: { count: 'u32' },
    invocations: ELEMENTWISE,
    body: `  if (index >= params.count) { return; }
  let row = index / ${channels}u;
  let channel = index % ${channels}u;
  let start = key_start[row];
  let position = ${cached ? 'positions[row]' : 'row - start'};
  let reach = min(${width}u, position + 1u);
  var sum = ${bias === undefined ? '0.0f' : 'bias[channel]'};
  for (var behind = 0u; behind < reach; behind++) {
    let at = ${cached ? 'key_slots[start + position - behind]' : 'row - behind'};
    sum += weights[channel * ${width}u + ${width - 1}u - behind] * x[at * ${channels}u + channel];
  }
  y[index] = sum;`,
  });
}

function emitCacheWrite(node: ProgramNode<ConvAttrs>, ctx: EmitContext, count: number): void {
  const { channels, layer } = node.attrs;
  ctx.dispatch({
    label: 'conv.cache-write',
    wgsl: memo(node, 'write', () =>
      kernel({
        inputs: { x: 'f32', write_slots: 'u32' },
        outputs: { cache: 'f32' },
        params: { count: 'u32' },
        invocations: ELEMENTWISE,
        body: `  if (index >= params.count) { return; }
  cache[write_slots[index / ${channels}u] * ${channels}u + index % ${channels}u] = x[index];`,
      }),
    ),
    bindings: [ctx.value(node.inputs[0]!), ctx.batch.writeSlots, ctx.batch.kvCache(layer).keys],
    params: [count],
    workgroups: grid(count, ELEMENTWISE, ctx.limits),
  });
}
