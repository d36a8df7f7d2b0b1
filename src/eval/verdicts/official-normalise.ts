/**
 * The official answer normalisations of TriviaQA and SQuAD, and their exact match and token F1, with articles per
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

/** Equal to any accepted answer after normalisation. */
export function officialExactMatch(
  prediction: string,
  accepted: readonly string[],
  normalise: (text: string) => string = normaliseTrivia,
): boolean {
  const wanted = normalise(prediction);
  return accepted.some((answer) => normalise(answer) === wanted);
}

/** Highest token F1 against the accepted answers, in [0, 1]. */
export function officialF1(
  prediction: string,
  accepted: readonly string[],
  normalise: (text: string) => string = normaliseTrivia,
): number {
  const words = normalise(prediction).split(' ').filter(Boolean);
  return Math.max(0, ...accepted.map((answer) => tokenF1(words, normalise(answer).split(' '))));
}

function tokenF1(predicted: readonly string[], gold: readonly string[]): number {
  const left = [...gold];
  let common = 0;
  for (const word of predicted) {
    const at = left.indexOf(word);
    if (at < 0) continue;
    left.splice(at, 1);
    common++;
  }
  return (2 * common) / (predicted.length + gold.length);
}
