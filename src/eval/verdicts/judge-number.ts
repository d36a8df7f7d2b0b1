/**
 * Rule judge for quantities: whether an output states the gold number.
 *
 * Which number counts: the marked one (`####`, `\boxed`, "the answer is"); else the one the output opens with ("18
 * because ..."); else the last one, the usual end of a worked solution. A number that is one of several alternatives
 * ("17 or 18", "17-18", "17, 18, 19"), marked answers that differ, and the end of an unevaluated expression ("9 * 2")
 * are not credited, and a number that is denied ("not 18") is passed over. Values are compared as exact fractions;
 * "18 thousand" is 18 only where the question asks in thousands.
 *
 * Questions for a year are judged among four-digit numbers only ("14 May 1937", "1937, aged 25").
 */

import type { Language } from '../types.ts';
import { type Fraction, type NumberInText, numbersIn, sameReadings } from './numbers.ts';
import { plainNumerals } from './numerals.ts';
import { markedAnswers } from './stated-answer.ts';

export interface Judgement {
  readonly known: boolean;
  /** Codes of the rules that decided, the deciding one first. */
  readonly reasons: readonly string[];
}

export function judgement(known: boolean, ...reasons: string[]): Judgement {
  return { known, reasons };
}

export interface NumberGold {
  readonly question: string;
  /** Readings of the gold and of each alias. */
  readonly golds: readonly (readonly Fraction[])[];
  readonly language: Language;
}

const ALTERNATIVE =
  /^["'*_)\s]*(?:\p{L}+\s+)?(?:or|oder|and\/or|bzw\.?|maybe|perhaps|vielleicht|versus|vs\.?|to|bis)\s[\p{L}\s]{0,12}["'*($€\s]*$|^\s?[-–—]\s?$/iu;
const LIST_GAP = /^\s*(?:,|;|\n\s*(?:\d+[.)]|[-*•])?)\s*$/;
const MINIMUM_LIST = 3;
const OPERATOR_AFTER = /^\s*(?:[-+*/x×÷^<>−–](?=[\s\d($])|=|(?:times|plus|minus|mal)\b)/i;
const OPERATOR_BEFORE = /(?:[\p{N})\]%]|\p{L}\s)\s*[-+*/x×÷^−–]\s*[($]*\s*$/u;

const same = (a: NumberInText, b: NumberInText) => sameReadings(a.readings, b.readings);

/** Whether the number at `at` is offered beside others: joined by "or" or a dash, or inside a bare list of three. */
function isAlternative(text: string, numbers: readonly NumberInText[], at: number): boolean {
  const gap = (i: number) => text.slice(numbers[i]!.end, numbers[i + 1]!.start);
  const differs = (i: number) => !same(numbers[i]!, numbers[i + 1]!);
  const joined = (i: number) => i >= 0 && i + 1 < numbers.length && differs(i) && ALTERNATIVE.test(gap(i));
  if (joined(at - 1) || joined(at)) return true;
  const listed = (i: number) => i >= 0 && i + 1 < numbers.length && differs(i) && LIST_GAP.test(gap(i));
  let [first, last] = [at, at];
  while (listed(first - 1)) first--;
  while (listed(last)) last++;
  return last - first + 1 >= MINIMUM_LIST;
}

/** Whether the number is an operand of an expression without result. */
function isOperand(text: string, number: NumberInText): boolean {
  return OPERATOR_BEFORE.test(text.slice(0, number.start)) || OPERATOR_AFTER.test(text.slice(number.end));
}

/** Before a direct answer; "she has 18" is the start of a solution, not one. */
const OPENING =
  /^[\s"'*_(=:≈~]*(?:(?:it|that|this)(?:'s|’s| is| was| would be)\s|(?:es|das) (?:ist|sind)\s|(?:about|exactly|approximately|only|etwa|genau)\s|answer:\s)*[\s$*]*$/i;

/** Whether an output opens with its first number, as a statement and not as the start of an equation. */
function opensWith(text: string, first: NumberInText): boolean {
  return OPENING.test(text.slice(0, first.start)) && !OPERATOR_AFTER.test(text.slice(first.end));
}

/** Why the number at `at` is not credited whatever its value, or undefined. */
function faultOf(text: string, numbers: readonly NumberInText[], at: number): string | undefined {
  if (isAlternative(text, numbers, at)) return 'judge.several-guesses';
  return isOperand(text, numbers[at]!) ? 'judge.expression' : undefined;
}

/** The number of a marked answer: the first one after the last equals sign. */
function markedNumber(answer: string, numbers: readonly NumberInText[]) {
  const equals = Math.max(answer.lastIndexOf('='), answer.lastIndexOf('≈'));
  const found = numbers.findIndex((number) => number.start > equals);
  const at = found < 0 ? numbers.length - 1 : found;
  return { number: numbers[at]!, fault: faultOf(answer, numbers, at) };
}

const DENIED =
  /(?:\b(?:not|never|nicht|kein(?:e|en)?)|n['’]t(?: be)?)\s+(?:(?:be|equal to|exactly|genau|gleich)\s+)?["'*($€£]*$/i;
/** Characters before a number in which it may be denied. */
const BEFORE = 40;

const SCALE = /\b(?:thousands?|tausend|millions?|millionen|mio|billions?|milliarden?|mrd)\b/i;

const ASKS_YEAR = /\b(?:year|when|Jahr|wann)\b/i;
const YEAR = /^\d{4}$/;

/** Judges a segment that is already cut before any new question. */
export function judgeNumber(output: string, { question, golds, language }: NumberGold): Judgement {
  const segment = plainNumerals(output);
  const isScaled = SCALE.test(question);
  const isGold = ({ readings, scaled }: NumberInText) =>
    golds.some((gold) => sameReadings(scaled && !isScaled ? scaled : readings, gold));
  const isYear = golds.every(([gold]) => gold!.denominator === 1n && YEAR.test(String(gold!.numerator)));
  const years = isYear && ASKS_YEAR.test(question);
  const inText = (text: string) => {
    const all = numbersIn(text, language);
    return years ? all.filter((number) => YEAR.test(text.slice(number.start, number.end))) : all;
  };
  const find = (text: string) =>
    inText(text).filter(({ start }) => !DENIED.test(text.slice(Math.max(0, start - BEFORE), start)));
  const numbers = find(segment);
  if (numbers.length === 0) {
    return judgement(false, inText(segment).length > 0 ? 'judge.negated' : 'judge.no-number');
  }

  const marked = markedAnswers(segment);
  const stated =
    marked?.answers.flatMap((answer) => {
      const inside = find(answer);
      return inside.length > 0 ? [markedNumber(answer, inside)] : [];
    }) ?? [];
  if (stated.length > 0) {
    const how = `judge.marked-${marked!.marker}`;
    const fault = stated.find((one) => one.fault !== undefined)?.fault;
    if (fault !== undefined) return judgement(false, fault, how);
    const { number } = stated[0]!;
    if (stated.some((one) => !same(one.number, number)))
      return judgement(false, 'judge.several-guesses', how);
    return isGold(number)
      ? judgement(true, 'judge.number-equal', how)
      : judgement(false, 'judge.other-number', how);
  }
  const first = numbers[0]!;
  const opens = opensWith(segment, first);
  const at = opens && isGold(first) ? 0 : numbers.length - 1;
  const how = opens && at === 0 ? 'judge.opening-number' : 'judge.last-number';
  const number = numbers[at]!;
  const fault = faultOf(segment, numbers, at);
  if (fault !== undefined) return judgement(false, fault, how);
  // An output that opens with one number and ends with another has no single answer.
  if (opens && !same(first, number)) {
    return judgement(false, numbers.some(isGold) ? 'judge.several-guesses' : 'judge.other-number');
  }
  if (isGold(number)) return judgement(true, 'judge.number-equal', how);
  return judgement(false, numbers.some(isGold) ? 'judge.gold-not-final' : 'judge.other-number', how);
}
