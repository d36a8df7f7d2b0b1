/**
 * A text with its questions of multiple choice in one row: DREAM (Sun et al. 2019) and C3 `[[lines], [{question, choice[],
 * answer}], id]`, on the hub `{documents[], questions: {question[], choice[][], answer[]}}`, QuALITY `{article, questions:
 * [{question, options[], gold_label}]}`, RACE with `problems` written as text. Each question is a row as
 * multiple-choice.ts reads it, the text its context.
 */

import { multipleChoice } from './multiple-choice.ts';
import { isRowObject, type RowObject, type RowShape, reject, scalarText, text, textList } from './row.ts';
import { readWrittenValue } from './written-value.ts';

const PASSAGES = ['article', 'passage', 'story', 'context', 'dialogue', 'documents', 'document'];
const QUESTIONS = ['questions', 'problems'];

/** The parts of a row written as a list, under names; any other value as it is. */
export function withNamedParts(value: unknown): unknown {
  if (!Array.isArray(value) || value.length !== 3) return value;
  const [lines, questions, id] = value;
  return textList(lines) !== undefined && objectsIn(questions) !== undefined
    ? { dialogue: lines, questions, id }
    : value;
}

function passageOf(row: RowObject): string | undefined {
  const values = PASSAGES.map((name) => text(row[name]) ?? text(textList(row[name])?.join('\n')));
  return values.find((value) => value !== undefined);
}

/** A list of objects, also where its columns are lists or where it is written as text. */
function objectsIn(value: unknown): readonly RowObject[] | undefined {
  const found = typeof value === 'string' ? readWrittenValue(value) : value;
  if (Array.isArray(found)) return found.length > 0 && found.every(isRowObject) ? found : undefined;
  if (!isRowObject(found) || !Array.isArray(found.question)) return undefined;
  const columns = Object.entries(found);
  return found.question.map((_, i) =>
    Object.fromEntries(columns.map(([name, column]) => [name, Array.isArray(column) ? column[i] : column])),
  );
}

const listField = (row: RowObject) => QUESTIONS.find((name) => objectsIn(row[name]) !== undefined);

/** The questions as rows of their own, each with the text. */
function questionsOf(row: RowObject): readonly RowObject[] {
  const [id, context] = [scalarText(row.id), passageOf(row)];
  return objectsIn(row[listField(row)!])!.map((question, i) => ({
    ...(id === undefined ? {} : { id: `${id}:${i + 1}` }),
    ...question,
    context,
  }));
}

const shape = (inner: RowShape): RowShape => {
  const counting = inner.counting!;
  return {
    kind: 'passage-choices',
    task: 'closed',
    recognise: (row) =>
      passageOf(row) !== undefined &&
      listField(row) !== undefined &&
      questionsOf(row).some((question) => inner.recognise(question)),
    expand: questionsOf,
    fields: (row) => {
      const { question, options, answer } = inner.fields(
        questionsOf(row).find((one) => inner.recognise(one))!,
      );
      const within = (name: string) => `${listField(row)}.${name}`;
      return { question: within(question), options: within(options!), answer: within(answer) };
    },
    prepare: (rows) => shape(inner.prepare!(rows.flatMap(questionsOf).filter((row) => inner.recognise(row)))),
    counting: {
      ...counting,
      at(row) {
        const [question] = listField(row) === undefined ? [row] : questionsOf(row);
        return inner.recognise(question!) ? counting.at(question!) : undefined;
      },
    },
    toItem: (row, where) =>
      inner.recognise(row)
        ? inner.toItem(row, where)
        : reject(where, 'import.bad-options', { field: 'questions' }),
  };
};

export const passageChoices: RowShape = shape(multipleChoice);
