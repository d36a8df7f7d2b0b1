/**
 * Rule judge for names and phrases: whether an output states the gold or an alias, as a whole token sequence.
 *
 * Not credited: a negated mention ("not Mark Twain", lm-evaluation-harness #621), a mention beside a competitor that the
 * question does not name, a mention taken back ("no, wait", "actually London"), one of several alternatives ("Paris or London", a list of
 * different names). Case and, where no competitor differs by it alone, accents do not count.
 */

import type { Language } from '../types.ts';
import { isNegated, isOffered, isTakenBack, listsOthers } from './contradiction.ts';
import { type Judgement, judgement } from './judge-number.ts';
import { hedgesOthers, isCorrected, isDenied, namesInARow } from './second-thoughts.ts';
import { answerWords, findWords, foldAccents, type Token, type TokenSpan, tokensOf } from './tokens.ts';

export interface TextGold {
  readonly question: string;
  readonly accepted: readonly string[];
  readonly competitors: readonly string[];
  readonly language: Language;
}

/** Mentions of any of `answers`. */
function mentions(
  tokens: readonly Pick<Token, 'text'>[],
  answers: readonly string[],
  language: Language,
): TokenSpan[] {
  return answers.flatMap((answer) => findWords(tokens, answerWords(answer, language), language));
}

const inside = (inner: TokenSpan, outer: TokenSpan) => inner.from >= outer.from && inner.to <= outer.to;

/** A competitor counts where it is written as given (its capital included): "gold" is no mention of the currency Gold. */
function competitorMentions(segment: string, tokens: readonly Token[], gold: TextGold): TokenSpan[] {
  const inQuestion = tokensOf(gold.question);
  return gold.competitors.flatMap((competitor) => {
    const words = answerWords(competitor, gold.language);
    if (findWords(inQuestion, words, gold.language).length > 0) return [];
    const capital = /^\p{Lu}/u.test(competitor);
    return findWords(tokens, words, gold.language).filter(
      (span) => !capital || /^\p{Lu}/u.test(segment.slice(tokens[span.from]!.start)),
    );
  });
}

/** Mentions of the gold; without competitors also those that differ in accents only. */
function goldMentions(tokens: readonly Token[], gold: TextGold): TokenSpan[] {
  if (gold.competitors.length > 0) return mentions(tokens, gold.accepted, gold.language);
  const folded = tokens.map(({ text }) => ({ text: foldAccents(text) }));
  return mentions(folded, gold.accepted.map(foldAccents), gold.language);
}

/** Judges a segment that is already cut before any new question. */
export function judgeText(segment: string, gold: TextGold): Judgement {
  const { accepted, language } = gold;
  const tokens = tokensOf(segment);
  // An answer may itself hold what contradicts elsewhere: "Trick or Treat", "Live and Let Die, not Tomorrow".
  const whole = answerWords(segment, language).join(' ');
  if (whole !== '' && accepted.some((answer) => answerWords(answer, language).join(' ') === whole)) {
    return judgement(true, 'judge.found');
  }
  const found = goldMentions(tokens, gold);
  // An answer without letters and digits ("🐎", "%") is looked for as it is written.
  // What is said of its name in words ("not percent (%)") comes first.
  const signs = found.length > 0 ? [] : accepted.filter((answer) => tokensOf(answer).length === 0);
  if (signs.some((answer) => segment.includes(answer.trim()))) return judgement(true, 'judge.found');
  const rivals = competitorMentions(segment, tokens, gold).filter(
    (span) => !isNegated({ segment, tokens, language }, span),
  );
  // "Guinea" in "New Guinea" is no mention of Guinea; a rival that is the gold but for an article is none.
  const standing = found.filter(
    (span) => !rivals.some((rival) => inside(span, rival) && !inside(rival, span)),
  );
  if (standing.length === 0)
    return judgement(false, rivals.length > 0 ? 'judge.other-answer' : 'judge.not-found');
  const text = { segment, tokens, language };
  if (standing.some((span) => isNegated(text, span))) return judgement(false, 'judge.negated');
  if (rivals.some((rival) => !standing.some((span) => inside(rival, span)))) {
    return judgement(false, 'judge.contradicted');
  }
  if (standing.some((span) => isDenied(text, span, gold.question))) return judgement(false, 'judge.negated');
  const names = (part: string) => mentions(tokensOf(part), accepted, language).length > 0;
  if (isTakenBack(text, standing) || isCorrected(text, standing, names)) {
    return judgement(false, 'judge.taken-back');
  }
  const guesses = [listsOthers, hedgesOthers, namesInARow];
  if (
    standing.some((span) => isOffered(text, span, standing)) ||
    guesses.some((rule) => rule(text, standing, names))
  ) {
    return judgement(false, 'judge.several-guesses');
  }
  return judgement(true, 'judge.found');
}
