/** An optimiser's state as data, so that tuning can stop and go on later. */

/** All that the next step depends on besides its arguments. */
export interface OptimizerState {
  readonly steps: number;
  /** The rule's running moments in the rule's own order; copies. */
  readonly moments: readonly Float64Array[];
}

/** Copies saved moments over an optimiser's own. */
export function restoreMoments(own: readonly Float64Array[], saved: readonly Float64Array[]): void {
  own.forEach((moment, i) => {
    moment.set(saved[i]!);
  });
}
