/**
 * Labels by a person: which items are shown for labelling, and how a rule's or a judge's verdicts agree with the labels.
 *
 * The sample is half items the rule credits and half items it does not, as far as there are enough of both, so that
 * twenty labels say something about either; kappa therefore belongs to this sample and not to the benchmark's own mix.
 */

import { createRng, sample, shuffled } from '../../lib/rng.ts';
import { type Agreement, agreement } from '../metrics/kappa.ts';

export const LABEL_COUNT = 20;

export interface LabelCandidate {
  readonly id: string;
  readonly ruleYes: boolean;
}

/**
 * Ids of at most `count` items, half of each stratum as far as both have enough, in an order that tells nothing.
 * Equal arguments give the equal sample.
 */
export function labelSample(candidates: readonly LabelCandidate[], count: number, seed: number): string[] {
  const rng = createRng(seed, 'labels');
  const [yes, no] = [true, false].map((side) => candidates.filter(({ ruleYes }) => ruleYes === side));
  const half = Math.floor(count / 2);
  const fromYes = Math.min(yes!.length, Math.max(half, count - no!.length));
  const fromNo = Math.min(no!.length, count - fromYes);
  const chosen = [...sample(yes!, fromYes, rng), ...sample(no!, fromNo, rng)];
  return shuffled(chosen, rng).map(({ id }) => id);
}

/**
 * ok: kappa and interval stand. undefined: both gave one and the same label throughout, so that chance alone explains
 * all agreement (0/0). one-label: one of the two never varied; kappa is 0 whatever the other did. no-width: all labels
 * agree; the standard error of the formula is 0, which is no certainty. opposite: none agrees and both said yes as often as
 * no; kappa is -1, again without a standard error. empty: nothing to compare.
 */
export type KappaStanding = 'ok' | 'undefined' | 'one-label' | 'no-width' | 'opposite' | 'empty';

export interface LabelAgreement extends Agreement {
  readonly standing: KappaStanding;
}

/** `rater` and `person` on the same items. In the table, 'first' is the rater and 'second' the person. */
export function labelAgreement(rater: readonly boolean[], person: readonly boolean[]): LabelAgreement {
  const found = agreement(rater, person);
  const { bothYes, firstOnly, secondOnly, bothNo } = found.table;
  const constant = [bothYes + firstOnly, secondOnly + bothNo, bothYes + secondOnly, firstOnly + bothNo];
  const standing =
    rater.length === 0
      ? 'empty'
      : found.kappa === null
        ? 'undefined'
        : constant.includes(0)
          ? 'one-label'
          : firstOnly + secondOnly === 0
            ? 'no-width'
            : bothYes + bothNo === 0 && firstOnly === secondOnly
              ? 'opposite'
              : 'ok';
  return { ...found, standing };
}
