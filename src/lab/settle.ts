/** The last event of a run that does not come to its result. */

import { toErrorData } from '../lib/errors.ts';
import type { RunEvent } from './types.ts';

/** Ends a stream of events in 'cancelled' or 'failed' where it would throw. */
export async function* settle(
  events: AsyncGenerator<RunEvent>,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  try {
    yield* events;
  } catch (error) {
    if (signal.aborted) yield { type: 'cancelled' };
    else yield { type: 'failed', error: toErrorData(error) };
  }
}
