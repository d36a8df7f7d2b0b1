/**
 * From a result's paired counts to what a person reads: differences with interval and exact test, equivalence along the
 * curve, what a sample of this size can find. The statistics are loaded with the first result that is looked at.
 */

import type { EquivalenceVerdict, Rate } from '../eval/index.ts';
import type { Comparison, ControlResult, EvalPoint, RunAnalysis } from '../lab/types.ts';
import { type Change, changeOf, rateChange } from './changes.ts';
import { curveRows, finalPoint } from './curves.ts';

export interface ComparisonRow extends Omit<Comparison, 'counts'> {
  /** second - first, as a share. */
  readonly difference: number;
  readonly gains: number;
  readonly losses: number;
  readonly n: number;
  /** Exact McNemar test, two-sided. */
  readonly p: number;
  /** No pair differs, or every one the same way, of which resampling says nothing: the interval is Newcombe's. */
  readonly byFormula: boolean;
  /** Equivalence within the margin is shown. */
  readonly equivalent: boolean;
}

export interface DriftView {
  readonly verdict: EquivalenceVerdict;
  readonly margin: number;
  readonly n: number;
  readonly firstStep: number;
  readonly steps: readonly {
    readonly step: number;
    readonly verdict: EquivalenceVerdict;
    readonly difference: number;
    readonly low: number;
    readonly high: number;
  }[];
}

export interface AnalysisView {
  readonly comparisons: readonly ComparisonRow[];
  /** null where fewer than two steps were evaluated. */
  readonly drift: DriftView | null;
  /** Smallest difference found four times out of five if a fifth of the items differed; undefined = none would be. */
  readonly detectable: number | undefined;
  readonly n: number;
}

/** Share of items on which two conditions are taken to differ, for the sentence about sample size. */
const ASSUMED_DISCORDANT = 0.2;

export async function viewAnalysis(
  { comparisons, drift }: RunAnalysis,
  points: readonly EvalPoint[],
): Promise<AnalysisView> {
  const [
    { fairBinomialP },
    { equivalenceOf, EQUIVALENCE_MARGIN },
    { pairedInterval },
    { minimumDetectableDifference },
  ] = await Promise.all([
    import('../eval/metrics/mcnemar.ts'),
    import('../eval/metrics/equivalence.ts'),
    import('../eval/metrics/paired-interval.ts'),
    import('../eval/metrics/power.ts'),
  ]);
  const rows = comparisons.map(({ counts, ...rest }): ComparisonRow => {
    const { both, firstOnly, secondOnly, neither } = counts;
    const n = both + firstOnly + secondOnly + neither;
    const byFormula = firstOnly + secondOnly === 0 || firstOnly === n || secondOnly === n;
    const { low, high } = byFormula ? pairedInterval(counts) : rest;
    return {
      ...rest,
      low,
      high,
      byFormula,
      equivalent: equivalenceOf(counts).verdict === 'equivalent',
      difference: (secondOnly - firstOnly) / n,
      gains: secondOnly,
      losses: firstOnly,
      n,
      p: fairBinomialP(secondOnly, secondOnly + firstOnly),
    };
  });
  const steps = drift.map(({ step, counts }) => {
    const { verdict, interval } = equivalenceOf(counts);
    return { step, verdict, ...interval };
  });
  const has = (verdict: EquivalenceVerdict) => steps.some((entry) => entry.verdict === verdict);
  const n = points[0]?.metrics.knowledge.n ?? 0;
  return {
    comparisons: rows,
    drift:
      steps.length === 0
        ? null
        : {
            verdict: has('different') ? 'different' : has('undecided') ? 'undecided' : 'equivalent',
            margin: EQUIVALENCE_MARGIN,
            n: steps[0]!.n,
            firstStep: curveRows(points)[0]?.step ?? 0,
            steps,
          },
    detectable: n > 0 ? minimumDetectableDifference(n, ASSUMED_DISCORDANT) : undefined,
    n,
  };
}

/** What a placebo did beside the real tuning; null until its last step is evaluated. */
export interface PlaceboFinding {
  readonly format: Rate;
  readonly realFormat: Rate;
  /** Closed tasks: written as an option is, listed or not. */
  readonly shape: Rate;
  /** Of knowledge, as `after` and `realAfter`. */
  readonly before: Rate;
  readonly after: Rate;
  readonly realAfter: Rate;
  readonly n: number;
  /** How far the form came: as with real answers, in its shape alone (options that are not listed), or shown to lag. */
  readonly form: 'follows' | 'shape-only' | 'behind';
  readonly outcome: PlaceboOutcome;
  /** Of knowledge, for the sentence. */
  readonly knowledge: Change;
}

/** What can be said of form and knowledge together. */
export type PlaceboOutcome = `${'form' | 'no-form'}-${'stays' | 'falls' | 'rises' | 'unsaid'}`;

/** `form`: changes of format and of shape. */
export function placeboOutcome(form: readonly Change[], knowledge: Change): PlaceboOutcome {
  const rose = form.some(({ shown, difference }) => shown && difference > 0);
  const said = knowledge.within
    ? 'stays'
    : !knowledge.shown
      ? 'unsaid'
      : knowledge.difference < 0
        ? 'falls'
        : 'rises';
  return `${rose ? 'form' : 'no-form'}-${said}`;
}

/**
 * Knowledge is compared item by item against the untuned model where `comparisons` hold that pair; everything else, and
 * results without paired counts, by the rates alone.
 */
export function placeboFinding(
  { control, points: own }: ControlResult,
  points: readonly EvalPoint[],
  lastStep: number,
  comparisons: readonly ComparisonRow[] = [],
): PlaceboFinding | null {
  const placebo = finalPoint(own, 'soft-prompt');
  const real = finalPoint(points, 'soft-prompt');
  const start = own.find(({ condition, step }) => condition === 'soft-prompt' && step === 0);
  const untuned = finalPoint(points, 'zero-shot');
  if (placebo?.step !== lastStep || real?.step !== lastStep) return null;
  const side = `placebo-${control}` as const;
  const pairs = comparisons.some(
    ({ first, second, metric }) => first === 'zero-shot' && second === side && metric === 'knowledge',
  );
  // Where step 0 was not evaluated, the untuned model is what there was before; without either nothing changed.
  const before = (pairs ? untuned : (start ?? untuned)) ?? placebo;
  const [was, is, aim] = [before.metrics, placebo.metrics, real.metrics];
  const knowledge = changeOf(comparisons, ['zero-shot', side, 'knowledge'], was.knowledge, is.knowledge);
  const lag = changeOf(comparisons, ['soft-prompt', side, 'format'], aim.format, is.format);
  const shapeLag = rateChange(aim.format, is.shape);
  const lags = ({ shown, difference }: Change) => shown && difference < 0;
  return {
    format: is.format,
    realFormat: aim.format,
    shape: is.shape,
    before: was.knowledge,
    after: is.knowledge,
    realAfter: aim.knowledge,
    n: is.knowledge.n,
    form: !lags(lag) ? 'follows' : lags(shapeLag) ? 'behind' : 'shape-only',
    outcome: placeboOutcome([rateChange(was.format, is.format), rateChange(was.shape, is.shape)], knowledge),
    knowledge,
  };
}
