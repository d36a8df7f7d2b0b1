/**
 * Finds the embedding table of a decoder that takes inputs_embeds: exporters write it as embed_tokens*.onnx beside it.
 */
import { type EmbeddingTable, embeddingTableOf } from '../graph/lower/index.ts';
import { readModel } from '../onnx/read-model.ts';
import type { ModelFiles, OnnxModel } from '../onnx/types.ts';

/** File name suffixes of the hub's dtypes; the decoder's own is tried first. */
const SUFFIXES = ['', '_fp16', '_quantized', '_int8', '_uint8', '_q4', '_q4f16', '_bnb4'];

/** Undefined for graphs that take input_ids, and where there is no such file. */
export async function embeddingsBeside(
  files: ModelFiles,
  model: OnnxModel,
): Promise<EmbeddingTable | undefined> {
  if (!model.graph.inputs.some((input) => input.name === 'inputs_embeds')) return undefined;
  const folder = model.path.slice(0, model.path.lastIndexOf('/') + 1);
  const stem = model.path.slice(folder.length).replace(/\.onnx$/, '');
  const own = SUFFIXES.filter((suffix) => suffix !== '' && stem.endsWith(suffix));
  for (const suffix of [...own, ...SUFFIXES]) {
    const path = `${folder}embed_tokens${suffix}.onnx`;
    if ((await files.size(path)) !== undefined) return embeddingTableOf(await readModel(files, path));
  }
  return undefined;
}
