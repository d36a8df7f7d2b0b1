/**
 * Instruction data: Alpaca `{instruction, input, output}` (Taori et al. 2023) and Self-Instruct seed tasks
 * `{instruction, instances: [{input, output}]}`, of which one row makes several items. The input becomes the context. An
 * `answer` beside the output is the gold: the output is then a reasoning, or what a model once wrote.
 */

import { judgementField } from './judged-answer.ts';
import { openItem } from './open-item.ts';
import { withoutUndefined } from './options.ts';
import { isRowObject, type RowShape, reject, rowId, scalarText, text } from './row.ts';

export const alpaca: RowShape = {
  kind: 'alpaca',
  task: 'open',
  recognise: (row) =>
    typeof row.instruction === 'string' && (typeof row.output === 'string' || Array.isArray(row.instances)),
  expand: (row) =>
    Array.isArray(row.instances)
      ? row.instances.filter(isRowObject).map((instance) => ({ instruction: row.instruction, ...instance }))
      : [row],
  fields: (row) => ({
    question: 'instruction (with input)',
    answer: scalarText(row.answer) === undefined ? 'output' : 'answer',
  }),
  toItem(row, where) {
    const question = text(row.instruction);
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'instruction' });
    const gold = scalarText(row.answer) ?? text(row.output);
    if (gold === undefined) return reject(where, 'import.empty-answer');
    const judged = judgementField(row, scalarText(row.answer) === undefined ? 'output' : 'answer');
    if (judged !== undefined) return reject(where, 'import.judged-answer', { field: judged });
    return openItem(
      withoutUndefined({
        id: rowId(row, where),
        question: question.trim(),
        context: text(row.input),
        accepted: [gold],
      }),
      where,
    );
  },
};
