/** How a pass ended, in one word, for the sentence that says it. Pure; the sentences are in i18n. */

import type { JudgeState } from '../../store/judge-store.ts';

type Ended = NonNullable<JudgeState['ended']>;

/**
 * no-reply: nothing was answered at all. broken-off: something was, then the judge failed. partial: the pass went through,
 * and single questions were refused.
 */
export type PassEnd = 'cancelled' | 'no-reply' | 'broken-off' | 'partial' | 'done';

export function passEnd({
  cancelled,
  count,
  failed,
  error,
}: Pick<Ended, 'cancelled' | 'count' | 'failed' | 'error'>): PassEnd {
  if (cancelled) return 'cancelled';
  if (count > 0 && failed === count) return 'no-reply';
  if (error) return 'broken-off';
  return failed > 0 ? 'partial' : 'done';
}
