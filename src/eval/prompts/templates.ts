/**
 * Base prompts: from an item's parts to the text up to and including the cue "Answer:", without trailing space.
 *
 * The default states the required format (lm-evaluation-harness #3438: a zero-shot prompt that never names the format
 * measures guessing); `statesFormat: false` gives the same prompt without that sentence. Options are listed as
 * `A. text`, so that the required output `B. text` is a line of the prompt.
 */

import type { Item, Language, RequiredForm, Task } from '../types.ts';

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
}

const WORDS = {
  en: {
    closed: 'Answer with one of the options, exactly as it is listed.',
    hash: 'Answer with #### followed by the final answer.',
    question: 'Question:',
    answer: 'Answer:',
  },
  de: {
    closed: 'Antworte mit einer der Optionen, genau wie sie dasteht.',
    hash: 'Antworte mit #### und der endgültigen Antwort.',
    question: 'Frage:',
    answer: 'Antwort:',
  },
} as const;

/** The sentence that states the required format. */
export function formatSentence(parts: Pick<PromptParts, 'task' | 'form' | 'language'>): string {
  const words = WORDS[parts.language ?? 'en'];
  if (parts.task === 'closed') return words.closed;
  return words[parts.form?.kind ?? 'hash'];
}

/** Renders the base prompt; parts that are absent leave no empty line. */
export function basePrompt(parts: PromptParts, options: TemplateOptions = { statesFormat: true }): string {
  const words = WORDS[parts.language ?? 'en'];
  return [
    options.statesFormat ? formatSentence(parts) : undefined,
    parts.context?.trim(),
    `${words.question} ${parts.question.trim()}`,
    ...(parts.options ?? []),
    words.answer,
  ]
    .filter((line) => line !== undefined && line !== '')
    .join('\n');
}

/** The same item with its prompt made anew from its parts, in place of the row's own or the default prompt. */
export function withBasePrompt(item: Item, options: TemplateOptions): Item {
  return { ...item, prompt: basePrompt(item, options) };
}
