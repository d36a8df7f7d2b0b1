/**
 * llm-foundry's in-context shapes: `{query: "Question: ...", choices[], gold}` (multiple choice) and
 * `{context_options[], continuation, gold}` (schema: which context makes the shared continuation right; WinoGrande).
 */

import { countedLabel, countedShape } from './index-base.ts';
import { closedItem } from './options.ts';
import { bareQuestion } from './question-text.ts';
import { type RowShape, reject, rowId, text, textList } from './row.ts';

const index = (value: unknown, base: number | undefined): number =>
  typeof value === 'number' ? value - (base ?? 0) : Number.NaN;

const choiceShape: RowShape = {
  kind: 'foundry-multiple-choice',
  task: 'closed',
  recognise: (row) =>
    typeof row.query === 'string' && textList(row.choices) !== undefined && typeof row.gold === 'number',
  fields: () => ({ question: 'query', options: 'choices', answer: 'gold' }),
  toItem(row, where) {
    const question = text(bareQuestion(String(row.query)));
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'query' });
    const gold = { kind: 'index', index: index(row.gold, where.base) } as const;
    return closedItem({ id: rowId(row, where), question, texts: textList(row.choices)!, gold }, where);
  },
};

export const foundryChoice = countedShape(choiceShape, 0, (row) =>
  typeof row.gold === 'number' ? countedLabel(row.gold, textList(row.choices)?.length ?? 0) : undefined,
);

/** Length of the start that all texts share, cut back to a word border. */
function sharedStart(texts: readonly string[]): number {
  const first = texts[0] ?? '';
  let end = 0;
  while (end < first.length && texts.every((one) => one[end] === first[end])) end++;
  while (end > 0 && !/\s/.test(first[end - 1]!)) end--;
  return end;
}

const schemaShape: RowShape = {
  kind: 'foundry-schema',
  task: 'closed',
  recognise: (row) => textList(row.context_options) !== undefined && typeof row.continuation === 'string',
  fields: () => ({ question: 'context_options + continuation', options: 'context_options', answer: 'gold' }),
  toItem(row, where) {
    const contexts = textList(row.context_options)!;
    const start = sharedStart(contexts);
    const texts = contexts.map((one) => one.slice(start));
    const context = `${contexts[0]?.slice(0, start) ?? ''}_ ${String(row.continuation).trim()}`;
    const gold = { kind: 'index', index: index(row.gold, where.base) } as const;
    return closedItem(
      { id: rowId(row, where), context, question: 'What fits in the blank?', texts, gold },
      where,
    );
  },
};

export const foundrySchema = countedShape(schemaShape, 0, (row) =>
  typeof row.gold === 'number'
    ? countedLabel(row.gold, textList(row.context_options)?.length ?? 0)
    : undefined,
);
