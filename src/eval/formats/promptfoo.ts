/**
 * promptfoo tests: `{vars: {...}, assert: [{type, value}]}`, with the prompts of their configuration where there are any
 * (promptfoo-config.ts), and its CSV with `__expected` (or `__expected1` ...).
 *
 * The question is the prompt (promptfoo-prompts.ts) filled with the variables; without one, the variable named question,
 * prompt, input, query or text, else the only one. What the assertions ask for: promptfoo-assertions.ts.
 */

import type { Item, RejectedRow } from '../types.ts';
import { askedIn } from './messages.ts';
import { openItem } from './open-item.ts';
import { withoutUndefined } from './options.ts';
import { fromExpected, readAssertions } from './promptfoo-assertions.ts';
import { CONFIG } from './promptfoo-config.ts';
import { promptChoice, promptFor } from './promptfoo-prompts.ts';
import { filled, filledValue, MAXIMUM_VARIANTS, Unfilled, variants } from './promptfoo-template.ts';
import { contextOf } from './question-text.ts';
import {
  isRowObject,
  type RowObject,
  type RowShape,
  reject,
  rowId,
  scalarText,
  text,
  type Where,
} from './row.ts';

const QUESTIONS = ['question', 'prompt', 'input', 'query', 'text'];

/** The texts of `__expected`, or of `__expected1`, `__expected2` ... */
const expectations = (row: RowObject): readonly string[] =>
  Object.entries(row).flatMap(([name, value]) =>
    /^__expected\d*$/.test(name) && typeof value === 'string' && value.trim() !== '' ? value : [],
  );

const objectOf = (value: unknown): RowObject => (isRowObject(value) ? value : {});
const defaultsOf = (row: RowObject): RowObject => objectOf(objectOf(row[CONFIG]).defaultTest);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A table's row is its variables but for promptfoo's own columns. */
const columns = (row: RowObject): RowObject =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('__')));

/** A row of JSON or YAML, as opposed to one of a table. */
const isTest = (row: RowObject) => isRowObject(row.vars) || row[CONFIG] !== undefined;

const varsOf = (row: RowObject): RowObject =>
  isTest(row) ? { ...objectOf(defaultsOf(row).vars), ...objectOf(row.vars) } : columns(row);

/** `$ref: '#/assertionTemplates/name'` stands for the assertion of that name. */
function resolved(assertion: unknown, row: RowObject): unknown {
  const name = /^#\/assertionTemplates\/(.+)/.exec(String(objectOf(assertion).$ref))?.[1];
  return (name && objectOf(objectOf(row[CONFIG]).assertionTemplates)[name]) || assertion;
}

const assertionsOf = (row: RowObject): readonly unknown[] =>
  isTest(row)
    ? [...listOf(defaultsOf(row).assert), ...listOf(row.assert)].map((one) => resolved(one, row))
    : expectations(row).map(fromExpected);

interface Asked {
  readonly question: string;
  readonly context?: string | undefined;
}

/** A list of objects written as JSON; undefined for any other text. */
function messagesIn(prompt: string): unknown {
  if (!/^\s*\[\s*\{/.test(prompt)) return undefined;
  try {
    return JSON.parse(prompt);
  } catch {
    return undefined;
  }
}

/**
 * A prompt of chat messages as their last question; any other as it is. Messages are filled in one by one, as promptfoo
 * does: a quotation mark in a variable does not end the text around it.
 */
function fromPrompt(template: string, vars: RowObject): Asked | undefined {
  const messages = messagesIn(template);
  if (messages !== undefined) return askedIn(filledValue(messages, vars));
  const prompt = filled(template, vars);
  const made = messagesIn(prompt);
  if (made !== undefined) return askedIn(made);
  const question = text(prompt)?.trim();
  return question === undefined ? undefined : { question };
}

/** The variable that is the question where no prompt is written out. */
function questionVariable(vars: RowObject): string | undefined {
  const isFilled = (name: string) => text(vars[name]) !== undefined;
  const all = Object.keys(vars);
  return QUESTIONS.find(isFilled) ?? (all.length === 1 ? all.find(isFilled) : undefined);
}

function fromVars(vars: RowObject): Asked | undefined {
  const name = questionVariable(vars);
  if (name === undefined) return undefined;
  const question = filled(String(vars[name]), vars).trim();
  const context = contextOf({ ...vars, [name]: undefined }, question);
  return { question, context: context === undefined ? undefined : filled(context, vars) };
}

function asked(row: RowObject, vars: RowObject, template: string | undefined): Asked | undefined {
  if (template === undefined) return fromVars(vars);
  const options = { ...objectOf(defaultsOf(row).options), ...objectOf(row.options) };
  const around = (name: 'prefix' | 'suffix') => String(options[name] ?? '');
  return fromPrompt(`${around('prefix')}${template}${around('suffix')}`, vars);
}

/** A variable whose value stands in another file. */
const fileIn = (vars: RowObject) =>
  Object.values(vars).find((value) => typeof value === 'string' && value.startsWith('file://'));

function testItem(row: RowObject, vars: RowObject, where: Where): Item | RejectedRow {
  const prompt = promptFor(objectOf(row[CONFIG]).prompts, row.prompts, where.promptIndex);
  if ('code' in prompt) return reject(where, prompt.code, prompt.params);
  const file = fileIn(vars);
  if (file !== undefined) return reject(where, 'import.variable-file', { name: String(file) });
  const found = asked(row, vars, prompt.template);
  if (found === undefined && Object.keys(vars).length === 0)
    return reject(where, 'import.empty-question', { field: 'vars' });
  if (found === undefined)
    return reject(where, 'import.no-question-variable', { names: Object.keys(vars).join(', ') });
  const { threshold } = isTest(row)
    ? { ...defaultsOf(row), ...row }
    : { threshold: scalarText(row.__threshold) };
  const assertions = assertionsOf(row);
  if (threshold !== null && Number(threshold) < 1 && assertions.length > 1) {
    return reject(where, 'import.assertion-refused', { type: 'threshold' });
  }
  const places = [row, objectOf(row.options), defaultsOf(row), objectOf(defaultsOf(row).options)];
  const transformed = isTest(row) && places.find((one) => one.transform !== undefined);
  if (transformed) return reject(where, 'import.assertion-refused', { type: 'transform' });
  const expected = readAssertions(assertions.map((one) => filledValue(one, vars)));
  if (expected.kind === 'refused') return reject(where, 'import.assertion-refused', { type: expected.type });
  if (expected.kind === 'disagreeing') return reject(where, 'import.assertions-disagree');
  if (expected.kind === 'none') return reject(where, 'import.no-named-answer');
  const { answers, wrong, form } = expected;
  return openItem(
    withoutUndefined({
      id: rowId(row, where),
      ...found,
      accepted: answers,
      form,
      competitors: wrong.length > 0 ? wrong : undefined,
      group: text(objectOf(row.metadata).category),
    }),
    where,
  );
}

/** The set of variables of a row; none where its lists of values make too many. */
const CHOSEN = Symbol('variables');
type Chosen = RowObject & { readonly [CHOSEN]?: RowObject };

export const promptfoo: RowShape = {
  kind: 'promptfoo',
  task: 'open',
  recognise: (row) =>
    (isRowObject(row.vars) && Array.isArray(row.assert)) ||
    row[CONFIG] !== undefined ||
    expectations(row).length > 0,
  expand: (row) => {
    const sets = isTest(row) ? variants(varsOf(row)) : [varsOf(row)];
    return sets?.map((vars): Chosen => ({ ...row, [CHOSEN]: vars })) ?? [row];
  },
  fields(row) {
    if (isTest(row))
      return { question: row[CONFIG] === undefined ? 'vars' : 'prompts, vars', answer: 'assert' };
    const vars = columns(row);
    return {
      question: questionVariable(vars) ?? Object.keys(vars).join(', '),
      answer: row.__expected === undefined ? '__expected1' : '__expected',
    };
  },
  prompts: (row, chosen) => promptChoice(objectOf(row[CONFIG]).prompts, chosen),
  toItem(row: Chosen, where) {
    const { file: elsewhere, tooMany } = objectOf(row[CONFIG]);
    if (typeof tooMany === 'number') return reject(where, 'import.too-many-variants', { limit: tooMany });
    if (elsewhere !== undefined) return reject(where, 'import.other-file', { name: String(elsewhere) });
    const vars = row[CHOSEN];
    if (vars === undefined) return reject(where, 'import.too-many-variants', { limit: MAXIMUM_VARIANTS });
    try {
      return testItem(row, vars, where);
    } catch (error) {
      if (!(error instanceof Unfilled)) throw error;
      return reject(where, error.code, { found: error.found });
    }
  },
};
