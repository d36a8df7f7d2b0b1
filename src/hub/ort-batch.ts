/**
 * Rows of different lengths in one cache: shorter ones are padded behind their last token, and the mask says so. New tokens
 * come after the padding, each at its own position.
 *
 * Whether a file's graph computes each row as if it were alone (it must honour the mask, take positions from it or from
 * position_ids, and must not quantise activations over the whole batch) is found out by trying: `rowsAreIndependent`. The
 * trial is short, so it says nothing about windows that padding would fill.
 */

import * as ort from 'onnxruntime-web/wasm';
import { nextTask } from './next-task.ts';
import type { PastInput } from './ort-feeds.ts';
import type { OrtCache, OrtSession } from './ort-session.ts';

/** One row of a cache. */
export interface CacheRow {
  readonly cache: OrtCache;
  readonly row: number;
}

const product = (dims: readonly number[]) => dims.reduce((a, b) => a * b, 1);

/** The named rows one after the other in a new cache, padded to the longest. */
export function gatherRows(past: readonly PastInput[], rows: readonly CacheRow[]): OrtCache {
  const width = Math.max(...rows.map(({ cache, row }) => cache.mask[row]!.length));
  const mask = rows.map(({ cache, row }) => {
    const padded = new Uint8Array(width);
    padded.set(cache.mask[row]!);
    return padded;
  });
  const tensors = new Map<string, ort.Tensor>();
  for (const input of past) tensors.set(input.name, gatherTensor(input, rows, width));
  return { mask, tensors };
}

function gatherTensor(
  { name, dims: initial }: PastInput,
  rows: readonly CacheRow[],
  width: number,
): ort.Tensor {
  const first = rows[0]!.cache.tensors.get(name)!;
  // The axis that was empty before the first token is the one that grows; a convolution's state has none.
  const axis = initial.indexOf(0);
  const dims = [rows.length, ...first.dims.slice(1)];
  if (axis > 0) dims[axis] = width;
  const outer = product(dims.slice(1, Math.max(1, axis)));
  const inner = product(dims.slice(axis > 0 ? axis + 1 : 1));
  const places = axis > 0 ? width : 1;
  const out = new Float32Array(product(dims));
  rows.forEach(({ cache, row }, r) => {
    const tensor = cache.tensors.get(name)!;
    const data = tensor.data as Float32Array;
    const length = axis > 0 ? tensor.dims[axis]! : 1;
    for (let o = 0; o < outer; o++) {
      const from = (row * outer + o) * length * inner;
      out.set(data.subarray(from, from + length * inner), (r * outer + o) * places * inner);
    }
  });
  return new ort.Tensor(out, dims);
}

/** Bytes of a cache's tensors for each of its rows. */
export function bytesPerRow({ tensors, mask }: OrtCache): number {
  let bytes = 0;
  for (const tensor of tensors.values()) bytes += (tensor.data as Float32Array).byteLength;
  return bytes / mask.length;
}

/** Rows of the trial: lengths differ, so that one of them is padded. */
const TRIAL: readonly (readonly number[])[] = [
  [7, 11, 5, 9, 3],
  [4, 8],
  [6, 2, 10],
];
const TRIAL_STEPS: readonly number[] = [5, 12];
/** Of the largest logit. float16 graphs round every activation to 11 bits; a wrong mask or position is off by percents. */
const TRIAL_TOLERANCE = 2e-3;

/** Whether rows that are computed together get the logits that they get alone. */
export async function rowsAreIndependent(session: OrtSession): Promise<boolean> {
  if (!session.hasCache) return false;
  const inVocabulary = (id: number) => id % session.vocabSize;
  const trial = TRIAL.map((ids) => ids.map(inVocabulary));
  try {
    const alone: OrtCache[] = [];
    for (const ids of trial) alone.push((await session.run([ids], session.empty, true)).cache);
    let together = gatherRows(
      session.past,
      alone.map((cache) => ({ cache, row: 0 })),
    );
    for (const id of TRIAL_STEPS.map(inVocabulary)) {
      const step = await session.run(
        trial.map(() => [id]),
        together,
        true,
      );
      for (const [row, cache] of alone.entries()) {
        const single = await session.run([[id]], cache, true);
        alone[row] = single.cache;
        const own = step.logits.subarray(row * session.vocabSize, (row + 1) * session.vocabSize);
        if (!agree(own, single.logits)) return false;
      }
      together = step.cache;
      await nextTask();
    }
    return true;
  } catch {
    // An operator that takes one row only: rows are then computed one by one.
    return false;
  }
}

function agree(a: Float32Array, b: Float32Array): boolean {
  let difference = 0;
  let largest = 0;
  for (let i = 0; i < b.length; i++) {
    const d = Math.abs(a[i]! - b[i]!);
    if (!(d <= difference)) difference = d;
    largest = Math.max(largest, Math.abs(b[i]!));
  }
  return difference <= TRIAL_TOLERANCE * largest;
}
