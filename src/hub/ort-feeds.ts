/** Tensors that a causal LM's float32 graph is fed with, whatever exporter named them. */

import * as ort from 'onnxruntime-web/wasm';
import { LabError } from '../lib/errors.ts';

/** Name, element type and dimensions, from a session or from the file. */
export interface InputInfo {
  readonly name: string;
  readonly type: string;
  readonly dims: readonly (number | string | undefined)[];
}

export interface PastInput {
  readonly name: string;
  readonly output: string;
  /** Dimensions before the first token: batch 1, 0 positions; a convolution's state has its full size. */
  readonly dims: readonly number[];
}

/** Inputs that ask how many positions' logits are wanted; 0 = all, as in transformers. */
export const KEEP_INPUTS: readonly string[] = ['num_logits_to_keep', 'logits_to_keep'];
const TOKEN_INPUTS = new Set([
  'input_ids',
  'attention_mask',
  'position_ids',
  'use_cache_branch',
  ...KEEP_INPUTS,
]);

/** Everything the graph wants besides ids, mask and positions is state of tokens before. */
export const isTokenInput = (name: string): boolean => TOKEN_INPUTS.has(name);

/** Number of a dimension before the first token; undefined where neither graph nor configuration tells. */
function initialDim(
  dim: number | string | undefined,
  axis: number,
  rank: number,
  headDim: number,
): number | undefined {
  if (typeof dim === 'number') return dim;
  if (axis === 0 || /batch/.test(dim ?? '')) return 1;
  // Keys and values are [batch, heads, positions, size], whatever their positions are called (torch: s26).
  if (/past|seq/.test(dim ?? '') || (rank === 4 && axis === 2)) return 0;
  return axis === rank - 1 && headDim > 0 ? headDim : undefined;
}

/** A state that the graph also gives back. Throws `hub.ort-input` {name} where it is of no known kind. */
export function pastInput({ name, type, dims }: InputInfo, headDim: number): PastInput {
  // transformers 5: input.past_key_values.layers.0.keys comes back as output.past_key_values.layers.0.keys.
  const output = name
    .replace(/^input\.past/, 'output.past')
    .replace(/^past(_key_values)?\./, 'present.')
    .replace(/^past_/, 'present_');
  if (type !== 'float32' || output === name) throw new LabError('hub.ort-input', { name });
  const initial = dims.map((dim, axis) => {
    const size = initialDim(dim, axis, dims.length, headDim);
    if (size === undefined) throw new LabError('hub.ort-input', { name });
    return size;
  });
  return { name, output, dims: initial };
}

/** What a graph with buffers of fixed length asks for (opset 24, TensorScatter): where to write, and how many keys there are then. */
export const WRITE_INPUT = 'write_indices';
export const KEYS_INPUT = 'nonpad_kv_seqlen';

/** An empty buffer of keys or values, [batch 1, positions, size]; undefined where the input is none or its length is not told. */
export function emptyBuffer({ name, type, dims }: InputInfo): ort.Tensor | undefined {
  if (type !== 'float32' || !/^(key|value)_cache\./.test(name)) return undefined;
  const sizes = dims.map((dim, axis) => (typeof dim === 'number' ? dim : axis === 0 ? 1 : 0));
  const length = sizes.reduce((product, size) => product * size, 1);
  return length > 0 ? new ort.Tensor(type, new Float32Array(length), sizes) : undefined;
}

export function initialTensor({ dims }: PastInput): ort.Tensor {
  const size = dims.reduce((product, dim) => product * dim, 1);
  return new ort.Tensor('float32', new Float32Array(size), dims);
}

/** Whole numbers in the type an input declares; int64 unless it says int32. */
export function integers(
  values: readonly number[],
  dims: readonly number[],
  type: string | undefined = 'int64',
): ort.Tensor {
  return type === 'int32'
    ? new ort.Tensor('int32', Int32Array.from(values), dims)
    : new ort.Tensor('int64', BigInt64Array.from(values, BigInt), dims);
}
