/**
 * A shape made from a mapping that a person chose: which field is the question, which holds the options (or which fields
 * are one option each: `A, B, C`), which the answer. Dots reach into objects (`answer.value`). The mapping is data and
 * travels in links.
 */

import type { FieldGuess, Item, RejectedRow } from '../types.ts';
import { isAmbiguous, type OptionTexts } from './answer-style.ts';
import { areNumbers, type Conventions, conventionsOf, countedOf, readGold } from './multiple-choice.ts';
import { isLatex, openItem } from './open-item.ts';
import { splitOptions, stripLabels } from './option-text.ts';
import { type ClosedParts, closedItem, withoutUndefined } from './options.ts';
import { bareQuestion } from './question-text.ts';
import {
  isRejected,
  isRowObject,
  type RowObject,
  type RowShape,
  reject,
  rowId,
  scalarText,
  text,
  textList,
  type Where,
} from './row.ts';
import { readWrittenList } from './written-value.ts';

/** The value at `path`; an own field of that exact name first. */
export function fieldAt(row: RowObject, path: string): unknown {
  if (path in row) return row[path];
  let value: unknown = row;
  for (const name of path.split('.')) value = isRowObject(value) ? value[name] : undefined;
  return value;
}

interface Options extends OptionTexts {
  /** Names of the fields where each option has its own: the answer may be one of them. */
  readonly labels?: readonly string[];
}

function optionsAt(row: RowObject, path: string): Options | undefined {
  const value = fieldAt(row, path);
  const texts = typeof value === 'string' ? (readWrittenList(value) ?? splitOptions(value)) : textList(value);
  if (texts !== undefined) return { texts: stripLabels(texts) ?? texts, areNumbers: areNumbers(value) };
  const names = path.split(', ');
  if (names.length < 2) return undefined;
  const filled = names.filter((name) => scalarText(fieldAt(row, name)) !== undefined);
  const values = filled.map((name) => fieldAt(row, name));
  return { texts: values.map((one) => scalarText(one)!), labels: filled, areNumbers: areNumbers(values) };
}

interface Asked extends Pick<ClosedParts, 'id' | 'question'> {
  readonly answer: unknown;
}

/** The part of a shape that is the same with and without options; `make`: from a row's question and answer to its item. */
function shapeOf(
  fields: FieldGuess,
  make: (asked: Asked, row: RowObject, where: Where) => Item | RejectedRow,
) {
  return {
    kind: 'mapped',
    recognise: (row: RowObject) => fieldAt(row, fields.question) !== undefined,
    fields: () => fields,
    toItem(row: RowObject, where: Where) {
      const question = text(bareQuestion(scalarText(fieldAt(row, fields.question)) ?? ''));
      if (question === undefined) return reject(where, 'import.empty-question', { field: fields.question });
      const answer = fieldAt(row, fields.answer);
      if (answer === undefined || answer === null)
        return reject(where, 'import.no-answer', { field: fields.answer });
      const item = make({ id: rowId(row, where), question, answer }, row, where);
      const prompt = fields.prompt && text(fieldAt(row, fields.prompt))?.trimEnd();
      return isRejected(item) || prompt === undefined ? item : { ...item, prompt };
    },
  };
}

export function mappedShape(fields: FieldGuess): RowShape {
  if (fields.options !== undefined) return closedShape(fields, fields.options);
  return {
    task: 'open',
    ...shapeOf(fields, ({ answer, ...asked }, _, where) => {
      const one = scalarText(answer);
      const golds = one === undefined ? textList(answer) : [one];
      if (golds === undefined) return reject(where, 'import.bad-answer', { field: fields.answer });
      const grading = isLatex(golds[0]!) ? ('math' as const) : undefined;
      return openItem(withoutUndefined({ ...asked, accepted: golds, grading }), where);
    }),
  };
}

/**
 * Numbers count as the rows tell; where these do not, from 0 in a list, and from nowhere sure among fields of their own.
 */
function closedShape(fields: FieldGuess, path: string, found?: Conventions): RowShape {
  const usual = path.includes(', ') ? undefined : 0;
  const { base, style } = found ?? { base: usual, style: undefined };
  const answered = (row: RowObject) => {
    const options = optionsAt(row, path);
    return options && { value: fieldAt(row, fields.answer), ...options };
  };
  return {
    task: 'closed',
    ...shapeOf(fields, ({ answer, ...asked }, row, where) => {
      const options = optionsAt(row, path);
      if (options === undefined) return reject(where, 'import.bad-options', { field: path });
      if (isAmbiguous(answer, options, style)) {
        return reject(where, 'import.number-or-text', { gold: String(answer) });
      }
      const from = where.base ?? base;
      if (from === undefined && countedOf({ value: answer, ...options }, style)) {
        return reject(where, 'import.index-base-unclear', { field: fields.answer });
      }
      const gold = readGold(answer, options, from, style);
      if (gold === undefined) return reject(where, 'import.bad-answer', { field: fields.answer });
      const { texts, labels } = options;
      return closedItem(withoutUndefined({ ...asked, texts, labels, gold }), where);
    }),
    prepare(rows) {
      const seen = rows.map(answered).filter((row) => row !== undefined);
      return closedShape(fields, path, conventionsOf(seen, usual));
    },
    counting: {
      base,
      usual,
      at: (row) => {
        const options = answered(row);
        return options && countedOf(options, style);
      },
    },
  };
}
