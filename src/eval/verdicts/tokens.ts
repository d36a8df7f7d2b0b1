/**
 * Words of a text with their positions, for matching answers as whole token sequences.
 *
 * A token is a run of letters, marks and digits, with a plus before digits kept (`+43`) and a trailing `++` or `#`
 * (`C++`, `C#`). Comparison is by NFKC and lower case. Articles are dropped from answers, as the official TriviaQA
 * normalisation does, but stay visible in outputs, where negation rules need them.
 */

import type { Language } from '../types.ts';

export interface Token {
  /** NFKC, lower case. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN = /(?:(?<![\p{L}\p{N}+])\+(?=\d))?[\p{L}\p{N}\p{M}]+(?:\+\+|#(?![\p{L}\p{N}]))?/gu;

const ARTICLES = {
  en: new Set(['a', 'an', 'the']),
  de: new Set(['der', 'die', 'das', 'den', 'dem', 'des', 'ein', 'eine', 'einen', 'einem', 'einer', 'eines']),
} as const;

export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), (match) => ({
    text: match[0].normalize('NFKC').toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

export function isArticle(token: string, language: Language): boolean {
  return ARTICLES[language].has(token);
}

/** The words of an answer: leading articles dropped unless nothing else is left. */
export function answerWords(answer: string, language: Language): string[] {
  const words = tokensOf(answer).map((token) => token.text);
  let from = 0;
  while (from < words.length - 1 && isArticle(words[from]!, language)) from++;
  return words.slice(from);
}

/** A run of tokens [from, to) in a token list. */
export interface TokenSpan {
  readonly from: number;
  readonly to: number;
}

/** Every place where `words` stand one after another. */
export function findWords(tokens: readonly Token[], words: readonly string[]): TokenSpan[] {
  if (words.length === 0) return [];
  const spans: TokenSpan[] = [];
  for (let from = 0; from + words.length <= tokens.length; from++) {
    if (words.every((word, i) => tokens[from + i]!.text === word))
      spans.push({ from, to: from + words.length });
  }
  return spans;
}

/** Removes accents and other combining marks: `São` becomes `Sao`. */
export function foldAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}
