/** Choosing examples for the viewer. Pure. */

import type { Condition, Outcome } from '../eval/types.ts';
import type { ExampleRecord } from '../lab/types.ts';

export const OUTCOMES: readonly Outcome[] = ['correct', 'uncaptured', 'wrong'];

export interface ExampleFilter {
  readonly condition: Condition;
  /** null = every outcome. */
  readonly outcome: Outcome | null;
  /** Items whose knowledge the soft prompt changed against zero-shot; null = all. */
  readonly change: KnowledgeChange | null;
}

export type KnowledgeChange = 'gained' | 'lost';

/** What the soft prompt did to the knowledge of an item; null where nothing, or where one side was not run. */
export function knowledgeChange({ verdicts }: ExampleRecord): KnowledgeChange | null {
  const before = verdicts['zero-shot']?.knowledge;
  const after = verdicts['soft-prompt']?.knowledge;
  if (before === undefined || after === undefined || before === after) return null;
  return after ? 'gained' : 'lost';
}

export function filterExamples(
  examples: readonly ExampleRecord[],
  filter: ExampleFilter,
): readonly ExampleRecord[] {
  return examples.filter(
    (example) =>
      (filter.outcome === null || example.verdicts[filter.condition]?.outcome === filter.outcome) &&
      (filter.change === null || knowledgeChange(example) === filter.change),
  );
}

export function countOutcomes(
  examples: readonly ExampleRecord[],
  condition: Condition,
): Readonly<Record<Outcome, number>> {
  const counts: Record<Outcome, number> = { correct: 0, uncaptured: 0, wrong: 0 };
  for (const example of examples) {
    const outcome = example.verdicts[condition]?.outcome;
    if (outcome) counts[outcome]++;
  }
  return counts;
}

/** The conditions that have a verdict in any example, in the order of the paper. */
export function exampleConditions(examples: readonly ExampleRecord[]): readonly Condition[] {
  const all: readonly Condition[] = ['zero-shot', 'few-shot', 'soft-prompt'];
  return all.filter((condition) => examples.some((example) => example.verdicts[condition]));
}

/**
 * The example to open with: the one that tells the story best, known without tuning but not captured, and captured
 * with it; else the first.
 */
export function tellingExample(examples: readonly ExampleRecord[]): number {
  const index = examples.findIndex(
    ({ verdicts }) =>
      verdicts['zero-shot']?.outcome === 'uncaptured' && verdicts['soft-prompt']?.outcome === 'correct',
  );
  return Math.max(0, index);
}
