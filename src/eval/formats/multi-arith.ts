/** MultiArith and AddSub (Roy & Roth 2015, MAWPS): `{iIndex, sQuestion, lEquations, lSolutions}`; one solution a row. */

import { openItem } from './open-item.ts';
import { type RowShape, reject, rowId, scalarText, text, textList } from './row.ts';

export const multiArith: RowShape = {
  kind: 'multi-arith',
  task: 'open',
  recognise: (row) => typeof row.sQuestion === 'string' && Array.isArray(row.lSolutions),
  fields: () => ({ question: 'sQuestion', answer: 'lSolutions' }),
  toItem(row, where) {
    const question = text(row.sQuestion);
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'sQuestion' });
    const solutions = textList(row.lSolutions);
    if (solutions === undefined || solutions.length === 0) {
      return reject(where, 'import.no-answer', { field: 'lSolutions' });
    }
    if (solutions.length > 1) return reject(where, 'import.several-golds', { count: solutions.length });
    const id = scalarText(row.iIndex) ?? rowId(row, where);
    return openItem({ id, question: question.trim(), accepted: [solutions[0]!.replace(/\.0+$/, '')] }, where);
  },
};
