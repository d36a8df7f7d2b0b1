/** A run's items: the sample it evaluates and the few-shot pairs it shows, with the prompts its configuration asks for. */

import {
  pickFewShot,
  pickFewShotFor,
  sampleTest,
  stopConflicts,
  withBasePrompt,
  withForm,
} from '../eval/index.ts';
import type { Benchmark, Item } from '../eval/types.ts';
import { LabError } from '../lib/errors.ts';
import type { RunConfig } from './types.ts';

type Configured = Pick<RunConfig, 'prompt' | 'fewShotPerItem' | 'fewShotCount' | 'itemLimit' | 'seed'>;

/** The items with prompts made from the configuration's template; as they are where it has none. */
export function preparedItems(
  items: readonly Item[],
  { prompt }: Pick<RunConfig, 'prompt'>,
): readonly Item[] {
  if (!prompt) return items;
  const { form, ...options } = prompt;
  return items.map((item) =>
    form && item.task === 'open' ? withForm(item, form, options) : withBasePrompt(item, options),
  );
}

/** The test items a run evaluates. */
export function evaluatedItems(benchmark: Benchmark, config: Configured): readonly Item[] {
  return preparedItems(sampleTest(benchmark.test, config.itemLimit, config.seed), config);
}

/** The few-shot pairs of an item: the same for all, or drawn for each; never a question that is evaluated. */
export function shotPicker(
  benchmark: Benchmark,
  items: readonly Item[],
  config: Configured,
): (item: Item) => readonly Item[] {
  const { train } = benchmark;
  const { fewShotCount, fewShotPerItem, seed } = config;
  if (fewShotPerItem) {
    return (item) => preparedItems(pickFewShotFor(item, train, fewShotCount, seed), config);
  }
  const shots = preparedItems(pickFewShot(train, fewShotCount, seed, items), config);
  return () => shots;
}

/** Throws `lab.stop-in-answer` {item, count} where the stop rule would cut a required answer. */
export function assertStops(items: readonly Item[]): void {
  const [first, ...others] = stopConflicts(items);
  if (first) throw new LabError('lab.stop-in-answer', { item: first.id, count: others.length + 1 });
}
