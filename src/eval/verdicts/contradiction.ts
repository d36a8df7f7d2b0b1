/**
 * What takes a mention of the gold back: negation, correction, alternatives, lists of different answers.
 *
 * Patterns of English and German. They look at the words around a mention only; a contradiction in other words is for
 * a human or a judge model.
 */

import type { Language } from '../types.ts';
import { isArticle, type Token, type TokenSpan } from './tokens.ts';

export interface Tokenised {
  readonly segment: string;
  readonly tokens: readonly Token[];
  readonly language: Language;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const NEGATIONS = words(
  'not no never neither nor cannot except without nicht kein keine keinen nie niemals weder anstatt statt außer',
);
/** Before "n't", which is two tokens: isn, t. */
const CONTRACTED = words('isn wasn aren weren don doesn didn');
const NEGATING_PHRASES: ReadonlySet<string> = new Set([
  'rather than',
  'instead of',
  'other than',
  'apart from',
]);
/** Words that may stand between a negation and what it negates: "is not located in", "don't think it is". */
const BETWEEN = words(
  't in at on by of to from for really actually called named located necessarily think believe it is was s be been ' +
    'that im am an von zu wirklich ist war es',
);

/** Whether the mention is negated within its clause. "No, Paris" and "No. Paris" are not negations of Paris. */
export function isNegated({ segment, tokens, language }: Tokenised, span: TokenSpan): boolean {
  const i = tokens
    .slice(0, span.from)
    .findLastIndex(({ text }) => !BETWEEN.has(text) && !isArticle(text, language));
  if (i < 0) return false;
  if (/[.;:!?,\n]/.test(segment.slice(tokens[i]!.end, tokens[span.from]!.start))) return false;
  // "not only Paris" and "nothing but Paris" affirm.
  const [before, { text }, after] = [tokens[i - 1]?.text, tokens[i]!, tokens[i + 1]!.text];
  if (NEGATIONS.has(text) || (CONTRACTED.has(text) && after === 't')) return true;
  return NEGATING_PHRASES.has(`${before} ${text}`) || NEGATING_PHRASES.has(`${text} ${after}`);
}

const TAKEN_BACK =
  /^[^\n.!?]{0,12}?[.!?,;:–—-]*\s*(?:(?:no|nein)\s*[,.:;!–—-]|(?:oh |but )?(?:wait|scratch that|correction|i mean|quatsch|moment)\b[\s,.:;–—-]+\S)/i;

/** Whether the last mention is taken back right after it: "Paris. No, London", "Paris, wait, it is London". */
export function isTakenBack({ segment, tokens }: Tokenised, mentions: readonly TokenSpan[]): boolean {
  const end = Math.max(...mentions.map(({ to }) => to));
  return TAKEN_BACK.test(segment.slice(tokens[end - 1]!.end));
}

const OR_AFTER = /^["'*_)\]]{0,2}(?:,?\s*(?:or|oder|and\/or|bzw\.?)\s|\s?\/)\s*\S/i;
const OR_BEFORE =
  /\S\s*(?:\b(?:or|oder|either)\s+|bzw\.\s+|\/\s?)["'*_([]{0,2}(?:(?:the|a|an|maybe|perhaps|possibly|even|in|der|die|das|vielleicht)\s+){0,2}["'*_([]{0,2}$/i;

/** Between two answers that are both accepted. */
const JOINING = words('and or oder bzw');

/** Characters before a mention that tell whether it is offered: the whole text before each would be read again and again. */
const WINDOW = 80;

/** Whether the mention is joined by "or" or a slash to something that is no accepted answer itself. */
export function isOffered(
  { segment, tokens, language }: Tokenised,
  span: TokenSpan,
  mentions: readonly TokenSpan[],
): boolean {
  const { end } = tokens[span.to - 1]!;
  const { start } = tokens[span.from]!;
  const after = segment.slice(end, end + WINDOW);
  const before = segment.slice(Math.max(0, start - WINDOW), start);
  const isJoining = (token: Token | undefined) =>
    token !== undefined && (JOINING.has(token.text) || isArticle(token.text, language));
  let [behind, ahead] = [span.to, span.from];
  while (isJoining(tokens[behind])) behind++;
  while (isJoining(tokens[ahead - 1])) ahead--;
  if (OR_AFTER.test(after) && !mentions.some(({ from }) => from === behind)) return true;
  return OR_BEFORE.test(before) && !mentions.some(({ to }) => to === ahead);
}

/** Items of a numbered, lettered or bulleted list, when the whole segment is one of two lines and more. */
function listedItems(segment: string): string[] {
  const lines = segment.split('\n').filter((line) => line.trim() !== '');
  const items = lines.flatMap((line) => /^\s*(?:\d+[.)]|\(?[A-Z][.)]|[-*•])\s(.+)/.exec(line)?.[1] ?? []);
  return items.length >= 2 && items.length === lines.length ? items : [];
}

/** Names a comma list of the first sentence has besides the mention, before it counts as a list of guesses. */
const OTHER_NAMES = 3;
/** The same in a list by semicolons, which a place and its country are not. */
const OTHER_ENTRIES = 2;
const SHORT_WORDS = 3;
/** Stands for the mention: a point in it (St. Louis) ends no sentence, and the words around it are no part of its name. */
const MENTION = '\uFFFC';

/** Whether the segment lists different answers: list lines that do not all name the gold, or names in a row. */
export function listsOthers(
  { segment, tokens }: Tokenised,
  mentions: readonly TokenSpan[],
  namesGold: (part: string) => boolean,
): boolean {
  if (listedItems(segment).some((item) => !namesGold(item))) return true;
  const first = mentions.reduce((a, b) => (b.from < a.from ? b : a));
  const [{ start }, { end }] = [tokens[first.from]!, tokens[first.to - 1]!];
  const before = segment.slice(segment.lastIndexOf('\n', start) + 1, start);
  const line = `${before}${MENTION}${segment.slice(end).split('\n', 1)[0]}`;
  const others = line
    .split(/[.!?]\s/, 1)[0]!
    .replace(/\s+/g, ' ')
    .split(/[,;] ?(?:(?:and|or|und|oder) )?| (?:and|und) /)
    .map((part) => part.replace(MENTION, '').trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part) && !namesGold(part));
  const lower = [line, segment.slice(start, end)].every((text) => text === text.toLowerCase());
  const isName = (part: string) =>
    part.split(' ').length <= SHORT_WORDS && (lower || /^["'(]?[\p{Lu}\p{N}]/u.test(part));
  return others.length >= (line.includes(';') ? OTHER_ENTRIES : OTHER_NAMES) && others.every(isName);
}
