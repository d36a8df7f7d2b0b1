/**
 * Options that have labels of their own, the answer being one of them: ARC (Clark et al. 2018), OpenBookQA and
 * CommonsenseQA, in both published forms: hub `{question, choices: {text[], label[]}, answerKey}`; original `{question:
 * {stem, choices: [{text, label}]}, answerKey}`; also MedQA `{question, options: {A: ..., B: ...}, answer_idx}` or
 * `options: [{key, value}]`, and HEAD-QA `{qtext, answers: [{aid, atext}], ra}`.
 *
 * The key is one of the row's own labels: letters A-E, or digits 1-5 (22 of 1172 Challenge test rows), never an index.
 * A row without a key (CommonsenseQA's test file) is rejected.
 */

import { withAgreeingAnswers } from './agreeing-answers.ts';
import { OPTION_LISTS } from './has-options.ts';
import { closedItem, withoutUndefined } from './options.ts';
import { contextOf } from './question-text.ts';
import {
  firstField,
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

const LABELS = ['label', 'key', 'aid'];
const TEXTS = ['text', 'value', 'atext'];

function readChoices(value: unknown): Choices | undefined {
  if (Array.isArray(value)) {
    if (value.length === 0 || !value.every(isRowObject)) return undefined;
    const column = (names: readonly string[]) => {
      const name = firstField(value[0] as RowObject, names);
      return name && textList(value.map((choice) => choice[name]));
    };
    const [texts, labels] = [column(TEXTS), column(LABELS)];
    return texts && labels ? { texts, labels } : undefined;
  }
  if (!isRowObject(value)) return undefined;
  const [texts, labels] = [textList(value.text), textList(value.label)];
  if (texts && labels) return texts.length === labels.length ? { texts, labels } : undefined;
  const names = Object.keys(value);
  // `{A: ..., B: ...}`: only single letters, so that no other object is taken for options.
  if (names.length < 2 || !names.every((name) => /^[A-Za-z]$/.test(name))) return undefined;
  const used = names.filter((name) => value[name] !== null);
  const listed = textList(used.map((name) => value[name]));
  return listed && { texts: listed, labels: used };
}

const OPTIONS = ['choices', 'options', 'answers', ...OPTION_LISTS];
const QUESTIONS = ['question', 'question_stem', 'qtext', 'stem', 'query', 'prompt', 'sent1'];
/** The label itself before the option's text. */
const ANSWERS = ['answerKey', 'answer_idx', 'answer_key', 'ra', 'answer', 'label', 'correct', 'target'];

interface Found extends Choices {
  readonly field: string;
}

function choicesOf(row: RowObject): Found | undefined {
  const inner = nested(row);
  if (inner !== undefined) {
    const choices = readChoices(inner.choices);
    return choices && { ...choices, field: 'question.choices' };
  }
  for (const field of OPTIONS) {
    const choices = readChoices(row[field]);
    if (choices !== undefined) return { ...choices, field };
  }
  return undefined;
}

function nested(row: RowObject): RowObject | undefined {
  return isRowObject(row.question) ? row.question : undefined;
}

const stemField = (row: RowObject) => firstField(row, ['question_stem', ...QUESTIONS]) ?? 'question';
const answerField = (row: RowObject) => firstField(row, ANSWERS) ?? 'answerKey';

export const arc: RowShape = {
  kind: 'arc',
  task: 'closed',
  recognise: (row) => choicesOf(row) !== undefined && firstField(row, QUESTIONS) !== undefined,
  fields: (row) => ({
    question: nested(row) === undefined ? stemField(row) : 'question.stem',
    options: isRowObject(row.choices) && row.choices.text ? 'choices.text' : choicesOf(row)!.field,
    answer: answerField(row),
  }),
  toItem(row, where) {
    const inner = nested(row);
    const question = text(inner ? inner.stem : row[stemField(row)]);
    if (question === undefined) {
      return reject(where, 'import.empty-question', { field: inner ? 'question.stem' : stemField(row) });
    }
    const { texts, labels } = choicesOf(row)!;
    const field = answerField(row);
    const key = scalarText(row[field])?.trim();
    if (key === undefined) return reject(where, 'import.no-answer', { field });
    // An answer field of another name than a key's may hold the option's text.
    const index = onlyIndex(labels, key) ?? (field === 'answerKey' ? undefined : onlyIndex(texts, key));
    if (index === undefined)
      return reject(where, 'import.gold-outside-options', { gold: key, count: texts.length });
    const item = closedItem(
      withoutUndefined({
        id: rowId(row, where),
        question,
        context: text(row.para) ?? contextOf(row, question),
        texts,
        gold: { kind: 'index' as const, index },
      }),
      where,
    );
    return withAgreeingAnswers(item, row, field, where, labels);
  },
};

/** The place of the only label, or option, with this text. */
function onlyIndex(texts: readonly string[], wanted: string): number | undefined {
  const places = texts.flatMap((one, i) => (one.trim() === wanted ? [i] : []));
  return places.length === 1 ? places[0] : undefined;
}
