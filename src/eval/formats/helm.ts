/**
 * HELM's instances (Liang et al. 2022): `{input: {text}, references: [{output: {text}, tags: ["correct"]}]}`, of which
 * one reference is tagged as correct.
 */

import { closedItem } from './options.ts';
import { bareQuestion } from './question-text.ts';
import { isRowObject, type RowObject, type RowShape, reject, rowId, text, textList } from './row.ts';

interface Reference {
  readonly text: string;
  readonly isCorrect: boolean;
}

function referencesOf(row: RowObject): readonly Reference[] | undefined {
  if (!isRowObject(row.input) || typeof row.input.text !== 'string' || !Array.isArray(row.references)) {
    return undefined;
  }
  const references = row.references.flatMap((one) =>
    isRowObject(one) && isRowObject(one.output) && typeof one.output.text === 'string'
      ? [{ text: one.output.text, isCorrect: textList(one.tags)?.includes('correct') === true }]
      : [],
  );
  return references.length === row.references.length ? references : undefined;
}

export const helm: RowShape = {
  kind: 'helm',
  task: 'closed',
  recognise: (row) => referencesOf(row) !== undefined,
  fields: () => ({ question: 'input.text', options: 'references.output.text', answer: 'references.tags' }),
  toItem(row, where) {
    const question = text(bareQuestion(String((row.input as RowObject).text)));
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'input.text' });
    const references = referencesOf(row)!;
    const golds = references.flatMap(({ isCorrect }, i) => (isCorrect ? [i] : []));
    if (golds.length === 0) return reject(where, 'import.no-answer', { field: 'references.tags' });
    if (golds.length > 1) return reject(where, 'import.several-golds', { count: golds.length });
    const texts = references.map((reference) => reference.text);
    const gold = { kind: 'index', index: golds[0]! } as const;
    return closedItem({ id: rowId(row, where), question, texts, gold }, where);
  },
};
