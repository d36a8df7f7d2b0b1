/**
 * The facts about a model's file where the engine does not load it: what the proto itself says, and config.json for
 * what a graph does not carry.
 */

import type { ModelDescription } from '../engine/model/types.ts';
import { readModel } from '../engine/onnx/read-model.ts';
import type { ModelFiles, OnnxDtype, OnnxModel } from '../engine/onnx/types.ts';
import type { ModelConfig } from './tokenizer.ts';

export interface GraphFacts {
  readonly description: ModelDescription;
  /** `narrowestWindow` */
  readonly window: number | undefined;
}

const DTYPE_NAMES: Partial<Record<OnnxDtype, string>> = {
  float32: 'fp32',
  float16: 'fp16',
  bfloat16: 'bf16',
  int8: 'int8',
  uint8: 'int8',
  int4: 'int4',
  uint4: 'int4',
};

/** Operators of the standard domain that do a whole block's work. */
const FUSED_STANDARD = new Set(['Attention', 'RotaryEmbedding', 'RMSNormalization']);

function dialectOf({ graph }: OnnxModel): ModelDescription['dialect'] {
  const contrib = graph.nodes.some((node) => node.domain === 'com.microsoft');
  const standard = graph.nodes.some((node) => node.domain === '' && FUSED_STANDARD.has(node.op));
  if (contrib && standard) return 'mixed';
  if (contrib) return 'fused com.microsoft';
  return standard ? 'fused standard' : 'decomposed';
}

/** Matrices and vectors of numbers; index tables and scalars are no parameters. */
function weights({ graph }: OnnxModel): { parameters: number; dtype: string } {
  const byDtype = new Map<string, number>();
  let parameters = 0;
  for (const tensor of graph.initializers.values()) {
    const name = DTYPE_NAMES[tensor.dtype];
    if (!name || tensor.dims.length === 0) continue;
    const count = tensor.dims.reduce((product, dim) => product * dim, 1);
    parameters += count;
    byDtype.set(name, (byDtype.get(name) ?? 0) + count);
  }
  const most = [...byDtype].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'fp32';
  return { parameters, dtype: most };
}

const whole = (value: unknown): number => (typeof value === 'number' && Number.isInteger(value) ? value : 0);

/** Names of the window in configurations: Mistral and Gemma, GPT-Neo, Llama 4. */
const WINDOW_KEYS = ['sliding_window', 'window_size', 'attention_chunk_size'];

/** Keys that the narrowest layer attends to; undefined where the configuration names no window. */
export function narrowestWindow(config: ModelConfig): number | undefined {
  const text = (config.text_config ?? config) as ModelConfig;
  const sizes = WINDOW_KEYS.map((key) => whole(text[key])).filter((size) => size > 0);
  return sizes.length > 0 ? Math.min(...sizes) : undefined;
}

/** Reads the proto only. Throws what the reader throws (`onnx.*`); a fact nobody states is 0. */
export async function describeGraph(
  files: ModelFiles,
  path: string,
  config: ModelConfig,
): Promise<GraphFacts> {
  const model = await readModel(files, path);
  const text = (config.text_config ?? config) as ModelConfig;
  const heads = whole(text.num_attention_heads ?? text.n_head);
  const hidden = whole(text.hidden_size ?? text.n_embd);
  const logits = model.graph.outputs.find((output) => output.name === 'logits');
  return {
    window: narrowestWindow(config),
    description: {
      path,
      producer: model.producer,
      opset: model.opsets.get('') ?? 1,
      dialect: dialectOf(model),
      architecture: typeof config.model_type === 'string' ? config.model_type : 'unknown',
      ...weights(model),
      layers: whole(text.num_hidden_layers ?? text.n_layer),
      hiddenSize: hidden,
      vocabSize: whole(logits?.dims.at(-1)) || whole(text.vocab_size),
      attentionHeads: heads,
      kvHeads: whole(text.num_key_value_heads) || heads,
      headDim: whole(text.head_dim) || (heads > 0 ? Math.floor(hidden / heads) : 0),
      maxPositions: whole(text.max_position_embeddings ?? text.n_positions) || undefined,
      fileBytes: model.fileBytes,
      cutValue: '',
      embeddingScale: 1,
      fused: {},
      onnxNodes: model.graph.nodes.length,
    },
  };
}
