/**
 * The rule judge for open answers: does the output state the gold, before any new question and not contradicted?
 *
 * A gold that is a quantity is judged by value (judge-number.ts), any other as a whole token sequence (judge-text.ts).
 * Where the output marks its answer, only the marked part counts. Every decision carries reason codes.
 */

import type { Item } from '../types.ts';
import { type Judgement, judgement, judgeNumber } from './judge-number.ts';
import { judgeText } from './judge-text.ts';
import { isQuantity, parseNumber } from './numbers.ts';
import { answerSegment, markedAnswers } from './stated-answer.ts';

/** Knowledge of one open item, with the segment that was judged. */
export function judgeKnowledge(item: Item, output: string): Judgement & { readonly segment: string } {
  const segment = answerSegment(output);
  if (segment.trim() === '') return { ...judgement(false, 'judge.empty'), segment };
  const language = item.language ?? 'en';
  const quantities = item.accepted.filter((answer) => isQuantity(answer, language));
  if (quantities.length > 0 && isQuantity(item.accepted[0]!, language)) {
    const golds = quantities.map((answer) => parseNumber(answer, language)!);
    return { ...judgeNumber(segment, golds, language), segment };
  }
  const gold = {
    question: item.question,
    accepted: item.accepted,
    competitors: item.competitors ?? [],
    language,
  };
  const marked = markedAnswers(segment);
  if (marked === undefined || marked.marker === 'phrase') return { ...judgeText(segment, gold), segment };
  const judged = marked.answers.map((answer) => judgeText(answer, gold));
  const all = judged.every((one) => one.known);
  const reasons = all || judged.every((one) => !one.known) ? judged[0]!.reasons : ['judge.several-guesses'];
  return { known: all, reasons: [...reasons, `judge.marked-${marked.marker}`], segment };
}
