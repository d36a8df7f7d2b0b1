/** The order of labelling: which question comes next, what a key means, and what a sample is made of. Pure. */

import type { JudgeQuestion } from '../../eval/index.ts';
import type { Condition, Task } from '../../eval/types.ts';
import type { LabelSheet } from '../../lab/judge/types.ts';
import type { ExampleRecord } from '../../lab/types.ts';

const OPEN: readonly JudgeQuestion[] = ['knowledge', 'format'];
const CLOSED: readonly JudgeQuestion[] = ['format'];

/** What a person labels: closed knowledge is no matter of the output. */
export function labelQuestions(task: Task): readonly JudgeQuestion[] {
  return task === 'open' ? OPEN : CLOSED;
}

/** How many of a sample's outputs the rule credits, by the question the sample is balanced by: the task's first one. */
export function creditedCount(
  items: readonly string[],
  examples: readonly Pick<ExampleRecord, 'itemId' | 'verdicts'>[],
  condition: Condition,
  question: JudgeQuestion,
): number {
  const sampled = new Set(items);
  return examples.filter(({ itemId, verdicts }) => sampled.has(itemId) && verdicts[condition]?.[question])
    .length;
}

/** Items with all their labels. */
export function labelledCount({ items, labels }: LabelSheet, questions: readonly JudgeQuestion[]): number {
  return items.filter((id) => questions.every((question) => labels[id]?.[question] !== undefined)).length;
}

export interface LabelPlace {
  /** Among the sheet's items. */
  readonly index: number;
  /** Among the questions. */
  readonly question: number;
}

/** Where a sheet is taken up: its first label that is missing, or its beginning. */
export function firstOpen({ items, labels }: LabelSheet, questions: readonly JudgeQuestion[]): LabelPlace {
  for (const [index, id] of items.entries()) {
    const question = questions.findIndex((name) => labels[id]?.[name] === undefined);
    if (question >= 0) return { index, question };
  }
  return { index: 0, question: 0 };
}

/** After a label: the item's next question, then the next item; the last stays. */
export function placeAfter({ index, question }: LabelPlace, items: number, questions: number): LabelPlace {
  if (question + 1 < questions) return { index, question: question + 1 };
  return index + 1 < items ? { index: index + 1, question: 0 } : { index, question };
}

export type LabelOrder = 'yes' | 'no' | 'previous' | 'next';

/** j stands for yes in German; a key with a modifier is the browser’s. */
export function orderOf(event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}): LabelOrder | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  switch (event.key) {
    case 'y':
    case 'Y':
    case 'j':
    case 'J':
      return 'yes';
    case 'n':
    case 'N':
      return 'no';
    case 'ArrowLeft':
      return 'previous';
    case 'ArrowRight':
      return 'next';
    default:
      return undefined;
  }
}
