/**
 * A result's statistics for the page, loaded with the first result that is looked at, and what a placebo control says
 * beside the real tuning.
 */

import type { Rate } from '../eval/index.ts';
import type { ControlResult, EvalPoint, RunAnalysis } from '../lab/types.ts';
import type { AnalysisView, ComparisonRow } from '../share/read-analysis.ts';
import { type Change, changeOf, rateChange } from './changes.ts';
import { finalPoint } from './curves.ts';

export type { AnalysisView, ComparisonRow, DriftView } from '../share/read-analysis.ts';

export async function viewAnalysis(
  analysis: RunAnalysis,
  points: readonly EvalPoint[],
): Promise<AnalysisView> {
  return (await import('../share/read-analysis.ts')).readAnalysis(analysis, points);
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
