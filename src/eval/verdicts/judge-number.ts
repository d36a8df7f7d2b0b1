/**
 * Rule judge for quantities: whether an output states the gold number.
 *
 * Which number counts: the marked one (`####`, `\boxed`, "the answer is"); else the one the output opens with ("18
 * because ..."); else the last one, the usual end of a worked solution. Several different marked numbers, or
 * alternatives ("17 or 18", "17, 18, 19"), are guesses and rejected. Values are compared as exact fractions.
 */

import type { Language } from '../types.ts';
import { type Fraction, type NumberInText, numbersIn, sameReadings } from './numbers.ts';
import { markedAnswers } from './stated-answer.ts';

export interface Judgement {
  readonly known: boolean;
  /** Codes of the rules that decided, the deciding one first. */
  readonly reasons: readonly string[];
}

export function judgement(known: boolean, ...reasons: string[]): Judgement {
  return { known, reasons };
}

const ALTERNATIVE = /^[\s"'$*()]*(?:or|oder|and\/or|bzw\.?|maybe|perhaps|vielleicht|versus|vs\.?)\b/i;
const LIST_GAP = /^\s*(?:,|;|\n\s*(?:\d+[.)]|[-*•])?)\s*$/;
/** Between numbers of an equation or of running text there is more than a comma. */
const MINIMUM_LIST = 3;

const same = (a: NumberInText, b: NumberInText) => sameReadings(a.readings, b.readings);

/** Whether different numbers are offered as alternatives: joined by "or", or three and more in a bare list. */
function offersAlternatives(text: string, numbers: readonly NumberInText[]): boolean {
  let run = 1;
  for (let i = 1; i < numbers.length; i++) {
    const gap = text.slice(numbers[i - 1]!.end, numbers[i]!.start);
    const different = !same(numbers[i - 1]!, numbers[i]!);
    if (different && gap.length < 24 && ALTERNATIVE.test(gap.replace(/^\s*\p{L}+(?=\s+(?:or|oder)\b)/u, '')))
      return true;
    run = different && LIST_GAP.test(gap) ? run + 1 : 1;
    if (run >= MINIMUM_LIST) return true;
  }
  return false;
}

const OPENING =
  /^[\s"'*_(=:]*(?:(?:it|that|this|there|she|he|they)(?:'s| is| are| has| have| was| were)\s|(?:es|das|sie|er) (?:ist|sind|hat|haben)\s|about\s|answer:\s)?[\s$]*$/i;
const OPERATOR_NEXT = /^\s*(?:[-+*/x×÷=^<>−–]|of\b|times\b|plus\b|minus\b)/;

/** The number an output opens with, when it is a statement and not the start of an equation. */
function openingNumber(text: string, numbers: readonly NumberInText[]): NumberInText | undefined {
  const first = numbers[0];
  if (first === undefined || !OPENING.test(text.slice(0, first.start))) return undefined;
  return OPERATOR_NEXT.test(text.slice(first.end)) ? undefined : first;
}

/** The number of a marked answer: the only one, or the one after the last equals sign. */
function markedNumber(answer: string, language: Language): NumberInText | undefined {
  const numbers = numbersIn(answer, language);
  if (offersAlternatives(answer, numbers)) return undefined;
  const equals = answer.lastIndexOf('=');
  return numbers.find((number) => number.start > equals) ?? numbers[numbers.length - 1];
}

/** Judges a segment that is already cut before any new question; `golds` are the readings of gold and aliases. */
export function judgeNumber(
  segment: string,
  golds: readonly (readonly Fraction[])[],
  language: Language,
): Judgement {
  const isGold = (number: NumberInText) => golds.some((gold) => sameReadings(number.readings, gold));
  const numbers = numbersIn(segment, language);
  if (numbers.length === 0) return judgement(false, 'judge.no-number');

  const marked = markedAnswers(segment);
  const stated = (marked?.answers ?? [])
    .filter((answer) => numbersIn(answer, language).length > 0)
    .map((answer) => markedNumber(answer, language));
  if (stated.length > 0) {
    if (stated.includes(undefined)) return judgement(false, 'judge.several-guesses');
    const values = stated as NumberInText[];
    if (values.some((value) => !same(value, values[0]!))) return judgement(false, 'judge.several-guesses');
    return isGold(values[0]!)
      ? judgement(true, 'judge.number-equal', `judge.marked-${marked!.marker}`)
      : judgement(false, 'judge.other-number', `judge.marked-${marked!.marker}`);
  }
  if (offersAlternatives(segment, numbers)) return judgement(false, 'judge.several-guesses');
  const opening = openingNumber(segment, numbers);
  if (opening !== undefined && isGold(opening))
    return judgement(true, 'judge.number-equal', 'judge.opening-number');
  const last = numbers[numbers.length - 1]!;
  if (opening === undefined || same(opening, last)) {
    return isGold(last)
      ? judgement(true, 'judge.number-equal', 'judge.last-number')
      : judgement(
          false,
          numbers.some(isGold) ? 'judge.gold-not-final' : 'judge.other-number',
          'judge.last-number',
        );
  }
  return judgement(
    false,
    numbers.some(isGold) ? 'judge.gold-not-final' : 'judge.other-number',
    'judge.opening-number',
  );
}
