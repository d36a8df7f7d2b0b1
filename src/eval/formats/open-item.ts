/**
 * From a question and its golds to the open part of an item: required output `#### answer` unless the shape asks for
 * another form.
 */

import { requiredOutput } from '../prompts/required-form.ts';
import type { Item, Language, LineChoice, RejectedRow, RequiredForm } from '../types.ts';
import { withDefaultPrompt } from './lazy-prompt.ts';
import { withoutUndefined } from './options.ts';
import { languageOf } from './question-text.ts';
import { reject, type Where } from './row.ts';

export interface OpenParts {
  readonly id: string;
  readonly question: string;
  readonly context?: string;
  /** The gold first, then aliases; duplicates are dropped. */
  readonly accepted: readonly string[];
  readonly competitors?: readonly string[];
  readonly form?: RequiredForm;
  readonly language?: Language;
  readonly group?: string;
  readonly rationale?: string;
  readonly grading?: Item['grading'];
}

const LATEX = /\\(?:[dt]?frac|sqrt|pi|left|right|begin|cdot|times|text|infty|cup|circ)(?![a-zA-Z])/;

/** Whether a gold is written as LaTeX, and so is compared as mathematics. */
export const isLatex = (gold: string): boolean => LATEX.test(gold);

const JSON_FORM: RequiredForm = { kind: 'json', key: 'answer' };

/** A filled answer as one line, as a person chose for the file. */
function asChosen(answer: string, lines: LineChoice | undefined): string {
  if (lines === undefined || lines === 'json') return answer;
  const parts = answer
    .split(/[\n\r]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines === 'joined') return parts.join(' ');
  return parts.at(lines === 'first' ? 0 : -1)!;
}

/**
 * Makes the open item; rejects a row whose gold is empty, or spans lines where nobody chose what becomes of those: the
 * form is one line.
 */
export function openItem(parts: OpenParts, where: Where): Item | RejectedRow {
  const golds = parts.accepted.map((answer) => answer.trim()).filter((answer) => answer !== '');
  const filled = [...new Set(golds.map((answer) => asChosen(answer, where.lines)))];
  if (filled.length === 0) return reject(where, 'import.empty-answer');
  // Of several right answers the required output is one that fits a line.
  const gold = filled.find((answer) => where.lines === 'json' || !/[\n\r]/.test(answer));
  if (gold === undefined) return reject(where, 'import.multi-line-answer');
  const accepted = [gold, ...filled.filter((answer) => answer !== gold)];
  const { id, question, context, competitors, group, rationale, grading } = parts;
  const form = where.lines === 'json' ? JSON_FORM : parts.form;
  const item = withoutUndefined({
    id,
    task: 'open' as const,
    question,
    context,
    form,
    language: languageOf(where, parts.language),
    answer: requiredOutput(gold, form),
    accepted,
    competitors,
    group,
    rationale,
    grading,
  });
  return withDefaultPrompt(item);
}
