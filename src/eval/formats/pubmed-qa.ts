/**
 * PubMedQA (Jin et al. 2019): `{question, context: {contexts[]} | CONTEXTS[], final_decision: "yes"|"no"|"maybe"}`; the
 * original file holds such rows by article number, in capitals.
 */

import { closedItem, withoutUndefined } from './options.ts';
import {
  isRowObject,
  type RowObject,
  type RowShape,
  reject,
  rowId,
  scalarText,
  text,
  textList,
} from './row.ts';

const DECISIONS = ['yes', 'no', 'maybe'];

function contexts(row: RowObject): readonly string[] | undefined {
  return textList(row.CONTEXTS ?? (isRowObject(row.context) ? row.context.contexts : undefined));
}

export const pubMedQa: RowShape = {
  kind: 'pubmed-qa',
  task: 'closed',
  recognise: (row) =>
    contexts(row) !== undefined &&
    (row.final_decision !== undefined || row.QUESTION !== undefined || row.pubid !== undefined),
  fields: (row) => ({
    question: row.QUESTION === undefined ? 'question' : 'QUESTION',
    answer: 'final_decision',
  }),
  toItem(row, where) {
    const question = text(row.QUESTION ?? row.question)?.trim();
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'question' });
    const gold = text(row.final_decision);
    if (gold === undefined) return reject(where, 'import.no-answer', { field: 'final_decision' });
    return closedItem(
      withoutUndefined({
        id: scalarText(row.pubid) ?? rowId(row, where),
        question,
        context: text(contexts(row)!.join('\n')),
        texts: DECISIONS,
        gold: { kind: 'written' as const, written: gold },
      }),
      where,
    );
  },
};
