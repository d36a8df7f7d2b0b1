/**
 * What a mask constant means: causal, sliding window, ALiBi. Evaluated at small sizes and, for windows longer than
 * those, at a few queries with a long past; anything else is refused by name, so no mask is ever guessed.
 */
import { LabError } from '../../../lib/errors.ts';
import type { OnnxNode, TensorRef } from '../../onnx/types.ts';
import { loadHostTensor } from '../evaluate/load.ts';
import type { HostTensor } from '../host-tensor.ts';
import type { VectorId } from '../program.ts';
import type { Extent } from './axes.ts';
import { isCache } from './feeds.ts';
import type { Lowering } from './lowering.ts';
import type { MaskTerm } from './types.ts';

/** fp16 exports clamp finfo.min to -1e4; nothing but a mask is that negative. */
const MASKED = -9000;
/** Sizes at which masks are read. */
export const SMALL: Extent = { batch: 1, tokens: 24, past: 0 };
const LONG_PASTS = [8190, 2046, 1022, 500];
/** Larger numbers in a mask are limits of types, no windows. */
const MAX_WINDOW = 2 ** 20;

export interface MaskMeaning {
  readonly window: number;
  readonly alibi?: VectorId;
}

/** Bias of head h, query i (of the new tokens), key j (of all): undefined = masked, NaN = the mask says nothing about it. */
type Bias = (h: number, i: number, j: number) => number | undefined;

/** A mask read once; `slopes` where it holds ALiBi. */
export interface ReadMask {
  readonly window: number;
  readonly slopes?: Float32Array;
}

/** `causal`: the node itself hides the future, whatever its mask terms say. */
export async function analyseMask(
  L: Lowering,
  node: OnnxNode,
  terms: readonly MaskTerm[],
  heads: number,
  causal = false,
): Promise<MaskMeaning> {
  if (causal && terms.length === 0) return { window: 0 };
  const key = JSON.stringify([terms, heads, causal]);
  const { window, slopes } = L.masks.get(key) ?? (await readMask(L, node, terms, heads, causal));
  L.masks.set(key, slopes ? { window, slopes } : { window });
  if (!slopes) return { window };
  return { window, alibi: L.program.vector(`${node.outputs[0]} slopes`, slopes) };
}

async function readMask(
  L: Lowering,
  node: OnnxNode,
  terms: readonly MaskTerm[],
  heads: number,
  causal: boolean,
): Promise<ReadMask> {
  const fail = () => notUnderstood(L, node, terms);
  const bias = await biasAt(L, terms, SMALL, causal);
  const slopes = new Float32Array(heads);
  const last = SMALL.tokens - 1;
  const visible = visibleKeys(bias, SMALL);
  const window = visible === SMALL.tokens ? 0 : visible;
  for (let h = 0; h < heads; h++) {
    // A window of one key has no slope.
    const slope = visible === 1 ? 0 : at(bias, h, last, last, fail) - at(bias, h, last, last - 1, fail);
    slopes[h] = slope;
    for (let i = 0; i < SMALL.tokens; i++) {
      for (let j = 0; j < SMALL.tokens; j++) {
        const value = bias(h, i, j);
        const expected = j <= i && (window === 0 || i - j < window);
        if ((value !== undefined) !== expected) throw fail();
        if (value === undefined) continue;
        const difference = value - at(bias, h, i, i, fail) - slope * (j - i);
        // NaN must not pass.
        if (!(Math.abs(difference) <= 1e-4 * (1 + Math.abs(slope * (j - i))))) throw fail();
      }
    }
  }
  const found = window > 0 ? window : await longWindow(L, node, terms, causal);
  return slopes.some((slope) => slope !== 0) ? { window: found, slopes } : { window: found };
}

function notUnderstood(L: Lowering, node: OnnxNode, terms: readonly MaskTerm[]): LabError {
  return new LabError('graph.mask-not-understood', {
    node: node.name || node.outputs[0]!,
    value: terms.map((t) => t.name).join(', '),
    file: L.model.path,
  });
}

function at(bias: Bias, h: number, i: number, j: number, fail: () => LabError): number {
  const value = bias(h, i, j);
  if (value === undefined) throw fail();
  return value;
}

/**
 * A window longer than the small size: it shows with a long past. Graphs without a cache input have no such view; there the
 * numbers that the mask is made of are tried at small values instead.
 */
async function longWindow(
  L: Lowering,
  node: OnnxNode,
  terms: readonly MaskTerm[],
  causal: boolean,
): Promise<number> {
  if (terms.length === 0) return 0;
  if (!L.graph.inputs.some((input) => isCache(input.name))) return windowByNumbers(L, node, terms, causal);
  for (const past of LONG_PASTS) {
    const extent = { batch: 1, tokens: 2, past };
    const bias = await biasIfServed(L, terms, extent, causal);
    // Tables inside the mask (GPT-2's triangle of 1024) or the mask itself (buffers of a fixed length) end before this
    // length: a shorter past is asked.
    if (!bias || Number.isNaN(bias(0, 1, past + 1))) continue;
    const visible = visibleKeys(bias, extent);
    return visible === past + 2 ? 0 : visible;
  }
  return windowByNumbers(L, node, terms, causal);
}

/** Small values that a number in the mask is given in turn. */
const TRIED = [6, 9] as const;
/** Masks hold a few; each costs two evaluations. */
const MAX_NUMBERS = 32;

/**
 * The window w of a mask that holds w in a table or as a number. With that number replaced by 6 and by 9 the last query sees 6 + c and
 * 9 + c keys, so it sees w + c with the file's own. Whole numbers beyond the small size are tried, each on its own.
 */
async function windowByNumbers(
  L: Lowering,
  node: OnnxNode,
  terms: readonly MaskTerm[],
  causal: boolean,
): Promise<number> {
  const windows: number[] = [];
  let tried = 0;
  for (const [name, stored] of new Map(terms.flatMap((term) => [...L.constantsAbove(term.name)]))) {
    if (stored.dims.some((d) => d !== 1)) {
      const window = await windowOfTable(L, terms, causal, stored);
      if (window !== undefined) windows.push(window);
      continue;
    }
    const number = await loadHostTensor(stored, 1);
    const size = Math.abs(number.data[0]!);
    if (!Number.isInteger(size) || size < SMALL.tokens || size > MAX_WINDOW) continue;
    if (++tried > MAX_NUMBERS) throw notUnderstood(L, node, terms);
    // All are seen with a small value, or the graph cannot do with one: the number is no window.
    const few = await seenWith(L, terms, causal, name, withValue(number, TRIED[0]));
    if (few === undefined || few === SMALL.tokens) continue;
    const more = await seenWith(L, terms, causal, name, withValue(number, TRIED[1]));
    if (more === undefined || more - few !== TRIED[1] - TRIED[0]) continue;
    windows.push(size + few - TRIED[0]);
  }
  return windows.length > 0 ? Math.min(...windows) : 0;
}

function withValue(number: HostTensor, value: number): HostTensor {
  return { ...number, data: Float64Array.of(Math.sign(number.data[0]!) * value) };
}

async function seenWith(
  L: Lowering,
  terms: readonly MaskTerm[],
  causal: boolean,
  name: string,
  number: HostTensor,
): Promise<number | undefined> {
  const bias = await biasIfServed(L, terms, SMALL, causal, new Map([[name, number]]));
  return bias && visibleKeys(bias, SMALL);
}

/**
 * The window of a square table (GPT-Neo stores its local masks so). Its last row says how many tokens must be looked at: a few more
 * than its entries that are unlike the first one; where it treats all keys alike there is no window.
 */
async function windowOfTable(
  L: Lowering,
  terms: readonly MaskTerm[],
  causal: boolean,
  { dims, byteLength, readRange }: TensorRef,
): Promise<number | undefined> {
  const [rows = 0, size = 0] = dims.slice(-2);
  if (dims.length < 2 || rows !== size || size <= SMALL.tokens) return undefined;
  const width = byteLength / dims.reduce((a, b) => a * b, 1);
  if (!Number.isInteger(width)) return undefined;
  const row = await readRange(byteLength - width * size, width * size);
  const isUnlike = (key: number) => row.subarray(0, width).some((byte, i) => byte !== row[key * width + i]);
  const unlike = Array.from({ length: size }, (_, key) => key).filter(isUnlike).length;
  if (unlike === 0) return undefined;
  const extent = { batch: 1, tokens: Math.min(unlike + SMALL.tokens, size), past: 0 };
  const bias = await biasIfServed(L, terms, extent, causal);
  const visible = bias ? visibleKeys(bias, extent) : extent.tokens;
  return visible < extent.tokens ? visible : undefined;
}

/** Keys that the last query sees. */
function visibleKeys(bias: Bias, { tokens, past }: Extent): number {
  let visible = 0;
  for (let j = 0; j < tokens + past; j++) if (bias(0, tokens - 1, j) !== undefined) visible++;
  return visible;
}

/** Undefined where the graph cannot be evaluated at this extent. */
async function biasIfServed(...args: Parameters<typeof biasAt>): Promise<Bias | undefined> {
  try {
    return await biasAt(...args);
  } catch (error) {
    if (error instanceof LabError) return undefined;
    throw error;
  }
}

async function biasAt(
  L: Lowering,
  terms: readonly MaskTerm[],
  extent: Extent,
  causal: boolean,
  instead?: ReadonlyMap<string, HostTensor>,
): Promise<Bias> {
  const tensors = await L.constantsAt(
    terms.map((term) => term.name),
    extent,
    instead,
  );
  const readers = terms.map((term) => {
    const tensor = tensors.get(term.name)!;
    return { term, read: reader(tensor) };
  });
  return (h, i, j) => {
    if (causal && j > i + extent.past) return undefined;
    let sum = 0;
    for (const { term, read } of readers) {
      const value = read(h, i, j);
      if (value === undefined) return Number.NaN;
      if (term.mode === 'keep') {
        if (value === 0) return undefined;
      } else if (term.mode === 'drop') {
        if (value !== 0) return undefined;
      } else {
        if (value * term.factor <= MASKED) return undefined;
        sum += value * term.factor;
      }
    }
    return sum;
  };
}

/** Reads [B|1, N|1, S|1, T|1] (or fewer leading axes, or [B*N, S, T]) with numpy broadcasting; undefined beyond its sizes. */
function reader(tensor: HostTensor): (h: number, i: number, j: number) => number | undefined {
  const sizes = [1, 1, 1, ...tensor.dims].slice(-3);
  const [n, s, t] = sizes as [number, number, number];
  return (h, i, j) => {
    const at = [h, i, j].map((index, axis) => (sizes[axis] === 1 ? 0 : index)) as [number, number, number];
    if (at[0] >= n || at[1] >= s || at[2] >= t) return undefined;
    return tensor.data[(at[0] * s + at[1]) * t + at[2]];
  };
}
