/**
 * ARC (Clark et al. 2018) and its relatives OpenBookQA and CommonsenseQA, in both published forms:
 * hub: `{question, choices: {text[], label[]}, answerKey}`; original: `{question: {stem, choices: [{text, label}]}, answerKey}`.
 *
 * The key is one of the row's own labels: letters A-E, or digits 1-5 (22 of 1172 Challenge test rows), never an index.
 * A row without a key (CommonsenseQA's test file) is rejected.
 */

import { closedItem } from './options.ts';
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

interface Choices {
  readonly texts: readonly string[];
  readonly labels: readonly string[];
}

function readChoices(value: unknown): Choices | undefined {
  if (Array.isArray(value)) {
    const texts = textList(value.map((choice) => (isRowObject(choice) ? choice.text : undefined)));
    const labels = textList(value.map((choice) => (isRowObject(choice) ? choice.label : undefined)));
    return texts && labels ? { texts, labels } : undefined;
  }
  if (!isRowObject(value)) return undefined;
  const texts = textList(value.text);
  const labels = textList(value.label);
  return texts && labels && texts.length === labels.length ? { texts, labels } : undefined;
}

function nested(row: RowObject): RowObject | undefined {
  return isRowObject(row.question) ? row.question : undefined;
}

const stemField = (row: RowObject) => (row.question_stem === undefined ? 'question' : 'question_stem');

export const arc: RowShape = {
  kind: 'arc',
  task: 'closed',
  recognise: (row) => readChoices(nested(row)?.choices ?? row.choices) !== undefined,
  fields: (row) =>
    nested(row) === undefined
      ? { question: stemField(row), options: 'choices.text', answer: 'answerKey' }
      : { question: 'question.stem', options: 'question.choices', answer: 'answerKey' },
  toItem(row, where) {
    const inner = nested(row);
    const question = text(inner ? inner.stem : row[stemField(row)]);
    if (question === undefined) {
      return reject(where, 'import.empty-question', { field: inner ? 'question.stem' : stemField(row) });
    }
    const choices = readChoices(inner?.choices ?? row.choices);
    if (choices === undefined) return reject(where, 'import.bad-options', { field: 'choices' });
    const key = scalarText(row.answerKey);
    if (key === undefined) return reject(where, 'import.no-answer', { field: 'answerKey' });
    const index = choices.labels.indexOf(key.trim());
    if (index < 0) {
      return reject(where, 'import.gold-outside-options', { gold: key, count: choices.texts.length });
    }
    return closedItem(
      { id: rowId(row, where), question, texts: choices.texts, gold: { kind: 'index', index } },
      where,
    );
  },
};
