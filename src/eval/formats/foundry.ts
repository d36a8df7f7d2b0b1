/**
 * llm-foundry's in-context shapes: `{query: "Question: ...", choices[], gold}` (multiple choice) and
 * `{context_options[], continuation, gold}` (schema: which context makes the shared continuation right; WinoGrande).
 */

import { type CountedShape, countedLabel, countedShape } from './index-base.ts';
import { closedItem } from './options.ts';
import { bareQuestion } from './question-text.ts';
import { reject, rowId, scalarText, text, textList } from './row.ts';

const choiceShape: CountedShape = {
  kind: 'foundry-multiple-choice',
  task: 'closed',
  recognise: (row) =>
    typeof row.query === 'string' && textList(row.choices) !== undefined && typeof row.gold === 'number',
  fields: () => ({ question: 'query', options: 'choices', answer: 'gold' }),
  toItem(row, where) {
    const question = text(bareQuestion(String(row.query)));
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'query' });
    const gold = { kind: 'index', index: Number(row.gold) - where.base } as const;
    return closedItem({ id: rowId(row, where), question, texts: textList(row.choices)!, gold }, where);
  },
};

export const foundryChoice = countedShape(choiceShape, 0, (row) =>
  countedLabel(row.gold, textList(row.choices)!.length),
);

/** The whole words, with the spaces behind them, that all texts begin with. */
function sharedStart(texts: readonly string[]): string {
  const [first] = texts;
  let start = '';
  for (const [word] of String(first).matchAll(/\S*\s/g)) {
    if (!texts.every((one) => one.startsWith(start + word))) break;
    start += word;
  }
  return start;
}

const schemaShape: CountedShape = {
  kind: 'foundry-schema',
  task: 'closed',
  recognise: (row) => textList(row.context_options) !== undefined && typeof row.continuation === 'string',
  fields: () => ({ question: 'context_options + continuation', options: 'context_options', answer: 'gold' }),
  toItem(row, where) {
    const contexts = textList(row.context_options)!;
    const start = sharedStart(contexts);
    const label = scalarText(row.gold);
    if (label === undefined) return reject(where, 'import.no-answer', { field: 'gold' });
    const texts = contexts.map((one) => one.slice(start.length));
    const context = `${start}_ ${String(row.continuation).trim()}`;
    const gold = { kind: 'index', index: Number(label) - where.base } as const;
    return closedItem(
      { id: rowId(row, where), context, question: 'What fits in the blank?', texts, gold },
      where,
    );
  },
};

export const foundrySchema = countedShape(schemaShape, 0, (row) =>
  countedLabel(row.gold, textList(row.context_options)!.length),
);
