/**
 * Learning-rate schedules: factors on the base rate, functions of the step alone.
 *
 * Steps count from 0; the factor of step s belongs to the update made from the loss of step s.
 */
export type ScheduleName = 'constant' | 'linear' | 'cosine';

/** Share of the steps over which 'cosine' rises to the full rate. */
const WARMUP_SHARE = 0.1;
/** Factor that 'cosine' falls to. */
const COSINE_FLOOR = 0.1;

/**
 * Factor on the learning rate at `step` of `steps`.
 * - constant: 1.
 * - linear: 1 - s/steps, i.e. from 1 towards 0, which the step after the last would reach (transformers'
 *   get_linear_schedule_with_warmup without warmup).
 * - cosine: half a cosine from 1 to 0.1 (SGDR, Loshchilov and Hutter 2017, one period), times a linear warmup over the
 *   first tenth of the steps, (s+1)/warmup, so that no step has rate 0. The sweep behind the default uses this form.
 */
export function scheduleFactor(name: ScheduleName, step: number, steps: number): number {
  switch (name) {
    case 'constant':
      return 1;
    case 'linear':
      return 1 - step / steps;
    case 'cosine': {
      const warmup = Math.max(1, Math.ceil(steps * WARMUP_SHARE));
      const decay = COSINE_FLOOR + ((1 - COSINE_FLOOR) * (1 + Math.cos((Math.PI * step) / steps))) / 2;
      return Math.min(1, (step + 1) / warmup) * decay;
    }
  }
}
