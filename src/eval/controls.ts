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

function openControl(item: Item, control: Control, rng: Rng, pool: readonly Item[]): Item | undefined {
  const others = pool.filter((other) => control === 'random' || other.answer !== item.answer);
  const other = others[rng.int(others.length)];
  return other === undefined ? undefined : { ...item, answer: other.answer, accepted: other.accepted };
}

/** The train items with control answers; items for which no other answer exists are left out. */
export function withControlAnswers(train: readonly Item[], control: Control, seed: number): Item[] {
  const rng = createRng(seed, 'control');
  const groups = new Map<string, Item[]>();
  for (const item of train) {
    const key = item.group ?? '';
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return train.flatMap((item) =>
    item.task === 'closed'
      ? closedControl(item, control, rng)
      : (openControl(item, control, rng, groups.get(item.group ?? '')!) ?? []),
  );
}
