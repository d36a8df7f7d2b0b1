/**
 * Cross-entropy of selected rows, fused with its derivative: row loss and lossScale * (softmax - onehot) in one pass, written
 * over the logits where nothing else needs them, so that one array of vocabulary length a row is all there ever is.
 *
 * It averages nothing: the scale is the caller's, so that micro-batches add up to the whole batch. How many rows are there at
 * a time is the plan's business (plan/head-rows.ts).
 */
import type { CrossEntropyAttrs } from '../graph/program.ts';
import { expectRows, inputDims } from './checks.ts';
import { logitLane, logitLanes, summaryDeclarations } from './logit-rows.ts';
import { fold, kernel, memo, product } from './shader.ts';
import { f32Bits, type OpDef } from './types.ts';

/** logits [vocab] to loss [1] = lse - logit[target] and d loss/d logits [vocab] * lossScale; both 0 where the target is -1. */
export const crossEntropy: OpDef<CrossEntropyAttrs> = {
  name: 'crossEntropy',
  outputs(node, dims, rows) {
    const [logits] = inputDims(node, dims, 1);
    expectRows(node, rows, 'selected');
    return [
      { dims: [1], rows: 'selected' },
      { dims: logits!, rows: 'selected' },
    ];
  },
  overwrites: { input: 0, output: 1 },
  emit(node, ctx) {
    const rows = ctx.rows('selected');
    if (rows === 0) return;
    const vocab = product(ctx.dims(node.inputs[0]!));
    const lane = logitLane(vocab);
    const lanes = logitLanes(ctx.variants);
    const n = vocab / lane.width;
    const offsets = lane.width === 4 ? 'vec4<u32>(4u * i, 4u * i + 1u, 4u * i + 2u, 4u * i + 3u)' : 'i';
    const [logits, loss, gradient] = [node.inputs[0]!, ...node.outputs].map((id) => ctx.value(id));
    const inPlace = logits!.buffer === gradient!.buffer && logits!.offset === gradient!.offset;
    ctx.dispatch({
      label: 'crossEntropy',
      wgsl: memo(node, `${lanes} ${inPlace}`, () =>
        kernel({
          inputs: { ...(inPlace ? {} : { logits: lane.type }), targets: 'i32' },
          outputs: { loss: 'f32', [inPlace ? 'logits' : 'gradient']: lane.type },
          params: { rows: 'u32', scale: 'f32' },
          invocations: lanes,
          declarations: summaryDeclarations(lane, n, lanes),
          body: `  let row = group;
  if (row >= params.rows) { return; }
  let target_id = targets[row];
  let row_scale = select(0.0f, params.scale, target_id >= 0);
  let gold = u32(max(target_id, 0));
  // Read before the barrier in 'summarise': after it, lanes write over the row.
  let gold_logit = logits[row * ${n}u + gold / ${lane.width}u]${lane.width === 4 ? '[gold % 4u]' : ''};
  let summary = summarise(row, lane);
  if (lane == 0u) {
    loss[row] = select(0.0f, summary.lse - gold_logit, target_id >= 0);
  }
  for (var i = lane; i < ${n}u; i += ${lanes}u) {
    let p = exp(logits[row * ${n}u + i] - summary.lse);
    let hit = select(${lane.type}(0.0f), ${lane.type}(1.0f), ${offsets} == ${lane.width === 4 ? 'vec4<u32>(gold)' : 'gold'});
    ${inPlace ? 'logits' : 'gradient'}[row * ${n}u + i] = row_scale * (p - hit);
  }`,
        }),
      ),
      bindings: [...(inPlace ? [] : [logits!]), ctx.batch.targets, loss!, gradient!],
      params: [rows, f32Bits(ctx.scalars.lossScale)],
      workgroups: fold(rows, ctx.limits.maxComputeWorkgroupsPerDimension),
    });
  },
};
