/**
 * From an ONNX file to the token program of a causal LM.
 *
 * The graph is cut at inputs_embeds; every node between there and the logits is lowered by its handler, everything else
 * is a constant for given sizes and is evaluated on the CPU. Fusion and row selection follow as passes.
 */
import { LabError } from '../../../lib/errors.ts';
import type { OnnxModel } from '../../onnx/types.ts';
import { createEvaluator } from '../evaluate/evaluator.ts';
import { fuse } from '../passes/fuse.ts';
import { removeUnused } from '../passes/remove-unused.ts';
import { selectBeforeTail } from '../passes/select-rows.ts';
import { prepareGraph } from '../prepare.ts';
import type { AttentionAttrs, CausalProgram, Program } from '../program.ts';
import { ProgramBuilder } from '../program-builder.ts';
import { BATCH, features, isBatchAxis, isTokenAxis, storedSize, TOKENS } from './axes.ts';
import { type EmbeddingCut, findCut } from './cut.ts';
import { convHandlers } from './handlers/conv.ts';
import { elementwiseHandlers } from './handlers/elementwise.ts';
import { fusedAttentionHandlers } from './handlers/fused-attention.ts';
import { linearHandlers } from './handlers/linear.ts';
import { normHandlers } from './handlers/norm.ts';
import { quantisedHandlers } from './handlers/quantised.ts';
import { softmax } from './handlers/scores.ts';
import { shapeHandlers } from './handlers/shape.ts';
import type { Handler } from './handlers/types.ts';
import { Lowering } from './lowering.ts';
import type { EmbeddingTable, LoweredFacts } from './types.ts';

export interface LoweredModel {
  readonly program: CausalProgram;
  readonly facts: LoweredFacts;
}

const HANDLERS: Readonly<Record<string, Handler>> = {
  ...elementwiseHandlers,
  ...shapeHandlers,
  ...linearHandlers,
  ...normHandlers,
  ...quantisedHandlers,
  ...fusedAttentionHandlers,
  ...convHandlers,
  Softmax: softmax,
};

/** Ops whose outputs are facts about shapes, whatever flows through them. */
const SHAPE_ONLY = new Set(['Shape', 'Size']);

/**
 * Lowers the decoder in `model`. Throws `graph.not-causal-lm` (what is missing), `graph.unsupported-op` (op, domain, node,
 * file, what stands in the way), `graph.embeddings-missing` (a graph that takes inputs_embeds, without `embeddings`), `graph.mask-not-understood`, `graph.weight-type`, `graph.position-table`.
 */
export async function lowerCausalLM(model: OnnxModel, embeddings?: EmbeddingTable): Promise<LoweredModel> {
  const graph = prepareGraph(model, { useCacheBranch: false });
  const L = new Lowering(model, graph, createEvaluator(graph, model), new ProgramBuilder());
  const cut = await findCut(L, embeddings);
  const inputsEmbeds = embed(L, cut);
  const output = graph.outputs.find((o) => o.name === 'logits')?.value ?? 'logits';
  const needed = new Set(L.ancestors(output));
  const done = new Set<string>([cut.value]);
  for (const node of graph.nodes) {
    if (!needed.has(node) || SHAPE_ONLY.has(node.op) || node.outputs.some((name) => done.has(name))) continue;
    if (!node.inputs.some((name) => L.isLowered(name))) continue;
    const handler = HANDLERS[node.domain ? `${node.domain}::${node.op}` : node.op];
    if (!handler) throw L.unsupported(node, 'the engine has no rule for this operator');
    await handler(node, L);
  }
  const logits = L.values.get(output);
  if (logits?.kind !== 'tensor')
    throw new LabError('graph.not-causal-lm', {
      file: model.path,
      missing: 'logits that depend on the embeddings',
    });
  const [batch, tokens, vocab] = logits.axes;
  if (!batch || !tokens || !vocab || !isBatchAxis(batch) || !isTokenAxis(tokens)) {
    throw new LabError('graph.pruned-logits', { file: model.path });
  }
  return finish(L, cut, inputsEmbeds, logits.id, storedSize(vocab));
}

function embed(L: Lowering, cut: EmbeddingCut): number {
  const axes = cut.flattened
    ? [[...BATCH, ...TOKENS], features(cut.hiddenSize)]
    : [BATCH, TOKENS, features(cut.hiddenSize)];
  const attrs = { weight: L.program.weight(cut.table), scale: cut.scale };
  const output = { dims: [cut.hiddenSize], rows: 'tokens' as const, name: cut.value };
  const [id] = L.program.add('embed', [], attrs, [output], 'embedding lookup');
  L.set(cut.value, { kind: 'tensor', id: id!, axes });
  return id!;
}

function finish(
  L: Lowering,
  cut: EmbeddingCut,
  inputsEmbeds: number,
  logits: number,
  vocabSize: number,
): LoweredModel {
  const raw: Program = L.program;
  const fused = fuse(removeUnused(raw, [inputsEmbeds, logits]), [inputsEmbeds, logits]);
  const selected = selectBeforeTail(fused, logits);
  const attention = selected.program.nodes.filter((node) => node.op === 'attention');
  if (attention.length === 0)
    throw new LabError('graph.not-causal-lm', { file: L.model.path, missing: 'attention' });
  const first = attention[0]!.attrs as AttentionAttrs;
  const limits = L.program.tables.flatMap((table) => (table.limit === undefined ? [] : [table.limit]));
  const program: CausalProgram = {
    ...selected.program,
    inputsEmbeds,
    logits: selected.logits,
    hiddenSize: cut.hiddenSize,
    vocabSize,
    layers: selected.program.nodes.filter((node) => node.op === 'attention' || node.op === 'conv').length,
    maxPositions: limits.length > 0 ? Math.min(...limits) : undefined,
  };
  const facts: LoweredFacts = {
    cutValue: cut.value,
    embeddingScale: cut.scale,
    dialect: dialectOf(L),
    attentionHeads: first.heads,
    kvHeads: first.kvHeads,
    headDim: first.headDim,
    onnxNodes: L.model.graph.nodes.length,
    fused: countOps(program),
    dtype: dtypeOf(program),
    parameters:
      program.weights.reduce((sum, w) => sum + w.k * w.n, 0) +
      program.vectors.reduce((sum, v) => sum + v.data.length, 0),
  };
  return { program, facts };
}

function countOps(program: Program): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const node of program.nodes) counts[node.op] = (counts[node.op] ?? 0) + 1;
  return counts;
}

function dialectOf(L: Lowering): LoweredFacts['dialect'] {
  const microsoft = L.graph.nodes.some(
    (node) => node.domain === 'com.microsoft' && /Attention$/.test(node.op),
  );
  const anyMicrosoft = L.graph.nodes.some(
    (node) => node.domain === 'com.microsoft' && !/^MatMul/.test(node.op),
  );
  const standard = L.graph.nodes.some(
    (node) => node.domain === '' && /^(Attention|RMSNormalization|RotaryEmbedding)$/.test(node.op),
  );
  if (microsoft) return 'fused com.microsoft';
  if (standard) return 'fused standard';
  return anyMicrosoft ? 'mixed' : 'decomposed';
}

/** The storage of most parameters. */
function dtypeOf(program: Program): string {
  const bytes = new Map<string, number>();
  for (const weight of program.weights) {
    const { format } = weight;
    const key =
      format.kind === 'blocks'
        ? `int${format.bits}`
        : { f32: 'fp32', f16: 'fp16', bf16: 'bf16', bnb4: 'bnb4', int8: 'int8', qdq4: 'int4' }[format.kind];
    bytes.set(key, (bytes.get(key) ?? 0) + weight.k * weight.n);
  }
  const sorted = [...bytes].sort((a, b) => b[1] - a[1]).map(([key]) => key);
  return sorted.slice(0, 2).join(' + ') || 'fp32';
}
