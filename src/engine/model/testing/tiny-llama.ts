/**
 * A tiny exported Llama and references for it: log-softmax and argmax in float64 over the logits of whole packed rows, which
 * the fixtures check against recorded values.
 */
import { expect } from 'vitest';
import { createRng } from '../../../lib/rng.ts';
import { openTestGpu } from '../../gpu/testing/open-test-gpu.ts';
import { type LoadOptions, loadCausalLM } from '../causal-lm.ts';
import type { CausalLM, Prefix } from '../types.ts';
import { sharedFiles } from './shared-folder.ts';

export const VOCAB = 96;
export const HIDDEN = 64;
const files = sharedFiles('fixtures/ts18-llama');

export const rng = createRng(5, 'tests');
export const randomIds = (count: number) => Array.from({ length: count }, () => rng.int(VOCAB));
export const randomPrompt = (count: number) =>
  Float32Array.from({ length: count * HIDDEN }, () => rng.normal());

export async function loadTinyLlama(
  options: Pick<LoadOptions, 'maxBatchTokens' | 'memoryBudget'> = {},
): Promise<CausalLM> {
  return loadCausalLM({ gpu: await openTestGpu(), files, path: 'onnx/model.onnx', ...options });
}

/** log-softmax of row `position` of [positions, vocab] logits, in float64. */
function logSoftmax(logits: Float32Array, position: number): number[] {
  const row = [...logits.subarray(position * VOCAB, (position + 1) * VOCAB)];
  const top = Math.max(...row);
  const sum = Math.log(row.reduce((total, x) => total + Math.exp(x - top), 0)) + top;
  return row.map((x) => x - sum);
}

function argmax(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}

/** Continuation scores from whole rows, no cache. */
export async function uncachedScore(
  lm: CausalLM,
  prefix: Prefix,
  prompt: readonly number[],
  continuation: readonly number[],
) {
  const virtual = (prefix.softPrompt?.length ?? 0) / HIDDEN;
  const ids = [...prefix.ids, ...prompt, ...continuation];
  const [logits] = await lm.logits([ids], prefix.softPrompt);
  const first = virtual + ids.length - continuation.length - 1;
  const rows = continuation.map((_, k) => logSoftmax(logits!, first + k));
  return {
    tokens: continuation.map((id, k) => rows[k]![id]!),
    greedy: continuation.every((id, k) => argmax(rows[k]!) === id),
  };
}

/** Greedy continuation by whole rows, no cache. */
export async function uncachedGreedy(lm: CausalLM, prefix: Prefix, prompt: readonly number[], count: number) {
  const ids: number[] = [];
  while (ids.length < count) {
    const [logits] = await lm.logits([[...prefix.ids, ...prompt, ...ids]], prefix.softPrompt);
    ids.push(argmax(logSoftmax(logits!, logits!.length / VOCAB - 1)));
  }
  return ids;
}

export function maxDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i]! - b[i]!));
  return largest;
}
