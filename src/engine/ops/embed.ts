/**
 * Token ids and virtual tokens to embeddings, and the gradient of the virtual tokens.
 *
 * embed: x[t] = scale * table[id] for id >= 0, softPrompt[-1-id] for id < 0 (not scaled: a soft prompt lives after the
 * graph's own scaling). The table is the matrix of a tied head, hidden inputs to vocabulary outputs: stored 'nk' its rows are
 * tokens; stored 'kn' (the head as exporters of fused graphs write it) a token is a column.
 */
import type { EmbedAttrs, PromptGradientAttrs } from '../graph/program.ts';
import { expectRows, inputDims } from './checks.ts';
import { ELEMENTWISE, fold, grid, kernel, laneFor, product } from './shader.ts';
import { f32Bits, type OpDef } from './types.ts';

const INVOCATIONS = 64;

/** Four features of a token whose embedding is a stored row; every chunk of the table writes the same virtual tokens. */
const gatherRow = `  let hidden = params.hidden;
  let quads = (hidden + 3u) / 4u;
  let token = index / quads;
  let col = (index % quads) * 4u;
  let id = ids[token];
  if (id < 0) {
    let row = u32(-1 - id);
    for (var i = col; i < min(col + 4u, hidden); i++) { x[token * hidden + i] = prompt[row * hidden + i]; }
    return;
  }
  let row = u32(id) - params.first;
  if (u32(id) < params.first || row >= params.count) { return; }
  let w = params.scale * load_w4(row, col);
  for (var i = 0u; i < min(4u, hidden - col); i++) { x[token * hidden + col + i] = w[i]; }`;

/** One feature of a token whose embedding is a stored column; a chunk holds some of the features. */
const gatherColumn = `  let hidden = params.hidden;
  let token = index / hidden;
  let feature = index % hidden;
  let id = ids[token];
  if (id < 0) {
    x[index] = prompt[u32(-1 - id) * hidden + feature];
    return;
  }
  let row = feature - params.first;
  if (feature < params.first || row >= params.count) { return; }
  x[index] = params.scale * load_w4(row, u32(id) & ~3u)[u32(id) & 3u];`;

/** No inputs; output [tokens, hidden]. */
export const embed: OpDef<EmbedAttrs> = {
  name: 'embed',
  outputs(node, dims, _rows, weights) {
    inputDims(node, dims, 0);
    return [{ dims: [weights[node.attrs.weight]!.k], rows: 'tokens' }];
  },
  emit(node, ctx) {
    const weight = ctx.weight(node.attrs.weight);
    const out = node.outputs[0]!;
    const hidden = product(ctx.dims(out));
    const tokens = ctx.rows('tokens');
    if (tokens === 0) return;
    const columns = weight.order === 'kn';
    const units = columns ? hidden : Math.ceil(hidden / 4);
    const parts = weight.loader.partCount;
    const wgsl = `
@group(0) @binding(0) var<storage, read> ids: array<i32>;
@group(0) @binding(1) var<storage, read> prompt: array<f32>;
${weight.loader.wgsl(2)}
@group(0) @binding(${2 + parts}) var<storage, read_write> x: array<f32>;
struct Params { items: u32, first: u32, count: u32, scale: f32, hidden: u32, columns: u32 }
@group(0) @binding(${3 + parts}) var<uniform> params: Params;
@compute @workgroup_size(${INVOCATIONS})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_index) lane: u32) {
  let index = (group.y * groups.x + group.x) * ${INVOCATIONS}u + lane;
  if (index >= params.items) { return; }
  w_init(${columns ? 'params.columns' : 'params.hidden'});
${columns ? gatherColumn : gatherRow}
}`;
    for (const chunk of weight.chunks) {
      ctx.dispatch({
        label: `embed.${weight.loader.key}`,
        wgsl,
        bindings: [ctx.batch.ids, ctx.batch.softPrompt, ...chunk.parts, ctx.value(out)],
        params: [tokens * units, chunk.firstRow, chunk.rowCount, f32Bits(node.attrs.scale), hidden, weight.n],
        workgroups: fold(
          Math.ceil((tokens * units) / INVOCATIONS),
          ctx.limits.maxComputeWorkgroupsPerDimension,
        ),
      });
    }
  },
  // Ids have no cotangent; the prompt's is the op promptGradient, which differentiate() adds.
  vjp: () => [],
};

/** Input d inputs_embeds [tokens, hidden]; output [prompt, hidden]: the sum over the tokens that are the virtual token, in their order. */
export const promptGradient: OpDef<PromptGradientAttrs> = {
  name: 'promptGradient',
  outputs(node, dims, rows) {
    const [g] = inputDims(node, dims, 1);
    expectRows(node, rows, 'tokens');
    return [{ dims: g!, rows: 'prompt' }];
  },
  emit(node, ctx) {
    const hidden = product(ctx.dims(node.inputs[0]!));
    const lane = laneFor(hidden);
    const units = hidden / lane.width;
    const items = ctx.rows('prompt') * units;
    if (items === 0) return;
    ctx.dispatch({
      label: 'promptGradient',
      wgsl: kernel({
        inputs: { tokens_by_virtual: 'u32', g: lane.type },
        outputs: { d: lane.type },
        params: { prompt: 'u32' },
        invocations: ELEMENTWISE,
        body: `  let row = index / ${units}u;
  if (row >= params.prompt) { return; }
  let unit = index % ${units}u;
  var sum = ${lane.type}(0.0f);
  for (var i = tokens_by_virtual[row]; i < tokens_by_virtual[row + 1u]; i++) {
    sum += g[tokens_by_virtual[params.prompt + 1u + i] * ${units}u + unit];
  }
  d[index] = sum;`,
      }),
      bindings: [ctx.batch.tokensByVirtual, ctx.value(node.inputs[0]!), ctx.value(node.outputs[0]!)],
      params: [ctx.rows('prompt')],
      workgroups: grid(items, ELEMENTWISE, ctx.limits),
    });
  },
};
