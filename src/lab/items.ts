/** A run's items: the sample it evaluates and the few-shot pairs it shows, with the prompts its configuration asks for. */

import {
  chooseStopRule,
  pickFewShot,
  pickFewShotFor,
  type StopChoice,
  sampleTest,
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
  return items.map((item) => (form ? withForm(item, form, options) : withBasePrompt(item, options)));
}

/** The test items a run evaluates. */
export function evaluatedItems(benchmark: Benchmark, config: Configured): readonly Item[] {
  return preparedItems(sampleTest(benchmark.test, config.itemLimit, config.seed), config);
}

/**
 * The few-shot pairs of an item: the same for all, or drawn for each; never a question that is evaluated.
 *
 * The picker throws `lab.too-few-shots` {asked, have} where the train rows give fewer pairs than were asked for: the
 * condition would bear a number that it has not.
 */
export function shotPicker(
  benchmark: Benchmark,
  items: readonly Item[],
  config: Configured,
): (item: Item) => readonly Item[] {
  const { train } = benchmark;
  const { fewShotCount: asked, fewShotPerItem, seed } = config;
  const prepared = (shots: readonly Item[]) => {
    if (shots.length < asked) throw new LabError('lab.too-few-shots', { asked, have: shots.length });
    return preparedItems(shots, config);
  };
  if (fewShotPerItem) return (item) => prepared(pickFewShotFor(item, train, asked, seed));
  let shots: readonly Item[] | undefined;
  return () => {
    shots ??= prepared(pickFewShot(train, asked, seed, items));
    return shots;
  };
}

/** Where the generations of a run end, by all golds of the benchmark: any of them is tuned on, shown or evaluated. */
export function stopChoice({ train, test }: Benchmark, { prompt }: Pick<RunConfig, 'prompt'>): StopChoice {
  return chooseStopRule([...train, ...test], prompt?.form);
}

/** Throws `lab.stop-in-answer` {item, count} where every rule would cut a gold. */
export function assertStops({ conflicts }: StopChoice): void {
  const [first] = conflicts;
  if (first) throw new LabError('lab.stop-in-answer', { item: first.id, count: conflicts.length });
}
