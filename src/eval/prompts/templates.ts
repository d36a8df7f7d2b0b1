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
import { formSentence, letterOf, requiredOutput } from './required-form.ts';

export interface PromptParts {
  readonly task: Task;
  readonly question: string;
  readonly context?: string;
  /** closed: the required outputs. */
  readonly options?: readonly string[];
  /** closed: their texts, listed behind the letters where a letter is required. */
  readonly optionTexts?: readonly string[];
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
  if (parts.task === 'open' || parts.form?.kind === 'letter') return formSentence(parts.form, language);
  return CLOSED_SENTENCE[language];
}

/** The options as the prompt lists them: as they are required, or each behind its letter. */
function listing({ options = [], optionTexts = options, form }: PromptParts): readonly string[] {
  return form?.kind === 'letter' ? options.map((letter, i) => `${letter}. ${optionTexts[i]}`) : options;
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
    options: listing(parts).join('\n'),
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

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A closed item whose required outputs are the letters of its options. */
function byLetter(item: Item): Item {
  const texts = item.optionTexts ?? item.options!;
  if (texts.length > LETTERS.length) throw new LabError('eval.no-option-letter', { item: item.id });
  const options = texts.map((_, i) => LETTERS[i]!);
  return {
    ...item,
    form: { kind: 'letter' },
    options,
    optionTexts: texts,
    answer: options[item.goldIndex!]!,
  };
}

/**
 * The same item with another required form: its answer, and its options where they are letters; the prompt is as it was.
 * Closed items have but one other form, `letter`; any other leaves them as they are.
 *
 * Error: eval.no-option-letter {item} where a letter is required and the item has none.
 */
export function inForm(item: Item, form: RequiredForm): Item {
  if (item.task === 'closed') return form.kind === 'letter' ? byLetter(item) : item;
  const gold = item.accepted[0]!;
  if (form.kind === 'letter' && letterOf(gold) === undefined) {
    throw new LabError('eval.no-option-letter', { item: item.id });
  }
  return { ...item, form, answer: requiredOutput(gold, form) };
}

/** `inForm`, with the prompt made anew from the template. */
export function withForm(
  item: Item,
  form: RequiredForm,
  options: TemplateOptions = { statesFormat: true },
): Item {
  return withBasePrompt(inForm(item, form), options);
}
