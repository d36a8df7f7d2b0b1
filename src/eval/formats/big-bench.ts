/**
 * BIG-bench (Srivastava et al. 2022) `{input, target_scores: {option: 0|1}}`, on the hub `{inputs, targets[],
 * multiple_choice_targets[], multiple_choice_scores[]}`: options with exactly one right answer, or free text.
 * Free-text rows `{input, target}` are read by plain.ts.
 */

import { openItem } from './open-item.ts';
import { closedItem } from './options.ts';
import { bareQuestion } from './question-text.ts';
import { isRowObject, type RowObject, type RowShape, reject, rowId, text, textList } from './row.ts';

/** Options with their scores. */
function scoresOf(row: RowObject): readonly (readonly [string, unknown])[] | undefined {
  if (typeof row.input === 'string' && isRowObject(row.target_scores))
    return Object.entries(row.target_scores);
  const [targets, scores] = [textList(row.multiple_choice_targets), row.multiple_choice_scores];
  if (typeof row.inputs !== 'string' || !targets?.length || !Array.isArray(scores)) return undefined;
  return targets.length === scores.length ? targets.map((target, i) => [target, scores[i]]) : undefined;
}

const hub = (row: RowObject) => row.input === undefined;

export const bigBench: RowShape = {
  kind: 'big-bench',
  task: 'closed',
  recognise: (row) => scoresOf(row) !== undefined,
  fields: (row) =>
    hub(row)
      ? { question: 'inputs', options: 'multiple_choice_targets', answer: 'multiple_choice_scores' }
      : { question: 'input', options: 'target_scores', answer: 'target_scores' },
  toItem(row, where) {
    const question = text(hub(row) ? bareQuestion(String(row.inputs)) : row.input);
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'input' });
    const scores = scoresOf(row)!;
    const best = Math.max(...scores.map(([, score]) => Number(score)));
    const golds = scores.flatMap(([, score], i) => (Number(score) === best ? [i] : []));
    if (best <= 0 || !Number.isFinite(best))
      return reject(where, 'import.no-answer', { field: 'target_scores' });
    if (golds.length > 1) return reject(where, 'import.several-golds', { count: golds.length });
    const texts = scores.map(([option]) => option);
    const gold = { kind: 'index', index: golds[0]! } as const;
    return closedItem({ id: rowId(row, where), question: question.trim(), texts, gold }, where);
  },
};

export const bigBenchOpen: RowShape = {
  kind: 'big-bench-text',
  task: 'open',
  recognise: (row) =>
    typeof row.inputs === 'string' &&
    textList(row.targets) !== undefined &&
    !textList(row.multiple_choice_targets)?.length,
  fields: () => ({ question: 'inputs', answer: 'targets' }),
  toItem(row, where) {
    const question = text(bareQuestion(String(row.inputs)));
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'inputs' });
    return openItem({ id: rowId(row, where), question, accepted: textList(row.targets)! }, where);
  },
};
