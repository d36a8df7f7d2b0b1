/**
 * From an ONNX file to the token program of a causal LM.
 *
 * The graph is cut at inputs_embeds; every node between there and the logits is lowered by its handler, everything else
 * is a constant for given sizes and is evaluated on the CPU. Fusion and row selection follow as passes.
 */
import { LabError } from '../../../lib/errors.ts';
import type { OnnxModel, OnnxNode } from '../../onnx/types.ts';
import { createEvaluator } from '../evaluate/evaluator.ts';
import { fuse } from '../passes/fuse.ts';
import { removeUnused } from '../passes/remove-unused.ts';
import { selectBeforeTail } from '../passes/select-rows.ts';
import { prepareGraph } from '../prepare.ts';
import type { CausalProgram, Program, ValueId } from '../program.ts';
import { ProgramBuilder } from '../program-builder.ts';
import { BATCH, type Extent, features, isBatchAxis, isTokenAxis, storedSize, TOKENS } from './axes.ts';
import { lengthConditions } from './conditions.ts';
import { type EmbeddingCut, findCut } from './cut.ts';
import { factsOf } from './facts.ts';
import { activationHandlers } from './handlers/activations.ts';
import { cacheHandlers } from './handlers/cache.ts';
import { convHandlers } from './handlers/conv.ts';
import { elementwiseHandlers } from './handlers/elementwise.ts';
import { fusedAttentionHandlers } from './handlers/fused-attention.ts';
import { linearHandlers } from './handlers/linear.ts';
import { msAttentionHandlers } from './handlers/ms-attention.ts';
import { normHandlers } from './handlers/norm.ts';
import { quantisedHandlers } from './handlers/quantised.ts';
import { softmax } from './handlers/scores.ts';
import { shapeHandlers } from './handlers/shape.ts';
import type { Handler } from './handlers/types.ts';
import { Lowering, PROBES } from './lowering.ts';
import { shareTiedWeights } from './tied-weights.ts';
import type { EmbeddingTable, LoweredFacts, TensorValue } from './types.ts';

export interface LoweredModel {
  readonly program: CausalProgram;
  readonly facts: LoweredFacts;
}

const HANDLERS: Readonly<Record<string, Handler>> = {
  ...elementwiseHandlers,
  ...activationHandlers,
  ...shapeHandlers,
  ...linearHandlers,
  ...normHandlers,
  ...quantisedHandlers,
  ...fusedAttentionHandlers,
  ...msAttentionHandlers,
  ...convHandlers,
  ...cacheHandlers,
  Softmax: softmax,
};

/** Facts about shapes and types, whatever flows through the node. */
function isConstant({ op, inputs }: OnnxNode, L: Lowering): boolean {
  return op === 'Shape' || op === 'Size' || (op === 'CastLike' && !L.isLowered(inputs[0] ?? ''));
}

/** The decoder before any pass: one program node or more for each ONNX node. */
export interface LoweredGraph {
  readonly L: Lowering;
  readonly cut: EmbeddingCut;
  readonly program: Program;
  readonly inputsEmbeds: ValueId;
  readonly logits: ValueId;
  readonly vocabSize: number;
  /** Positions that the branches taken can serve, where they end. */
  readonly maxPositions: number | undefined;
}

/** Lowers the decoder in `model` and runs the passes. Throws what `lowerGraph` throws. */
export async function lowerCausalLM(model: OnnxModel, embeddings?: EmbeddingTable): Promise<LoweredModel> {
  const lowered = await lowerGraph(model, embeddings);
  const { program: raw, inputsEmbeds, logits } = lowered;
  const fused = completeProgram(lowered, fuse(raw, [inputsEmbeds, logits]));
  const program = await shareTiedWeights(fused);
  return { program, facts: factsOf(lowered.L, lowered.cut, program) };
}

/**
 * Lowers the decoder in `model`. Throws `graph.not-causal-lm` (what is missing), `graph.unsupported-op` (op, domain, node,
 * file, what stands in the way), `graph.embeddings-missing` (a graph that takes inputs_embeds, without `embeddings`), `graph.malformed-node`,
 * `graph.mask-not-understood`, `graph.weight-type`, `graph.position-table`, `graph.length-dependent`.
 */
export async function lowerGraph(model: OnnxModel, embeddings?: EmbeddingTable): Promise<LoweredGraph> {
  const conditions = await lengthConditions(model);
  const graph = prepareGraph(model, { useCacheBranch: false, conditions: conditions.values });
  const evaluator = createEvaluator(graph, model);
  const masks = new Map();
  const at = (probe: Extent) =>
    lowerAt(new Lowering(model, graph, evaluator, new ProgramBuilder(), probe, masks), embeddings);
  const lowered = { ...(await at(PROBES[0])), maxPositions: conditions.limit };
  checkSameStructure(lowered.program, (await at(PROBES[1])).program, model.path);
  return lowered;
}

async function lowerAt(
  L: Lowering,
  embeddings?: EmbeddingTable,
): Promise<Omit<LoweredGraph, 'maxPositions'>> {
  const { model, graph } = L;
  const cut = await findCut(L, embeddings);
  const inputsEmbeds = embed(L, cut);
  const output = graph.outputs.find((o) => o.name === 'logits')?.value ?? 'logits';
  const needed = new Set(L.ancestors(output));
  const done = new Set<string>([cut.value]);
  for (const node of graph.nodes) {
    if (!needed.has(node) || isConstant(node, L) || node.outputs.some((name) => done.has(name))) continue;
    if (!node.inputs.some((name) => L.isLowered(name))) continue;
    await lowerNode(node, L);
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
  const program = removeUnused<Program>(L.program, [inputsEmbeds, logits.id]);
  return { L, cut, program, inputsEmbeds, logits: logits.id, vocabSize: storedSize(vocab) };
}

/** A number or a feature that varies with the length of the input was read at one length only: such a file is refused. */
function checkSameStructure(program: Program, other: Program, file: string): void {
  const differs = program.nodes.findIndex((node, i) => {
    const twin = other.nodes[i];
    return (
      JSON.stringify([node.op, node.inputs, node.attrs]) !==
      JSON.stringify([twin?.op, twin?.inputs, twin?.attrs])
    );
  });
  const vectors = program.vectors.some(({ data }, i) =>
    data.some((x, at) => !Object.is(x, other.vectors[i]?.data[at])),
  );
  if (differs < 0 && !vectors && program.nodes.length === other.nodes.length) return;
  const node = program.nodes[Math.max(differs, 0)]?.source ?? '';
  throw new LabError('graph.length-dependent', { node, file });
}

async function lowerNode(node: OnnxNode, L: Lowering): Promise<void> {
  const op = node.domain ? `${node.domain}::${node.op}` : node.op;
  const handler = HANDLERS[op];
  if (!handler) throw L.unsupported(node, 'the engine has no rule for this operator');
  try {
    await handler(node, L);
  } catch (error) {
    if (error instanceof LabError) throw error;
    // Handlers rely on the inputs and attributes that an operator must have; a damaged file may lack them.
    const params = { op, node: node.name || (node.outputs[0] ?? ''), file: L.model.path };
    throw new LabError('graph.malformed-node', params, { cause: error });
  }
}

function embed(L: Lowering, cut: EmbeddingCut): number {
  const axes = cut.flattened
    ? [[...BATCH, ...TOKENS], features(cut.hiddenSize)]
    : [BATCH, TOKENS, features(cut.hiddenSize)];
  const attrs = { weight: L.program.weight(cut.table), scale: cut.scale };
  const output = { dims: [cut.hiddenSize], rows: 'tokens' as const, name: cut.value };
  const [id] = L.program.add('embed', [], attrs, [output], 'embedding lookup');
  const of: TensorValue = { kind: 'tensor', id: id!, axes };
  L.set(cut.value, of);
  const { integers } = cut;
  if (integers) L.set(integers.value, { kind: 'quantised', of, axes, factors: [], stored: integers });
  return id!;
}

/** Selects rows before the tail of `program`, which computes the same logits as `lowered.program`, fused or not. */
export function completeProgram(lowered: LoweredGraph, program: Program): CausalProgram {
  const { L, cut, inputsEmbeds, vocabSize } = lowered;
  const selected = selectBeforeTail(program, lowered.logits);
  const caching = selected.program.nodes.filter((node) => node.op === 'attention' || node.op === 'conv');
  if (!caching.some((node) => node.op === 'attention'))
    throw new LabError('graph.not-causal-lm', { file: L.model.path, missing: 'attention' });
  const limits = [lowered.maxPositions, ...L.program.tables.map((table) => table.limit)].filter(
    (limit) => limit !== undefined,
  );
  return {
    ...selected.program,
    inputsEmbeds,
    logits: selected.logits,
    hiddenSize: cut.hiddenSize,
    vocabSize,
    layers: caching.length,
    maxPositions: limits.length > 0 ? Math.min(...limits) : undefined,
  };
}
