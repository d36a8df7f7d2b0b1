/**
 * Closed task: options are listed, and the output must be exactly one of them.
 *
 * Knowledge: the gold option has the highest summed log-likelihood (lm-evaluation-harness `acc`); a tie for the highest
 * is flagged and not credited, whatever its order (#2007, #1672), unless the tied options are the same text.
 * Format: the output up to the first newline, trimmed, is exactly one listed option.
 * Shape: it is written as an option is (`B. ...`, `* ...`, a letter where letters are required), listed or not.
 * Exact match: it is the gold option.
 */

import { LabError } from '../../lib/errors.ts';
import type { Item, Verdict } from '../types.ts';
import { readLetter } from './option-letter.ts';
import { outcomeOf } from './outcome.ts';

export interface ModelAnswer {
  /** The generated text, end token removed; it is cut at the first stop here. */
  readonly output: string;
  /** closed: summed log-likelihood of each option, in the order of the options. */
  readonly optionLogProbs?: readonly number[];
}

/**
 * Sums closer than this count as equal: float32 sums of some tens of log-probabilities differ by less when the same
 * option is scored in another batch.
 */
export const TIE_TOLERANCE = 1e-5;

/** Text up to the first line break, trimmed. */
export function firstLine(output: string): string {
  return output.split(/[\r\n]/, 1)[0]!.trim();
}

/** Indices of the options whose log-likelihood is the highest, within the tolerance. */
export function bestOptions(logProbs: readonly number[]): number[] {
  const best = Math.max(...logProbs);
  return logProbs.flatMap((value, i) => (value === best || best - value <= TIE_TOLERANCE ? [i] : []));
}

/** Whether `line` (trimmed) is written as the options are: the same kind of label or marker, then some text. */
export function hasOptionShape(line: string, options: readonly string[]): boolean {
  const every = (pattern: RegExp) => options.every((option) => pattern.test(option));
  for (const label of [/^[A-Z]\. \S/, /^[A-Z]\) \S/, /^\([A-Z]\) \S/, /^\d+[.)] \S/]) {
    if (every(label)) return label.test(line);
  }
  const marker = /^[^\p{L}\p{N}\s]+ /u.exec(options[0]!)?.[0];
  if (marker !== undefined && options.every((option) => option.startsWith(marker))) {
    return line.startsWith(marker);
  }
  return options.includes(line);
}

/**
 * The verdict of one closed item.
 *
 * Errors: eval.no-options (item without options), eval.option-scores-missing (count of log-likelihoods differs from the
 * options), eval.option-score-nan.
 */
export function judgeClosed(item: Item, answer: ModelAnswer): Verdict {
  const { options, goldIndex, optionTexts } = item;
  if (options === undefined || goldIndex === undefined)
    throw new LabError('eval.no-options', { item: item.id });
  const logProbs = answer.optionLogProbs ?? [];
  if (logProbs.length !== options.length) {
    const params = { item: item.id, found: logProbs.length, expected: options.length };
    throw new LabError('eval.option-scores-missing', params);
  }
  if (logProbs.some(Number.isNaN)) throw new LabError('eval.option-score-nan', { item: item.id });

  const reasons: string[] = [];
  const best = bestOptions(logProbs);
  const texts = optionTexts ?? options;
  const sameText = best.every((i) => texts[i] === texts[goldIndex]);
  const knowledge = best.includes(goldIndex) && sameText;
  if (best.length > 1) reasons.push(sameText ? 'closed.tie-same-text' : 'closed.tie');
  else reasons.push(knowledge ? 'closed.gold-ranked-first' : 'closed.other-ranked-first');

  const answerLine = firstLine(answer.output);
  const format = options.includes(answerLine);
  const letter = item.form?.kind === 'letter' ? readLetter(answerLine, options) : undefined;
  const fault = letter && 'reason' in letter ? letter.reason : undefined;
  const shape = format || (letter ? fault === 'format.unlisted-letter' : hasOptionShape(answerLine, options));
  const exactMatch = answerLine === options[goldIndex];
  if (format) reasons.push(exactMatch ? 'format.gold-option' : 'format.other-option');
  else if (answerLine === '') reasons.push('format.empty');
  else if (fault) reasons.push(fault);
  else reasons.push(shape ? 'format.unlisted-option' : 'format.no-option');

  return {
    itemId: item.id,
    exactMatch,
    knowledge,
    format,
    shape,
    outcome: outcomeOf({ exactMatch, knowledge }),
    output: answer.output.split('\n', 1)[0]!,
    answerLine,
    optionLogProbs: logProbs,
    reasons,
  };
}
