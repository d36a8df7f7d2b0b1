/**
 * Second thoughts after a mention of the gold: a correction ("Actually it is London"), a denial ("Paris is wrong"), another
 * guess beside it ("maybe London"), bare names one after another.
 *
 * Patterns of English and German that need a name in another's place; whatever else follows an answer is talk about it
 * ("Paris, perhaps the oldest of them"). The words right around a mention: contradiction.ts.
 */

import type { Tokenised } from './contradiction.ts';
import { isArticle, type TokenSpan, tokensOf } from './tokens.ts';

/** Whether a part of the text names the gold. */
export type NamesGold = (part: string) => boolean;

const CONNECTING = new Set('of the de da di du la le von van der den del and und y'.split(' '));
const NAME_WORDS = 4;
/** Capitalised words that stand alone without being an answer. */
const REMARKS = new Set(
  (
    'yes no not never none wait ok okay correct right true false thanks answer explanation next done end note source ' +
    'solution question ja nein nicht nie moment richtig falsch antwort erklärung frage ende'
  ).split(' '),
);

/** Whether a text is a name and nothing else: few words, each with a capital or a digit but for "of" and the like. */
export function isBareName(text: string): boolean {
  const name = text.replace(/^[\s"'“”„‘’*_([]+|[\s"'“”‘’*_)\].!?]+$/gu, '');
  const words = name.replace(/^(?:the|a|an|der|die|das) /i, '').split(' ');
  if (words.length > NAME_WORDS || REMARKS.has(name.toLowerCase()) || /[,;:]/.test(name)) return false;
  return words.every((word, i) => /^[\p{Lu}\p{N}]/u.test(word) || (i > 0 && CONNECTING.has(word)));
}

/** What stands up to the next punctuation, without a verb at the end of a German clause. */
function clause(text: string): string {
  return text
    .split(/[,;:!?()\n]|\. /, 1)[0]!
    .replace(/ (?:sein|gewesen sein|instead|too|as well|auch)[ .]*$/i, '');
}

const isOther = (text: string, namesGold: NamesGold) => isBareName(text) && !namesGold(text);

/** Whether any clause right after a match of `cue` (global) is a name that is not the gold's. */
function namesOther(text: string, cue: RegExp, namesGold: NamesGold): boolean {
  return Array.from(text.matchAll(cue)).some((match) =>
    isOther(clause(text.slice(match.index + match[0].length)), namesGold),
  );
}

const SUBJECT = `(?:(?:it|this|that|es|das)(?:['’]s| (?:is|was|ist|war|should be|must be)) )?`;
const CORRECTED = new RegExp(
  String.raw`(?:^|[.!?,;:–—()-])\s*(?:but |oh,? )?(?:actually|in fact|on second thoughts?|or rather|rather|tatsächlich|eigentlich|vielmehr|genauer gesagt),? ${SUBJECT}`,
  'giu',
);

/** One blank where there are several, as the patterns expect. */
const evenly = (text: string): string => text.replace(/[^\S\n]+/g, ' ');

/** Text behind the last mention. */
function behind({ segment, tokens }: Tokenised, mentions: readonly TokenSpan[]): string {
  return evenly(segment.slice(tokens[Math.max(...mentions.map(({ to }) => to)) - 1]!.end));
}

const QUESTIONED = /^["'”’*_)]* ?\?\s*(?:no|nope|nein)\b(?! (?:doubt|question|wonder|problem))/i;

/** Whether another answer is put in the place of the last mention: "Actually it is London", "Paris? No". */
export function isCorrected(text: Tokenised, mentions: readonly TokenSpan[], namesGold: NamesGold): boolean {
  const after = behind(text, mentions);
  return QUESTIONED.test(after) || namesOther(after, CORRECTED, namesGold);
}

const CALLED_WRONG =
  /^["'”’*_)]* (?:(?:is|was|ist|war|would be) (?:wrong|incorrect|false|falsch|(?:not|nicht) (?:correct|right|true|richtig|(?:the|die) (?:right |correct |richtige )?(?:answer|antwort)))|(?:isn|wasn)['’]t (?:correct|right|true|the (?:right |correct )?answer))(?= ?(?:[,.;:!?)\n]|$))/i;
const NOT_WHAT =
  /^["'”’*_)]* (?:(?:is|was|are|were|ist|war|sind|waren) (?:not|nicht|keine?)|(?:isn|wasn|aren|weren)['’]t) ([^.;:!?,\n]+)/i;
/** Whether a mention is denied to be the answer: "Paris is wrong", or not what the question asks for, in its words. */
export function isDenied(
  { segment, tokens, language }: Tokenised,
  span: TokenSpan,
  question: string,
): boolean {
  const after = evenly(segment.slice(tokens[span.to - 1]!.end));
  if (CALLED_WRONG.test(after)) return true;
  const predicate = NOT_WHAT.exec(after)?.[1];
  if (predicate === undefined) return false;
  const asked = new Set(tokensOf(question).map(({ text }) => text));
  return tokensOf(predicate).every(({ text }) => isArticle(text, language) || asked.has(text));
}

const HEDGE =
  /\b(?:(?:maybe|perhaps|possibly|vielleicht|möglicherweise)(?: (?:it|that|es|das)(?:['’]s| (?:is|was|ist|war)))?|(?:it|that|this|es|das) (?:could|might|may|könnte|kann)(?: (?:also|auch))?(?: (?:be|have been))?) /giu;
const HEDGED = new RegExp(`${HEDGE.source}["'“„*_(]*(?:(?:the|a|an|der|die|das) )?["'“„*_(]*$`, 'iu');
/** Characters before a mention in which a hedge of its own may stand: the whole text before each would be read again and again. */
const WINDOW = 60;

/** Whether another name is guessed with a hedge, behind the last mention or as the mention itself is. */
export function hedgesOthers(text: Tokenised, mentions: readonly TokenSpan[], namesGold: NamesGold): boolean {
  const { segment, tokens } = text;
  const isHedged = mentions.some(({ from }) => {
    const { start } = tokens[from]!;
    return HEDGED.test(evenly(segment.slice(Math.max(0, start - WINDOW), start)));
  });
  return namesOther(isHedged ? evenly(segment) : behind(text, mentions), HEDGE, namesGold);
}

/** A letter, a number or an abbreviation before a point begins what follows it: "A. London", "St. Louis". */
const isLong = (part: string) => /(?:\p{L}\P{L}*){3}/u.test(part);

/** Stands for a mention: a point in it (St. Louis) ends no sentence. */
const MENTION = '\uFFFC';

/** Whether the text is nothing but names, line by line or sentence by sentence, and not all are the gold's. */
export function namesInARow(
  { segment, tokens }: Tokenised,
  mentions: readonly TokenSpan[],
  namesGold: NamesGold,
): boolean {
  const places = mentions.map(({ from, to }) => [tokens[from]!.start, tokens[to - 1]!.end] as const);
  if (!places.every(([start, end]) => isLong(segment.slice(start, end)))) return false;
  let text = segment;
  for (const [start, end] of places.toSorted(([a], [b]) => b - a)) {
    text = `${text.slice(0, start)}${MENTION}${text.slice(end)}`;
  }
  const parts = evenly(text)
    .split(/\n|[.!?] /)
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  const isGold = (part: string) => part.includes(MENTION) || namesGold(part);
  return (
    parts.every(
      (part) => (part.includes(MENTION) || isLong(part)) && isBareName(part.replaceAll(MENTION, 'X')),
    ) && parts.some((part) => !isGold(part))
  );
}
