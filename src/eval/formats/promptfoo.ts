/**
 * promptfoo tests: `{vars: {...}, assert: [{type, value}]}` and its CSV with `__expected` (or `__expected1` ...: "contains: x",
 * "equals: x", or the plain text). Only assertions that name an answer make a gold; scripts, models and similarity do not.
 *
 * The question is the variable named question, prompt, input, query or text, else the only one.
 */

import { openItem } from './open-item.ts';
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

const QUESTIONS = ['question', 'prompt', 'input', 'query', 'text'];
const NAMES_ANSWER = /^(?:i?contains|equals|i?starts-with|(?:i?contains)-any)$/;

function question(vars: RowObject): string | undefined {
  const named = QUESTIONS.map((name) => text(vars[name])).find((value) => value !== undefined);
  if (named !== undefined) return named;
  const all = Object.entries(vars).filter(([name]) => !name.startsWith('__'));
  return all.length === 1 ? text(all[0]![1]) : undefined;
}

/** The answers that an assertion names; undefined for another kind of assertion. */
function fromAssertion(assertion: unknown): readonly string[] | undefined {
  if (!isRowObject(assertion) || !NAMES_ANSWER.test(String(assertion.type))) return undefined;
  const one = scalarText(assertion.value);
  return one === undefined ? textList(assertion.value) : [one];
}

/** `contains: x`, `equals: x`, `contains-any: x, y` or plain text. */
function fromExpected(expected: string): readonly string[] | undefined {
  const typed = /^\s*([a-z-]+)(?:\([^)]*\))?:\s*(.*)$/s.exec(expected);
  if (typed === null) return [expected];
  if (typed[1]!.endsWith('-any')) return NAMES_ANSWER.test(typed[1]!) ? typed[2]!.split(',') : undefined;
  return NAMES_ANSWER.test(typed[1]!) ? [typed[2]!] : undefined;
}

/** The texts of `__expected`, or of `__expected1`, `__expected2` ... */
const expectations = (row: RowObject): readonly string[] =>
  Object.entries(row).flatMap(([name, value]) =>
    /^__expected\d*$/.test(name) && typeof value === 'string' && value.trim() !== '' ? value : [],
  );

export const promptfoo: RowShape = {
  kind: 'promptfoo',
  task: 'open',
  recognise: (row) => (isRowObject(row.vars) && Array.isArray(row.assert)) || expectations(row).length > 0,
  fields: (row) =>
    row.vars
      ? { question: 'vars', answer: 'assert' }
      : { question: 'question', answer: row.__expected === undefined ? '__expected1' : '__expected' },
  toItem(row, where) {
    const asked = question(isRowObject(row.vars) ? row.vars : row);
    if (asked === undefined) return reject(where, 'import.empty-question', { field: 'vars' });
    const golds = Array.isArray(row.assert)
      ? row.assert.map(fromAssertion).find((answers) => answers !== undefined)
      : expectations(row)
          .map(fromExpected)
          .find((answers) => answers !== undefined);
    if (golds === undefined) return reject(where, 'import.no-named-answer');
    return openItem({ id: rowId(row, where), question: asked.trim(), accepted: golds }, where);
  },
};
