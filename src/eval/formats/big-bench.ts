/**
 * BIG-bench (Srivastava et al. 2022) `{input, target_scores: {option: 0|1}}`: options with exactly one right answer.
 * Its free-text rows `{input, target}` are read by plain.ts.
 */

import { closedItem } from './options.ts';
import { isRowObject, type RowShape, reject, rowId, text } from './row.ts';

export const bigBench: RowShape = {
  kind: 'big-bench',
  task: 'closed',
  recognise: (row) => typeof row.input === 'string' && isRowObject(row.target_scores),
  fields: () => ({ question: 'input', options: 'target_scores', answer: 'target_scores' }),
  toItem(row, where) {
    const question = text(row.input);
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'input' });
    const scores = Object.entries(row.target_scores as object);
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
