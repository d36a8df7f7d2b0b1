/**
 * The embedding table of graphs that take inputs_embeds: it lies in a file of its own (embed_tokens.onnx), or is given.
 */
import { memoryTensor } from '../../onnx/memory-tensor.ts';
import type { OnnxModel } from '../../onnx/types.ts';
import { createEvaluator } from '../evaluate/evaluator.ts';
import { prepareGraph } from '../prepare.ts';
import { ProgramBuilder } from '../program-builder.ts';
import { findCut } from './cut.ts';
import { Lowering } from './lowering.ts';
import type { EmbeddingTable } from './types.ts';

/** The table and factor of an embed_tokens.onnx; throws `graph.not-causal-lm` where it holds no lookup of input_ids. */
export async function embeddingTableOf(model: OnnxModel): Promise<EmbeddingTable> {
  const outputs = model.graph.outputs.map((output) => output.name);
  const graph = prepareGraph(model, { useCacheBranch: false, outputs });
  const L = new Lowering(model, graph, createEvaluator(graph, model), new ProgramBuilder());
  const cut = await findCut(L);
  return { weight: cut.table!, scale: cut.scale };
}

/** A table given as numbers, [vocab, hidden] row-major, already scaled. */
export function embeddingTableFrom(data: Float32Array, vocab: number): EmbeddingTable {
  const hidden = data.length / vocab;
  const tensor = memoryTensor('embedding table', data, [vocab, hidden]);
  return {
    weight: { name: tensor.name, k: hidden, n: vocab, order: 'nk', format: { kind: 'f32' }, data: tensor },
    scale: 1,
  };
}
