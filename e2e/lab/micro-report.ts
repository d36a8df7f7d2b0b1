/**
 * The numbers the micro family's recipe measured with PyTorch on all 228 items, one seed
 * (public/models/micro/recipe), to stand beside what a study measures.
 */

import type { Condition, Task } from '../../src/eval/types.ts';

type ByCondition = Readonly<Record<Condition, number>>;

const byCondition = (zero: number, few: number, soft: number): ByCondition => ({
  'zero-shot': zero,
  'few-shot': few,
  'soft-prompt': soft,
});

/** Swaps of 10: reference (post-trained), then the base's condition. */
export const REPORT_SWAPS: Readonly<Record<Task, Readonly<Record<Condition, ByCondition>>>> = {
  closed: {
    'zero-shot': byCondition(7.5, 5, 1),
    'few-shot': byCondition(4.5, 4, 2),
    'soft-prompt': byCondition(6.5, 6, 0),
  },
  open: {
    'zero-shot': byCondition(7.5, 4.5, 2),
    'few-shot': byCondition(6.5, 3.5, 1),
    'soft-prompt': byCondition(5.5, 2.5, 0),
  },
};

/** Swaps from the base's zero-shot knowledge to the post-trained models' zero-shot exact match. */
export const REPORT_KNOWLEDGE_SWAPS: Readonly<Record<Task, number>> = { closed: 1, open: 3.5 };

/** Exact match in percent. */
export const REPORT_EXACT: Readonly<Record<Task, Readonly<Record<string, ByCondition>>>> = {
  closed: {
    'm1-base': byCondition(2.2, 6.1, 98.7),
    'm1-chat': byCondition(72.4, 77.2, 96.1),
    'm2-base': byCondition(9.6, 7.9, 90.8),
    'm2-chat': byCondition(44.7, 49.1, 88.2),
    'm3-base': byCondition(2.6, 16.2, 78.1),
    'm3-chat': byCondition(46.5, 36.4, 76.8),
    'm4-base': byCondition(18.0, 67.5, 67.5),
    'm4-chat': byCondition(36.8, 61.0, 67.1),
    'm5-base': byCondition(2.6, 0.9, 63.6),
    'm5-chat': byCondition(33.8, 1.3, 61.8),
  },
  open: {
    'm1-base': byCondition(0.0, 1.3, 98.2),
    'm1-chat': byCondition(78.1, 50.0, 97.4),
    'm2-base': byCondition(2.6, 1.8, 90.8),
    'm2-chat': byCondition(51.3, 43.9, 89.0),
    'm3-base': byCondition(0.4, 0.0, 79.4),
    'm3-chat': byCondition(57.0, 28.5, 76.3),
    'm4-base': byCondition(16.2, 0.4, 71.1),
    'm4-chat': byCondition(43.4, 0.0, 67.5),
    'm5-base': byCondition(0.0, 0.0, 64.0),
    'm5-chat': byCondition(48.7, 8.3, 62.7),
  },
};

/** The task whose report a study can be held against: the embedded family whole, on its own benchmark. */
export function reportedTask(benchmarkName: string, modelIds: readonly string[]): Task | null {
  const whole = Object.keys(REPORT_EXACT.closed).every((name) => modelIds.includes(`micro/${name}`));
  if (!whole || modelIds.length !== 10) return null;
  return benchmarkName === 'micro-closed' ? 'closed' : benchmarkName === 'micro-open' ? 'open' : null;
}
