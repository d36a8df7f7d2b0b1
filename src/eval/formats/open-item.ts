/**
 * From a question and its golds to the open part of an item: required output `#### answer` unless the shape asks for
 * another form.
 */

import { requiredOutput } from '../prompts/required-form.ts';
import type { Item, Language, RejectedRow, RequiredForm } from '../types.ts';
import { withDefaultPrompt } from './lazy-prompt.ts';
import { withoutUndefined } from './options.ts';
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

/** Makes the open item; rejects a row whose gold is empty or spans lines (the form is one line). */
export function openItem(parts: OpenParts, where: Where): Item | RejectedRow {
  const accepted = [...new Set(parts.accepted.map((answer) => answer.trim()))].filter(
    (answer) => answer !== '',
  );
  const gold = accepted[0];
  if (gold === undefined) return reject(where, 'import.empty-answer');
  if (/[\n\r]/.test(gold)) return reject(where, 'import.multi-line-answer');
  const { id, question, context, competitors, form, language, group, rationale, grading } = parts;
  const item = withoutUndefined({
    id,
    task: 'open' as const,
    question,
    context,
    form,
    language,
    answer: requiredOutput(gold, form),
    accepted,
    competitors,
    group,
    rationale,
    grading,
  });
  return withDefaultPrompt(item);
}
