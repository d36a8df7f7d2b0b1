/**
 * The ways of ranking options by log-likelihood that evaluators use, side by side.
 *
 * - `acc`: the sum of token log-probabilities (lm-evaluation-harness `acc`).
 * - `accChars`: the sum divided by the option's length in Unicode characters, without the delimiter before it; this is
 *   the harness's `acc_norm`, often taken for bytes (#3278).
 * - `accBytes`: divided by the length in UTF-8 bytes (`acc_bytes`).
 * - `mutualInformation`: sum given the question minus sum without it (`acc_mutual_info`), where the latter is known.
 * - `probabilityMass`: probability of the options together; far below 1 means that the model expects another form
 *   (allenai/open-instruct #62).
 * Ties are flagged in each and never given to the first.
 */

import { bestOptions } from './closed.ts';

export interface Ranking {
  /** Index of the highest, or null at a tie. */
  readonly choice: number | null;
  readonly correct: boolean;
  readonly tie: boolean;
}

export interface OptionRankings {
  readonly acc: Ranking;
  readonly accChars: Ranking;
  readonly accBytes: Ranking;
  readonly mutualInformation?: Ranking;
  /** Sum of the options' probabilities, in [0, 1] up to rounding where no option is the start of another. */
  readonly probabilityMass: number;
}

/** Unicode characters (code points), as Python's len counts. */
export function characterCount(text: string): number {
  return [...text].length;
}

function ranking(scores: readonly number[], goldIndex: number): Ranking {
  const best = bestOptions(scores);
  const tie = best.length > 1;
  return { choice: tie ? null : best[0]!, correct: !tie && best[0] === goldIndex, tie };
}

/**
 * `options` as scored, without the delimiter, none empty; `logProbs` and `unconditional` in the same order, natural log.
 */
export function rankOptions(
  options: readonly string[],
  goldIndex: number,
  logProbs: readonly number[],
  unconditional?: readonly number[],
): OptionRankings {
  const bytes = new TextEncoder();
  const per = (length: (option: string) => number) => logProbs.map((value, i) => value / length(options[i]!));
  return {
    acc: ranking(logProbs, goldIndex),
    accChars: ranking(per(characterCount), goldIndex),
    accBytes: ranking(
      per((option) => bytes.encode(option).length),
      goldIndex,
    ),
    ...(unconditional === undefined
      ? {}
      : {
          mutualInformation: ranking(
            logProbs.map((value, i) => value - unconditional[i]!),
            goldIndex,
          ),
        }),
    probabilityMass: logProbs.reduce((sum, value) => sum + Math.exp(value), 0),
  };
}
