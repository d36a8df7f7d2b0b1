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
    const known = tokenFacts(input, extent);
    if (known) feeds.set(name, known);
    else if (name === 'inputs_embeds')
      shapes.set(name, [extent.batch, extent.tokens, numeric(input.dims[2])]);
    else if (isCache(name)) {
      const dims = cacheShape(input, extent);
      if (dims.includes(0)) feeds.set(name, { dtype: 'float32', dims, data: new Float64Array(0) });
      else shapes.set(name, dims);
    }
  }
  return { feeds, shapes };
}

/** What an input says about the tokens; undefined for all others. */
function tokenFacts(input: OnnxValueInfo, extent: Extent): HostTensor | undefined {
  const { batch, tokens, past } = extent;
  const one = (dtype: HostDtype, value: number) =>
    filled(dtype, input.dims.length === 0 ? [] : [1], () => value);
  switch (input.name) {
    case 'input_ids':
    // Segments, of which a causal LM has one.
    case 'token_type_ids':
      return filled('int64', [batch, tokens], () => 0);
    case 'attention_mask':
      return input.dims.length === 4
        ? wholeMask(input, extent)
        : filled('int64', [batch, past + tokens], () => 1);
    case 'position_ids':
      return filled('int64', [batch, tokens], (i) => past + (i % tokens));
    case 'cache_position':
      return filled('int64', [tokens], (i) => past + i);
    case 'use_cache_branch':
      return one('bool', 0);
    case 'num_logits_to_keep':
    case 'logits_to_keep':
      return one('int64', 0);
    // Of caches of a fixed length, for each row: where new tokens go, and how many count with them.
    case 'write_indices':
      return filled('int64', [batch], () => past);
    case 'nonpad_kv_seqlen':
      return filled('int64', [batch], () => past + tokens);
  }
  if (!isLength(input)) return undefined;
  return one('int64', input.name.startsWith('total') ? past + tokens : past);
}

/** A mask [batch, 1, new tokens, all tokens] that its caller makes causal: floats are added to scores, others are conditions. */
function wholeMask(input: OnnxValueInfo, { batch, tokens, past }: Extent): HostTensor {
  const float = input.dtype.includes('float');
  const total = past + tokens;
  return filled(
    float ? 'float32' : input.dtype === 'bool' ? 'bool' : 'int64',
    [batch, 1, tokens, total],
    (i) => {
      const visible = i % total <= past + (Math.floor(i / total) % tokens);
      if (float) return visible ? 0 : -LARGEST;
      return visible ? 1 : 0;
    },
  );
}

/** The largest finite number of f32. */
const LARGEST = (2 - 2 ** -23) * 2 ** 127;

/** Caches are named after the past: past_key_values.0.key (optimum), input.past_key_values.layers.0.keys (transformers 5). */
export function isCache(name: string): boolean {
  return /(^|[./])past[._]/.test(name);
}

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
