/**
 * Open task: the answer is free text in a required form.
 *
 * Format: the output has the form (open-form.ts; by default `#### answer` on the first line). Exact match: what stands in
 * the form is the gold - numbers by value, LaTeX golds as mathematics, else the same text after Unicode and whitespace
 * normalisation; aliases do not count (that is knowledge). Knowledge: the rule judge.
 */

import { readListedOptions } from '../formats/option-text.ts';
import { DEFAULT_FORM, letterOf } from '../prompts/required-form.ts';
import type { Item, Verdict } from '../types.ts';
import { firstLine, type ModelAnswer } from './closed.ts';
import { judgeKnowledge } from './judge.ts';
import { sameMath } from './latex/equivalence.ts';
import { isQuantity, sameNumber } from './numbers.ts';
import { readForm } from './open-form.ts';
import { outcomeOf } from './outcome.ts';

const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** Whether the content of the form is the gold answer. */
export function isExact(content: string, item: Item): boolean {
  const gold = item.accepted[0]!;
  const language = item.language ?? 'en';
  if (item.form?.kind === 'letter') return content === letterOf(gold);
  if (item.grading === 'math') return sameMath(content, gold);
  if (plain(content) === plain(gold)) return true;
  return isQuantity(gold, language) && sameNumber(content, gold, language);
}

export function judgeOpen(item: Item, answer: ModelAnswer): Verdict {
  const { form = DEFAULT_FORM, question } = item;
  const letters = form.kind === 'letter' ? readListedOptions(question)?.labels : undefined;
  const reading = readForm(answer.output, form, letters);
  const format = 'content' in reading;
  const exactMatch = format && isExact(reading.content, item);
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
    answerLine: firstLine(answer.output),
    reasons: [...judged.reasons, format ? 'format.required-form' : reading.reason],
  };
}
