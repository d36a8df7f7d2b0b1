/**
 * The facts about a loaded file, for people. Numbers come from the graph; only the architecture's name is config.json's,
 * since graphs do not carry it.
 */
import type { LoweredFacts } from '../graph/lower/types.ts';
import type { CausalProgram } from '../graph/program.ts';
import type { ModelFiles, OnnxModel } from '../onnx/types.ts';
import type { ModelDescription } from './types.ts';

export async function describeModel(
  files: ModelFiles,
  model: OnnxModel,
  program: CausalProgram,
  facts: LoweredFacts,
): Promise<ModelDescription> {
  return {
    path: model.path,
    producer: model.producer,
    opset: model.opsets.get('') ?? 1,
    dialect: facts.dialect,
    architecture: await architectureName(files),
    dtype: facts.dtype,
    parameters: facts.parameters,
    layers: program.layers,
    hiddenSize: program.hiddenSize,
    vocabSize: program.vocabSize,
    attentionHeads: facts.attentionHeads,
    kvHeads: facts.kvHeads,
    headDim: facts.headDim,
    maxPositions: program.maxPositions,
    fileBytes: model.fileBytes,
    cutValue: facts.cutValue,
    embeddingScale: facts.embeddingScale,
    fused: facts.fused,
    onnxNodes: facts.onnxNodes,
  };
}

/** `model_type` of config.json, or 'unknown': a missing or broken config is no reason to refuse a model. */
async function architectureName(files: ModelFiles): Promise<string> {
  const size = await files.size('config.json');
  if (!size) return 'unknown';
  try {
    const config: unknown = JSON.parse(new TextDecoder().decode(await files.read('config.json', 0, size)));
    if (config !== null && typeof config === 'object' && 'model_type' in config) {
      return typeof config.model_type === 'string' ? config.model_type : 'unknown';
    }
  } catch {
    // Not JSON: the name stays unknown.
  }
  return 'unknown';
}
