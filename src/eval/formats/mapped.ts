/**
 * A shape made from a mapping that a person chose: which field is the question, which holds the options (or which fields
 * are one option each: `A, B, C`), which the answer. Dots reach into objects (`answer.value`). The mapping is data and
 * travels in links.
 */

import type { FieldGuess } from '../types.ts';
import { isAmbiguous, type OptionTexts } from './answer-style.ts';
import { areNumbers, type Conventions, conventionsOf, countedOf, readGold } from './multiple-choice.ts';
import { openItem } from './open-item.ts';
import { splitOptions, stripLabels } from './option-text.ts';
import { closedItem, withoutUndefined } from './options.ts';
import { bareQuestion, languageOfFile } from './question-text.ts';
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

/** Numbers count as the rows tell; where these do not, from 0 in a list, and nowhere among fields of their own. */
const UNPREPARED: Conventions = { base: 0, style: undefined };

export function mappedShape(fields: FieldGuess, found: Conventions = UNPREPARED): RowShape {
  const at = (row: RowObject, path: string | undefined) =>
    path === undefined ? undefined : fieldAt(row, path);
  const usual = fields.options?.includes(', ') ? undefined : 0;
  const answered = (row: RowObject) => {
    const options = fields.options === undefined ? undefined : optionsAt(row, fields.options);
    return options && { value: at(row, fields.answer), ...options };
  };
  const closed: Pick<RowShape, 'prepare' | 'counting'> = {
    prepare: (rows) => {
      const seen = rows.flatMap((row) => answered(row) ?? []);
      return mappedShape(fields, conventionsOf(seen, usual));
    },
    counting: {
      base: found.base,
      usual,
      at: (row) => {
        const options = answered(row);
        return options && countedOf(options, found.style);
      },
    },
  };
  return {
    ...(fields.options === undefined ? {} : closed),
    kind: 'mapped',
    task: fields.options === undefined ? 'open' : 'closed',
    recognise: (row) => fieldAt(row, fields.question) !== undefined,
    fields: () => fields,
    toItem(row, where) {
      const question = text(bareQuestion(scalarText(at(row, fields.question)) ?? ''));
      if (question === undefined) return reject(where, 'import.empty-question', { field: fields.question });
      const answer = at(row, fields.answer);
      if (answer === undefined || answer === null)
        return reject(where, 'import.no-answer', { field: fields.answer });
      const base = { id: rowId(row, where), question, language: languageOfFile(where.file) };
      const prompt = text(at(row, fields.prompt))?.trimEnd();
      if (fields.options === undefined) {
        const golds = scalarText(answer) === undefined ? textList(answer) : [scalarText(answer)!];
        if (golds === undefined) return reject(where, 'import.bad-answer', { field: fields.answer });
        const item = openItem(withoutUndefined({ ...base, accepted: golds }), where);
        return 'code' in item || prompt === undefined ? item : { ...item, prompt };
      }
      const options = optionsAt(row, fields.options);
      if (options === undefined) return reject(where, 'import.bad-options', { field: fields.options });
      if (isAmbiguous(answer, options, found.style)) {
        return reject(where, 'import.number-or-text', { gold: String(answer) });
      }
      const from = where.base ?? found.base;
      if (from === undefined && countedOf({ value: answer, ...options }, found.style)) {
        return reject(where, 'import.index-base-unclear', { field: fields.answer });
      }
      const gold = readGold(answer, options, from ?? 0, found.style);
      if (gold === undefined) return reject(where, 'import.bad-answer', { field: fields.answer });
      const item = closedItem(
        withoutUndefined({ ...base, texts: options.texts, labels: options.labels, gold }),
        where,
      );
      return 'code' in item || prompt === undefined ? item : { ...item, prompt };
    },
  };
}
