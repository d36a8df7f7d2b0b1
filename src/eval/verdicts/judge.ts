/**
 * The rule judge for open answers: does the output state the gold, before any new question and not contradicted?
 *
 * LaTeX golds are judged as mathematics (judge-math.ts). A gold that is a quantity is judged by value (judge-number.ts), any other as a whole token sequence (judge-text.ts);
 * a quantity's aliases in words ("twelve") count as words. Where the output marks its answer, only the marked part
 * counts. Every decision carries reason codes.
 */

import type { Item } from '../types.ts';
import { judgeMath } from './judge-math.ts';
import { type Judgement, judgement, judgeNumber } from './judge-number.ts';
import { judgeText, type TextGold } from './judge-text.ts';
import { isQuantity, parseNumber } from './numbers.ts';
import { answerSegment, markedAnswers } from './stated-answer.ts';

/** Knowledge of one open item, with the segment that was judged. */
export function judgeKnowledge(item: Item, output: string): Judgement & { readonly segment: string } {
  const segment = answerSegment(output);
  if (segment.trim() === '') return { ...judgement(false, 'judge.empty'), segment };
  const { question, accepted, competitors = [], language = 'en' } = item;
  if (item.grading === 'math') return { ...judgeMath(segment, accepted), segment };
  if (!isQuantity(accepted[0]!, language)) {
    return { ...judgeWords(segment, { question, accepted, competitors, language }), segment };
  }
  const isNumber = (answer: string) => isQuantity(answer, language);
  const golds = accepted.filter(isNumber).map((answer) => parseNumber(answer, language)!);
  const byValue = judgeNumber(segment, { question, golds, language });
  const inWords = accepted.filter((answer) => !isNumber(answer));
  if (byValue.known) return { ...byValue, segment };
  const byWords = judgeWords(segment, { question, accepted: inWords, competitors, language });
  return { ...(byWords.known ? byWords : byValue), segment };
}

/** The marked answers where there are any, all of which must state the gold; else the whole segment. */
function judgeWords(segment: string, gold: TextGold): Judgement {
  const marked = markedAnswers(segment);
  if (marked === undefined) return judgeText(segment, gold);
  const how = `judge.marked-${marked.marker}`;
  const judged = marked.answers.map((answer) => judgeText(answer, gold));
  const known = judged.filter((one) => one.known).length;
  if (known > 0 && known < judged.length) return judgement(false, 'judge.several-guesses', how);
  return { known: known > 0, reasons: [...judged[0]!.reasons, how] };
}
