/**
 * Rule judge for names and phrases: whether an output states the gold or an alias, as a whole token sequence.
 *
 * Not credited: a negated mention ("not Mark Twain", lm-evaluation-harness #621), a mention beside a competitor that the
 * question does not name, a mention taken back ("no, wait"), one of several alternatives ("Paris or London", a list of
 * different names). Case and, where no competitor differs by it alone, accents do not count.
 */

import type { Language } from '../types.ts';
import { type Judgement, judgement } from './judge-number.ts';
import {
  answerWords,
  findWords,
  foldAccents,
  isArticle,
  type Token,
  type TokenSpan,
  tokensOf,
} from './tokens.ts';

export interface TextGold {
  readonly question: string;
  readonly accepted: readonly string[];
  readonly competitors: readonly string[];
  readonly language: Language;
}

const NEGATIONS = new Set(
  'not no never neither nor isn wasn aren weren cannot except without nicht kein keine keinen nie niemals weder'.split(
    ' ',
  ),
);
const PHRASES_AGAINST = [
  ['rather', 'than'],
  ['instead', 'of'],
  ['other', 'than'],
  ['anstatt'],
  ['statt'],
  ['außer'],
];
/** Words that may stand between a negation and what it negates. */
const BETWEEN = new Set(
  't in at on by of to from really actually called named always in am an im von zu wirklich in be been'.split(
    ' ',
  ),
);
const TAKEN_BACK =
  /^[^\n]{0,12}?(?:[.!?,;:–—-]|\s)\s*(?:no|wait|sorry|scratch that|correction|i mean|nein|quatsch|moment)\b[\s,.:;–—-]/i;
const ALTERNATIVE_AFTER = /^["'*_)\]\s,]{0,4}(?:or|oder|and\/or|bzw\.?|\/)\s*\S/i;
const ALTERNATIVE_BEFORE =
  /\S\s*(?:\b(?:or|oder|and\/or|either)\b|bzw\.|\/)["'*_([\s]{0,4}(?:(?:the|a|an|maybe|perhaps|possibly|in|der|die|das|vielleicht)\s+)?$/i;

function isNegated(tokens: readonly Token[], span: TokenSpan, segment: string, language: Language): boolean {
  let i = span.from - 1;
  while (i >= 0 && (BETWEEN.has(tokens[i]!.text) || isArticle(tokens[i]!.text, language))) i--;
  if (i < 0) return false;
  // A clause border between the negation and the mention ends its reach: "No. Paris."
  if (/[.;:!?,\n]/.test(segment.slice(tokens[i]!.end, tokens[i + 1]!.start))) return false;
  if (NEGATIONS.has(tokens[i]!.text)) return true;
  return PHRASES_AGAINST.some((phrase) =>
    phrase.every((word, k) => tokens[i - phrase.length + 1 + k]?.text === word),
  );
}

/** Items of a numbered or bulleted list, when the segment is one. */
function listedItems(segment: string): string[] {
  const lines = segment.split('\n').filter((line) => line.trim() !== '');
  const items = lines.flatMap((line) => /^\s*(?:\d+[.)]|[A-Z][.)]|[-*•])\s+(.+)$/.exec(line)?.[1] ?? []);
  return items.length >= 2 && items.length === lines.length ? items : [];
}

/** Four or more short names in a row, separated by commas only. */
function isEnumeration(segment: string): boolean {
  const first = segment.trim().split(/\n|[.!?](?:\s|$)/, 1)[0]!;
  const parts = first.split(/\s*(?:,|;)\s*(?:and |or |und |oder )?/);
  return (
    parts.length >= 4 && parts.every((part) => part.trim() !== '' && part.trim().split(/\s+/).length <= 3)
  );
}

/** Mentions of any of `answers`; a mention inside a longer one of the same kind is not counted twice. */
function mentions(tokens: readonly Token[], answers: readonly string[], language: Language): TokenSpan[] {
  return answers.flatMap((answer) => findWords(tokens, answerWords(answer, language)));
}

const inside = (inner: TokenSpan, outer: TokenSpan) =>
  inner.from >= outer.from && inner.to <= outer.to && inner.to - inner.from < outer.to - outer.from;

/** A competitor counts where it is written as given (its capital included): "gold" is no mention of the currency Gold. */
function competitorMentions(segment: string, tokens: readonly Token[], gold: TextGold): TokenSpan[] {
  const inQuestion = tokensOf(gold.question);
  const open = gold.competitors.filter((competitor) => {
    const words = answerWords(competitor, gold.language);
    return findWords(inQuestion, words).length === 0;
  });
  return open.flatMap((competitor) => {
    const capital = /^\p{Lu}/u.test(competitor);
    return findWords(tokens, answerWords(competitor, gold.language)).filter(
      (span) => !capital || /^\p{Lu}/u.test(segment.slice(tokens[span.from]!.start)),
    );
  });
}

/** Judges a segment that is already cut before any new question. */
export function judgeText(segment: string, gold: TextGold): Judgement {
  const { accepted, competitors, language } = gold;
  const tokens = tokensOf(segment);
  let found = mentions(tokens, accepted, language);
  if (found.length === 0 && competitors.length === 0) {
    const folded = tokens.map((token) => ({ ...token, text: foldAccents(token.text) }));
    found = mentions(folded, accepted.map(foldAccents), language);
  }
  const symbols = accepted.filter(
    (answer) => tokensOf(answer).length === 0 && segment.includes(answer.trim()),
  );
  if (found.length === 0 && symbols.length > 0) return judgement(true, 'judge.found');
  const rivals = competitorMentions(segment, tokens, gold);
  const standing = found.filter((span) => !rivals.some((rival) => inside(span, rival)));
  if (standing.length === 0) {
    return judgement(false, rivals.length > 0 || found.length > 0 ? 'judge.other-answer' : 'judge.not-found');
  }
  if (standing.some((span) => isNegated(tokens, span, segment, language)))
    return judgement(false, 'judge.negated');
  if (rivals.some((rival) => !standing.some((span) => inside(rival, span)))) {
    return judgement(false, 'judge.contradicted');
  }
  const last = standing.reduce((a, b) => (b.to > a.to ? b : a));
  if (TAKEN_BACK.test(segment.slice(tokens[last.to - 1]!.end))) return judgement(false, 'judge.taken-back');
  if (standing.some((span) => isAlternative(segment, tokens, span, standing))) {
    return judgement(false, 'judge.several-guesses');
  }
  const items = listedItems(segment);
  const known = (item: string) => mentions(tokensOf(item), accepted, language).length > 0;
  if (items.some((item) => !known(item)) || isEnumeration(segment))
    return judgement(false, 'judge.several-guesses');
  return judgement(true, 'judge.found');
}

/** Whether the mention is joined by "or" to something that is no accepted answer itself. */
function isAlternative(
  segment: string,
  tokens: readonly Token[],
  span: TokenSpan,
  standing: readonly TokenSpan[],
): boolean {
  const after = segment.slice(tokens[span.to - 1]!.end);
  const before = segment.slice(0, tokens[span.from]!.start);
  const accepted = (from: number) => standing.some((other) => other.from === from || other.to === from);
  if (ALTERNATIVE_AFTER.test(after)) {
    const joined = /^\W*(?:or|oder|and|bzw)/i.test(after) ? 1 : 0;
    if (!accepted(span.to + joined)) return true;
  }
  return ALTERNATIVE_BEFORE.test(before) && !accepted(span.from - 1) && !accepted(span.from);
}
