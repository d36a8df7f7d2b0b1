/**
 * The four numbers of a row of logits that scoring and greedy decoding need, so that no vocabulary row is read back.
 */
import type { RowStatsAttrs } from '../graph/program.ts';
import { expectRows, inputDims } from './checks.ts';
import { logitLane, logitLanes, summaryDeclarations } from './logit-rows.ts';
import { fold, kernel, memo, product } from './shader.ts';
import type { OpDef } from './types.ts';

/** logits [vocab] to [log-sum-exp, logit of the target (0 if none), argmax, its logit]; ties go to the lowest index. */
export const rowStats: OpDef<RowStatsAttrs> = {
  name: 'rowStats',
  outputs(node, dims, rows) {
    inputDims(node, dims, 1);
    expectRows(node, rows, 'selected');
    return [{ dims: [4], rows: 'selected' }];
  },
  emit(node, ctx) {
    const rows = ctx.rows('selected');
    if (rows === 0) return;
    const vocab = product(ctx.dims(node.inputs[0]!));
    const lane = logitLane(vocab);
    const lanes = logitLanes(ctx.variants);
    const n = vocab / lane.width;
    ctx.dispatch({
      label: 'rowStats',
      wgsl: memo(node, String(lanes), () =>
        kernel({
          inputs: { logits: lane.type, targets: 'i32' },
          outputs: { stats: 'vec4<f32>' },
          params: { rows: 'u32' },
          invocations: lanes,
          declarations: summaryDeclarations(lane, n, lanes),
          body: `  let row = group;
  if (row >= params.rows) { return; }
  let summary = summarise(row, lane);
  if (lane == 0u) {
    let target_id = targets[row];
    let gold = u32(max(target_id, 0));
    let gold_logit = logits[row * ${n}u + gold / ${lane.width}u]${lane.width === 4 ? '[gold % 4u]' : ''};
    stats[row] = vec4<f32>(summary.lse, select(0.0f, gold_logit, target_id >= 0), f32(summary.at), summary.best);
  }`,
        }),
      ),
      bindings: [ctx.value(node.inputs[0]!), ctx.batch.targets, ctx.value(node.outputs[0]!)],
      params: [rows],
      workgroups: fold(rows, ctx.limits.maxComputeWorkgroupsPerDimension),
    });
  },
};
