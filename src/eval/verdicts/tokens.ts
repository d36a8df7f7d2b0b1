/**
 * Words of a text with their positions, for matching answers as whole token sequences.
 *
 * A token is a run of letters, marks and digits; a plus before digits (`+43`), a trailing `++` or `#` (`C++`, `C#`) and
 * the letters of an acronym with points (`U.S.A.`) belong to it; `&` is the word "and". Comparison is by NFKC and lower
 * case. Articles are dropped from answers and skipped inside mentions, as the official TriviaQA normalisation does
 * (Joshi et al. 2017), except where an article is the answer's last word (vitamin A).
 */

import type { Language } from '../types.ts';

export interface Token {
  /** NFKC, lower case. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN =
  /\p{L}\.(?:\p{L}\.)+(?:\p{L}(?![\p{L}\p{N}]))?|(?:(?<![\p{L}\p{N}+])\+(?=\d))?[\p{L}\p{N}\p{M}]+(?:\+\+|#(?![\p{L}\p{N}]))?|(?<=\s)&(?=\s)/gu;

const ARTICLES = {
  en: new Set(['a', 'an', 'the']),
  de: new Set('der die das den dem des ein eine einen einem einer eines'.split(' ')),
} as const;

export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), (match) => ({
    text: match[0] === '&' ? 'and' : match[0].normalize('NFKC').toLowerCase().replaceAll('.', ''),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

export function isArticle(token: string, language: Language): boolean {
  return ARTICLES[language].has(token);
}

/** The words of an answer without its articles; the last word stays whatever it is. */
export function answerWords(answer: string, language: Language): string[] {
  const words = tokensOf(answer).map((token) => token.text);
  return words.filter((word, i) => i === words.length - 1 || !isArticle(word, language));
}

/** A run of tokens [from, to) in a token list. */
export interface TokenSpan {
  readonly from: number;
  readonly to: number;
}

/** Every place where `words` stand one after another, articles between them skipped. */
export function findWords(
  tokens: readonly Pick<Token, 'text'>[],
  words: readonly string[],
  language: Language,
): TokenSpan[] {
  const spans: TokenSpan[] = [];
  for (let from = 0; from < tokens.length; from++) {
    if (tokens[from]!.text !== words[0]) continue;
    let [at, matched] = [from + 1, 1];
    for (; matched < words.length && at < tokens.length; at++) {
      if (tokens[at]!.text === words[matched]) matched++;
      else if (!isArticle(tokens[at]!.text, language)) break;
    }
    if (matched === words.length) spans.push({ from, to: at });
  }
  return spans;
}

/** Removes accents and other combining marks: `São` becomes `Sao`. */
export function foldAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}
