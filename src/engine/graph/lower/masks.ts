/**
 * What a mask constant means: causal, sliding window, ALiBi. Evaluated at small sizes and, for windows longer than
 * those, at a few queries with a long past; anything else is refused by name, so no mask is ever guessed.
 */
import { LabError } from '../../../lib/errors.ts';
import type { OnnxNode } from '../../onnx/types.ts';
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

export interface MaskMeaning {
  readonly window: number;
  readonly alibi?: VectorId;
}

/** Bias of head h, query i (of the new tokens), key j (of all): undefined = masked. */
type Bias = (h: number, i: number, j: number) => number | undefined;

/** `causal`: the node itself hides the future, whatever its mask terms say. */
export async function analyseMask(
  L: Lowering,
  node: OnnxNode,
  terms: readonly MaskTerm[],
  heads: number,
  causal = false,
): Promise<MaskMeaning> {
  if (causal && terms.length === 0) return { window: 0 };
  const fail = (): LabError =>
    new LabError('graph.mask-not-understood', {
      node: node.name || node.outputs[0]!,
      value: terms.map((t) => t.name).join(', '),
      file: L.model.path,
    });
  const bias = await biasAt(L, terms, SMALL, causal);
  const slopes = new Float32Array(heads);
  const last = SMALL.tokens - 1;
  let visible = 0;
  for (let j = 0; j <= last; j++) if (bias(0, last, j) !== undefined) visible++;
  const window = visible === SMALL.tokens ? 0 : visible;
  for (let h = 0; h < heads; h++) {
    const slope = (at(bias, h, last, last, fail) - at(bias, h, last, last - 1, fail)) as number;
    slopes[h] = slope;
    for (let i = 0; i < SMALL.tokens; i++) {
      for (let j = 0; j < SMALL.tokens; j++) {
        const value = bias(h, i, j);
        const expected = j <= i && (window === 0 || i - j < window);
        if ((value !== undefined) !== expected) throw fail();
        if (value === undefined) continue;
        const difference = value - at(bias, h, i, i, fail) - slope * (j - i);
        if (Math.abs(difference) > 1e-4 * (1 + Math.abs(slope * (j - i)))) throw fail();
      }
    }
  }
  const alibi = slopes.some((s) => s !== 0)
    ? { alibi: L.program.vector(`${node.outputs[0]} slopes`, slopes) }
    : {};
  return { window: window > 0 ? window : await longWindow(L, terms, causal), ...alibi };
}

function at(bias: Bias, h: number, i: number, j: number, fail: () => LabError): number {
  const value = bias(h, i, j);
  if (value === undefined) throw fail();
  return value;
}

/** A window longer than the small size shows with a long past; graphs without a cache input have no such view. */
async function longWindow(L: Lowering, terms: readonly MaskTerm[], causal: boolean): Promise<number> {
  if (terms.length === 0 || !L.graph.inputs.some((input) => isCache(input.name))) return 0;
  for (const past of LONG_PASTS) {
    const extent = { batch: 1, tokens: 2, past };
    let bias: Bias;
    try {
      bias = await biasAt(L, terms, extent, causal);
    } catch (error) {
      // Tables inside the mask (GPT-2's triangle of 1024) end before this length: a shorter past is asked.
      if (error instanceof LabError) continue;
      throw error;
    }
    let visible = 0;
    for (let j = 0; j <= past + 1; j++) if (bias(0, 1, j) !== undefined) visible++;
    return visible === past + 2 ? 0 : visible;
  }
  return 0;
}

async function biasAt(
  L: Lowering,
  terms: readonly MaskTerm[],
  extent: Extent,
  causal: boolean,
): Promise<Bias> {
  const tensors = await L.constantsAt(
    terms.map((term) => term.name),
    extent,
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

/** Reads [B|1, N|1, S|1, T] (or fewer leading axes, or [B*N, S, T]) with numpy broadcasting. */
function reader(tensor: HostTensor): (h: number, i: number, j: number) => number {
  const dims = [1, 1, 1, ...tensor.dims].slice(-Math.max(3, tensor.dims.length));
  const [n, s, t] = dims.slice(-3) as [number, number, number];
  return (h, i, j) => tensor.data[((n === 1 ? 0 : h) * s + (s === 1 ? 0 : i)) * t + (t === 1 ? 0 : j)]!;
}
