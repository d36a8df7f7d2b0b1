/**
 * Few-shot pairs: drawn from the train split by a seed (stream 'few-shot'), by default the same for every item so that
 * the prefix is shared, and never a question that is evaluated (lm-evaluation-harness #4145).
 */

import { createRng, type Rng, shuffled } from '../../lib/rng.ts';
import { contentKey } from '../normalise.ts';
import type { Item } from '../types.ts';

/**
 * The first `count` train items of a seeded shuffle, without any whose question is in `evaluated`, and each question
 * once. Fewer when the train split has no more.
 */
export function pickFewShot(
  train: readonly Item[],
  count: number,
  seed: number,
  evaluated: readonly Item[] = [],
): Item[] {
  return pickFrom(train, count, createRng(seed, 'few-shot'), evaluated);
}

function pickFrom(train: readonly Item[], count: number, rng: Rng, evaluated: readonly Item[]): Item[] {
  const used = new Set(evaluated.map(contentKey));
  const shots: Item[] = [];
  for (const item of shuffled(train, rng)) {
    if (shots.length >= count) break;
    const key = contentKey(item);
    if (used.has(key)) continue;
    used.add(key);
    shots.push(item);
  }
  return shots;
}

/** Pairs drawn anew for one item (no shared prefix): another seeded shuffle for each question, never the item itself. */
export function pickFewShotFor(item: Item, train: readonly Item[], count: number, seed: number): Item[] {
  return pickFrom(train, count, createRng(seed, `few-shot\n${contentKey(item)}`), [item]);
}

/** `prompt + " " + answer` of each pair, each followed by a blank line; '' without pairs. */
export function fewShotPrefix(shots: readonly Item[]): string {
  return shots.map((shot) => `${shot.prompt}${answerContinuation(shot)}\n\n`).join('');
}

/** What is generated or tuned on after the prompt: one space and the required output. */
export function answerContinuation(item: Item): string {
  return ` ${item.answer}`;
}

/** closed: the continuations whose log-likelihoods are compared, in the order of the options. */
export function optionContinuations(item: Item): string[] {
  return (item.options ?? []).map((option) => ` ${option}`);
}
