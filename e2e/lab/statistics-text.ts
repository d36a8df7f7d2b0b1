/** What stands behind the rates of a result, as lines for the terminal: saturation, comparisons, drift, ends. */

import { errorText, reasonText } from '../../src/i18n/errors/index.ts';
import type { EvalPoint, RunResult } from '../../src/lab/types.ts';
import { ASSUMED_DISCORDANT, type ComparisonRow, readAnalysis } from '../../src/share/read-analysis.ts';

const points = (share: number) => `${share >= 0 ? '+' : '-'}${Math.abs(100 * share).toFixed(1)}`;
const interval = (low: number, high: number) => `[${points(low)}, ${points(high)}]`;
const METRICS = { exactMatch: 'exact match', knowledge: 'knowledge', format: 'format' } as const;

function comparisonLine({
  first,
  second,
  metric,
  difference,
  low,
  high,
  gains,
  losses,
  p,
  n,
}: ComparisonRow): string {
  const test = p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
  return (
    `${first} to ${second}, ${METRICS[metric]}: ${points(difference)} points ${interval(low, high)}, ` +
    `${gains} gained, ${losses} lost, exact McNemar ${test}, n = ${n}`
  );
}

/** The saturation step and how sure it is. */
export function saturationLine({ saturationStep, analysis, config }: RunResult): string {
  const said =
    saturationStep === null
      ? 'Format did not saturate within the evaluated steps'
      : `Format saturates at step ${saturationStep}`;
  const saturation = analysis?.saturation;
  if (!saturation) return `${said}.`;
  const { low, high, never, replicates, n } = saturation;
  const end = (step: number | null) => step ?? 'not within this run';
  return (
    `${said} (95 % interval ${end(low)} to ${end(high)}: n = ${n} items drawn anew ${replicates} times, ` +
    `seed ${config.seed}; never in ${(100 * never).toFixed(1)} %).`
  );
}

/** Why hardly any output of a condition is an exact match, where that is so. */
export function zeroLines({ analysis }: RunResult): string[] {
  return (analysis?.scoring ?? []).flatMap(({ condition, zero }) => {
    if (!zero) return [];
    const params = { ...zero.params, reason: reasonText('en', zero.params.reason) };
    return [`${condition}: ${errorText('en', zero.code, params)}`];
  });
}

const last = (list: readonly EvalPoint[], condition: EvalPoint['condition']) =>
  list.filter((point) => point.condition === condition).at(-1);

/** How the generations of each condition's last evaluation ended. */
export function endLines({ config, points: evaluated }: RunResult): string[] {
  return config.conditions.flatMap((condition) => {
    const generation = last(evaluated, condition)?.generation;
    if (!generation) return [];
    const { n, ends, looping } = generation;
    return [
      `${condition}: of ${n} generations ${ends['stop-token']} ended by end token, ${ends['stop-rule']} by stop rule, ` +
        `${ends.length} cut at the budget; ${looping} in a loop`,
    ];
  });
}

/** Conditions and placebos compared item by item, knowledge along the curve, and what this n can find. */
export function comparisonLines({ analysis, points: evaluated, config }: RunResult): string[] {
  if (!analysis) return [];
  const { comparisons, drift, detectable, n } = readAnalysis(analysis, evaluated);
  const lines = comparisons.map(comparisonLine);
  if (lines.length > 0)
    lines.push(
      `(95 % intervals by paired bootstrap, seed ${config.seed}; Newcombe's where no resampling differs)`,
    );
  if (drift) {
    const { step, difference, low, high } = drift.steps.at(-1)!;
    const said = {
      equivalent: 'stays within the margin at every step',
      different: 'leaves the margin',
      undecided: 'cannot be said to stay within the margin',
    }[drift.verdict];
    lines.push(
      `Knowledge against step ${drift.firstStep}, margin ${(100 * drift.margin).toFixed(0)} points: ${said}; ` +
        `step ${step}: ${points(difference)} points, 90 % interval ${interval(low, high)}, n = ${drift.n}`,
    );
  }
  lines.push(
    detectable === undefined
      ? `With n = ${n} no difference would be found four times out of five, if ${100 * ASSUMED_DISCORDANT} % of the items differed.`
      : `With n = ${n} a difference of ${(100 * detectable).toFixed(1)} points would be found four times out of five, if ${100 * ASSUMED_DISCORDANT} % of the items differed.`,
  );
  return lines;
}
