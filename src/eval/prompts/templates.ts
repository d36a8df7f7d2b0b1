/**
 * Base prompts: from an item's parts to the text up to and including the cue "Answer:", without trailing space.
 *
 * A template is text with {format}, {context}, {question} and {options}; a line whose placeholders are all empty is left
 * out. The default states the required format (lm-evaluation-harness #3438: a zero-shot prompt that never names the
 * format measures guessing); `statesFormat: false` gives the same prompt without that sentence. Options are listed as
 * `A. text`, so that the required output `B. text` is a line of the prompt.
 */

import { LabError } from '../../lib/errors.ts';
import type { Item, Language, RequiredForm, Task } from '../types.ts';
import { formSentence, requiredOutput } from './required-form.ts';

export interface PromptParts {
  readonly task: Task;
  readonly question: string;
  readonly context?: string;
  /** closed: the options as they are listed in the prompt. */
  readonly options?: readonly string[];
  readonly form?: RequiredForm;
  readonly language?: Language;
}

export interface TemplateOptions {
  readonly statesFormat: boolean;
  /** Absent = the default of the item's language. */
  readonly template?: string;
}

export const DEFAULT_TEMPLATES: Readonly<Record<Language, string>> = {
  en: '{format}\n{context}\nQuestion: {question}\n{options}\nAnswer:',
  de: '{format}\n{context}\nFrage: {question}\n{options}\nAntwort:',
};

const CLOSED_SENTENCE: Readonly<Record<Language, string>> = {
  en: 'Answer with one of the options, exactly as it is listed.',
  de: 'Antworte mit einer der Optionen, genau wie sie dasteht.',
};

/** The sentence that states the required format. */
export function formatSentence(parts: Pick<PromptParts, 'task' | 'form' | 'language'>): string {
  const language = parts.language ?? 'en';
  return parts.task === 'closed' ? CLOSED_SENTENCE[language] : formSentence(parts.form, language);
}

const PLACEHOLDER = /\{(format|context|question|options)\}/g;

/** Errors: eval.template-without-question, and eval.template-without-options for a closed task. */
function assertTemplate(template: string, task: Task): void {
  if (!template.includes('{question}')) throw new LabError('eval.template-without-question');
  if (task === 'closed' && !template.includes('{options}'))
    throw new LabError('eval.template-without-options');
}

/** Renders the base prompt. Text that comes from the row is inserted as it is, placeholders in it included. */
export function basePrompt(parts: PromptParts, options: TemplateOptions = { statesFormat: true }): string {
  const template = options.template ?? DEFAULT_TEMPLATES[parts.language ?? 'en'];
  assertTemplate(template, parts.task);
  const values: Readonly<Record<string, string>> = {
    format: options.statesFormat ? formatSentence(parts) : '',
    context: parts.context?.trim() ?? '',
    question: parts.question.trim(),
    options: (parts.options ?? []).join('\n'),
  };
  return template
    .split('\n')
    .flatMap((line) => {
      const names = Array.from(line.matchAll(PLACEHOLDER), (match) => match[1]!);
      if (names.length > 0 && names.every((name) => values[name] === '')) return [];
      return [line.replace(PLACEHOLDER, (_, name: string) => values[name]!)];
    })
    .join('\n')
    .trimEnd();
}

/** The same item with its prompt made anew from its parts, in place of the row's own or the default prompt. */
export function withBasePrompt(item: Item, options: TemplateOptions): Item {
  return { ...item, prompt: basePrompt(item, options) };
}

/** The same open item with another required form: its answer and, from the template, its prompt. */
export function withForm(
  item: Item,
  form: RequiredForm,
  options: TemplateOptions = { statesFormat: true },
): Item {
  const changed: Item = { ...item, form, answer: requiredOutput(item.accepted[0]!, form) };
  return withBasePrompt(changed, options);
}
