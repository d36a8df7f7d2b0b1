/** Whether a row carries options in any form, read or not: such a row is no open question, and no yes/no question. */

import { optionFields } from './numbered-columns.ts';
import { type RowObject, scalarText } from './row.ts';

/** Names of a list of options, beside `choices`, `options` and `answers`. */
export const OPTION_LISTS: readonly string[] = [
  'endings',
  'candidates',
  'answer_choices',
  'answer_options',
  'mc_options',
  'alternatives',
  'opts',
  'choice',
  'Options',
  'Choices',
  'optionen',
  'Optionen',
  'antworten',
  'Antworten',
];
const NAMES = ['choices', 'options', ...OPTION_LISTS];

const isFilled = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : typeof value === 'object' && value !== null;

/** The field with the options, or the first of the fields that are one option each. */
export function optionField(row: RowObject): string | undefined {
  return NAMES.find((name) => isFilled(row[name])) ?? optionFields(row)?.names[0];
}

/** Fields named as an option is: A-H, `opt_b`, `answer 3`. */
const ONE_OPTION = /^(?:[a-h]|(?:opt|op|ans|answer)[ _]?(?:[a-h]|\d))$/i;

/** Several fields that each may be one option, numbered or lettered in any way. */
export function singleOptionFields(row: RowObject): readonly string[] {
  const single = Object.keys(row).filter(
    (name) =>
      /^(?:option|choice|opt|op|ans|answer|alternative)[ _#-]?(?:[a-h]|\d)$/i.test(name) &&
      scalarText(row[name]) !== undefined,
  );
  return single.length > 1 ? single : [];
}

/** Also what only may hold options: any list or object, a field named `...options`, several fields named as options are. */
export function possibleOptionField(row: RowObject): string | undefined {
  const filled = Object.keys(row).filter((name) => row[name] !== null && row[name] !== '');
  const single = filled.filter((name) => ONE_OPTION.test(name));
  return (
    optionField(row) ??
    filled.find(
      (name) => typeof row[name] === 'object' || /(?:option|choice|candidate|alternative)/i.test(name),
    ) ??
    (single.length > 1 ? single[0] : undefined)
  );
}
