/**
 * What the model's description says about a lowered file: where it was cut, dialect, dtype, sizes, what was fused.
 */
import type { AttentionAttrs, BinaryTableAttrs, CausalProgram, Program } from '../program.ts';
import type { EmbeddingCut } from './cut.ts';
import type { Lowering } from './lowering.ts';
import type { LoweredFacts } from './types.ts';

export function factsOf(L: Lowering, cut: EmbeddingCut, program: CausalProgram): LoweredFacts {
  const first = program.nodes.find((node) => node.op === 'attention')!.attrs as AttentionAttrs;
  return {
    cutValue: cut.value,
    embeddingScale: cut.scale,
    dialect: dialectOf(L),
    attentionHeads: first.heads,
    kvHeads: first.kvHeads,
    headDim: first.headDim,
    onnxNodes: L.model.graph.nodes.length,
    fused: countOps(program),
    dtype: dtypeOf(program, quantisesActivations(L)),
    parameters: countParameters(program),
  };
}

/** Numbers in matrices, vectors and learned position embeddings (tables that are added); rotary tables are none. */
function countParameters(program: Program): number {
  const matrices = program.weights.map((weight) => weight.k * weight.n);
  const vectors = program.vectors.map((vector) => vector.data.length);
  const added = program.nodes.flatMap((node) => {
    const attrs = node.op === 'binaryTable' ? (node.attrs as BinaryTableAttrs) : undefined;
    return attrs?.fn === 'add' ? [attrs.table] : [];
  });
  const positions = [...new Set(added)].map((id) => {
    const { limit = 0, width } = program.tables[id]!;
    return limit * width;
  });
  return [...matrices, ...vectors, ...positions].reduce((a, b) => a + b, 0);
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

/** Operators of files that round activations to 8 bits while they run. */
const DYNAMIC_OPS = new Set(['DynamicQuantizeLinear', 'DynamicQuantizeMatMul', 'MatMulIntegerToFloat']);

function quantisesActivations(L: Lowering): boolean {
  return L.graph.nodes.some((node) => DYNAMIC_OPS.has(node.op));
}

/** The storage of most parameters; 'int8 dynamic' where the file would round activations as well, which the engine does not. */
function dtypeOf(program: Program, dynamic: boolean): string {
  const int8 = dynamic ? 'int8 dynamic' : 'int8';
  const bytes = new Map<string, number>();
  for (const weight of program.weights) {
    const { format } = weight;
    const key =
      format.kind === 'blocks'
        ? `int${format.bits}`
        : { f32: 'fp32', f16: 'fp16', bf16: 'bf16', bnb4: 'bnb4', int8, qdq4: 'int4' }[format.kind];
    bytes.set(key, (bytes.get(key) ?? 0) + weight.k * weight.n);
  }
  const sorted = [...bytes].sort((a, b) => b[1] - a[1]).map(([key]) => key);
  return sorted.slice(0, 2).join(' + ') || 'fp32';
}
