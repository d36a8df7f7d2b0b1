/**
 * Placebo controls: train rows with the right form and answers that carry no knowledge. Tuning on them shows what the
 * form alone does. Test rows are never changed.
 *
 * - `wrong`: closed: a random wrong option; open: the answer of another row of the same group.
 * - `random`: closed: a random option, the right one included; open: as `wrong`, the own answer included.
 * As in the micro recipe (tune.py `shuffled`), with our generator (stream 'control').
 */

import { createRng, type Rng } from '../lib/rng.ts';
import type { Item } from './types.ts';

export type Control = 'wrong' | 'random';

function closedControl(item: Item, control: Control, rng: Rng): Item {
  const options = item.options!;
  const choices = [...options.keys()].filter((i) => control === 'random' || options[i] !== item.answer);
  if (choices.length === 0) return item;
  const goldIndex = choices[rng.int(choices.length)]!;
  const accepted = [item.optionTexts?.[goldIndex] ?? options[goldIndex]!];
  return { ...item, goldIndex, answer: options[goldIndex]!, accepted };
}

/** Rows whose answers may be exchanged, and where each answer stands among them, ascending. */
interface Group {
  readonly items: Item[];
  readonly places: Map<string, number[]>;
}

function groupsOf(train: readonly Item[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const item of train) {
    const key = item.group ?? '';
    const group: Group = groups.get(key) ?? { items: [], places: new Map() };
    groups.set(key, group);
    const same = group.places.get(item.answer);
    if (same === undefined) group.places.set(item.answer, [group.items.length]);
    else same.push(group.items.length);
    group.items.push(item);
  }
  return groups;
}

/** Place of the `index`-th row (from 0) that is none of `skipped`; a search, since a train split has 100,000s of rows. */
function placeWithout(skipped: readonly number[], index: number): number {
  let [low, high] = [0, skipped.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (skipped[middle]! - middle > index) high = middle;
    else low = middle + 1;
  }
  return index + low;
}

function openControl(item: Item, control: Control, rng: Rng, { items, places }: Group): Item | undefined {
  const skipped = control === 'random' ? [] : places.get(item.answer)!;
  const others = items.length - skipped.length;
  const drawn = rng.int(others);
  if (others === 0) return undefined;
  const { answer, accepted } = items[placeWithout(skipped, drawn)]!;
  return { ...item, answer, accepted };
}

/** The train items with control answers; items for which no other answer exists are left out. */
export function withControlAnswers(train: readonly Item[], control: Control, seed: number): Item[] {
  const rng = createRng(seed, 'control');
  const groups = groupsOf(train);
  return train.flatMap((item) =>
    item.task === 'closed'
      ? closedControl(item, control, rng)
      : (openControl(item, control, rng, groups.get(item.group ?? '')!) ?? []),
  );
}
