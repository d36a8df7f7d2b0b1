/**
 * Open task: the answer is free text in a required form.
 *
 * Format: the first line has the form, `#### answer`. Exact match: what stands after the marker is the gold - numbers by
 * value, LaTeX golds as mathematics, else the same text after Unicode and whitespace normalisation; aliases do not count (that is knowledge).
 * Knowledge: the rule judge.
 */

import { HASH_MARKER } from '../prompts/required-form.ts';
import type { Item, Verdict } from '../types.ts';
import { firstLine, type ModelAnswer } from './closed.ts';
import { judgeKnowledge } from './judge.ts';
import { sameMath } from './latex/equivalence.ts';
import { isQuantity, sameNumber } from './numbers.ts';
import { outcomeOf } from './outcome.ts';

const HASH_FORM = /^#### (.+)$/;

/** What the required form holds, else the reason why the line does not have it. */
export function readHashForm(line: string): { readonly content: string } | { readonly reason: string } {
  const content = HASH_FORM.exec(line)?.[1];
  if (content !== undefined) return { content: content.trim() };
  if (line === '') return { reason: 'format.empty' };
  if (line === HASH_MARKER) return { reason: 'format.marker-alone' };
  if (line.startsWith(HASH_MARKER)) return { reason: 'format.marker-without-space' };
  return { reason: line.includes(HASH_MARKER) ? 'format.marker-not-first' : 'format.no-marker' };
}

const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** Whether the content of the form is the gold answer. */
export function isExact(content: string, item: Item): boolean {
  const gold = HASH_FORM.exec(item.answer)?.[1] ?? item.accepted[0] ?? item.answer;
  const language = item.language ?? 'en';
  if (item.grading === 'math') return sameMath(content, gold);
  if (plain(content) === plain(gold)) return true;
  return isQuantity(gold, language) && sameNumber(content, gold, language);
}

export function judgeOpen(item: Item, answer: ModelAnswer): Verdict {
  const answerLine = firstLine(answer.output);
  const form = readHashForm(answerLine);
  const format = 'content' in form;
  const exactMatch = format && isExact(form.content, item);
  const judged = judgeKnowledge(item, answer.output);
  const knowledge = judged.known || exactMatch;
  return {
    itemId: item.id,
    exactMatch,
    knowledge,
    format,
    shape: format,
    outcome: outcomeOf({ exactMatch, knowledge }),
    output: judged.segment,
    answerLine,
    reasons: [...judged.reasons, format ? 'format.required-form' : form.reason],
  };
}
