/**
 * The official answer normalisations of TriviaQA and SQuAD, and their exact match, with articles per
 * language (English as published; German articles as in lighteval).
 */

import type { Language } from '../types.ts';

/** Whole words as Python's \b finds them: España ends in no article. */
function whole(words: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`, 'gu');
}

const ARTICLES = {
  en: whole('a|an|the'),
  de: whole('der|die|das|den|dem|des|ein|eine|einen|einem|einer|eines'),
} as const;
const PUNCTUATION = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/g;

/** White space as Python splits at it (its separators U+001C to U+001F left out): U+0085 is some, U+FEFF none. */
const SPACE = /(?!\uFEFF)[\s\u0085]/;

const collapse = (text: string) => text.split(SPACE).filter(Boolean).join(' ');

/**
 * TriviaQA (evaluation/triviaqa_evaluation.py): underscores to spaces, lower case, punctuation and the quotes ‘ ’ ´ ` to
 * spaces, articles removed, whitespace collapsed, trimmed.
 */
export function normaliseTrivia(text: string, language: Language = 'en'): string {
  const spaced = text.replaceAll('_', ' ').toLowerCase().replace(PUNCTUATION, ' ').replace(/[‘’´]/g, ' ');
  return collapse(spaced.replace(ARTICLES[language], ' '));
}

/** SQuAD (evaluate-v1.1.py): lower case, punctuation deleted, articles removed, whitespace collapsed. */
export function normaliseSquad(text: string, language: Language = 'en'): string {
  return collapse(text.toLowerCase().replace(PUNCTUATION, '').replace(ARTICLES[language], ' '));
}

/** Whether TriviaQA's or SQuAD's exact match holds: the text is an accepted answer, and has a word left. */
export function officialMatch(text: string, accepted: readonly string[], language: Language): boolean {
  return [normaliseTrivia, normaliseSquad].some((normalise) => {
    const wanted = normalise(text, language);
    return wanted !== '' && accepted.some((answer) => normalise(answer, language) === wanted);
  });
}
