/**
 * Stand-ins for the graph's inputs while constants are evaluated: full attention, positions counted from 0, an empty or
 * an only-shaped cache. Rows are never padded inside the engine, so one row of ones is the truth for every mask.
 */
import type { OnnxValueInfo } from '../../onnx/types.ts';
import type { HostDtype, HostTensor } from '../host-tensor.ts';
import type { Extent } from './axes.ts';

export interface Feeds {
  readonly feeds: Map<string, HostTensor>;
  readonly shapes: Map<string, number[]>;
}

export function feedsFor(inputs: readonly OnnxValueInfo[], extent: Extent): Feeds {
  const feeds = new Map<string, HostTensor>();
  const shapes = new Map<string, number[]>();
  for (const input of inputs) {
    const { name } = input;
    if (name === 'input_ids') {
      feeds.set(
        name,
        filled('int64', [extent.batch, extent.tokens], () => 0),
      );
    } else if (name === 'inputs_embeds') {
      shapes.set(name, [extent.batch, extent.tokens, numeric(input.dims[2])]);
    } else if (name === 'attention_mask') {
      feeds.set(
        name,
        filled('int64', [extent.batch, extent.past + extent.tokens], () => 1),
      );
    } else if (name === 'position_ids') {
      feeds.set(
        name,
        filled('int64', [extent.batch, extent.tokens], (i) => extent.past + (i % extent.tokens)),
      );
    } else if (name === 'use_cache_branch') {
      feeds.set(
        name,
        filled('bool', input.dims.length === 0 ? [] : [1], () => 0),
      );
    } else if (name === 'num_logits_to_keep' || name === 'logits_to_keep') {
      feeds.set(
        name,
        filled('int64', input.dims.length === 0 ? [] : [1], () => 0),
      );
    } else if (isLength(input)) {
      const length = name.startsWith('total') ? extent.past + extent.tokens : extent.past;
      feeds.set(
        name,
        filled('int64', input.dims.length === 0 ? [] : [1], () => length),
      );
    } else if (BUFFER_LENGTHS.has(name)) {
      const length = name === 'write_indices' ? extent.past : extent.past + extent.tokens;
      feeds.set(
        name,
        filled('int64', [extent.batch], () => length),
      );
    } else if (isCache(name)) {
      const dims = cacheShape(input, extent);
      if (dims.includes(0)) feeds.set(name, { dtype: 'float32', dims, data: new Float64Array(0) });
      else shapes.set(name, dims);
    }
  }
  return { feeds, shapes };
}

/** Caches are named after the past: past_key_values.0.key (optimum), input.past_key_values.layers.0.keys (transformers 5). */
export function isCache(name: string): boolean {
  return /(^|[./])past[._]/.test(name);
}

/** For each row of a cache of a fixed length: where new tokens go, and how many count with them. */
const BUFFER_LENGTHS = new Set(['write_indices', 'nonpad_kv_seqlen']);

/** Counts of tokens that files with caches of a fixed size take. */
function isLength(input: OnnxValueInfo): boolean {
  return /^(past|total)_seq(uence)?_len(gth)?$/.test(input.name) && /^int/.test(input.dtype);
}

/** Concrete cache shape: batch first, the token axis is the one whose name speaks of the past or the cache. */
function cacheShape(input: OnnxValueInfo, extent: Extent): number[] {
  return input.dims.map((dim, axis) => {
    if (typeof dim === 'number') return dim;
    if (axis === 0 || (typeof dim === 'string' && /batch/.test(dim))) return extent.batch;
    if (axis === 2 || (dim !== undefined && /past|seq|total/.test(dim))) return extent.past;
    return 1;
  });
}

function numeric(dim: number | string | undefined): number {
  return typeof dim === 'number' ? dim : 1;
}

function filled(dtype: HostDtype, dims: number[], value: (index: number) => number): HostTensor {
  const size = dims.reduce((product, d) => product * d, 1);
  return { dtype, dims, data: Float64Array.from({ length: size }, (_, i) => value(i)) };
}
