/** A finished run of the page goes into the history of this browser. */

import type { ExampleRecord, RunResult } from '../lab/types.ts';
import { toErrorData } from '../lib/errors.ts';
import { historyDatabase } from './history-database.ts';
import { historyStore } from './history-store.ts';
import { labStore } from './lab-store.ts';

/** `id`: of the open run it was; undefined = a new entry. Where a run cannot be kept, the page says so; the result stays on screen. */
export async function keepFinishedRun(
  result: RunResult,
  examples: readonly ExampleRecord[],
  name: string,
  id: string | undefined,
): Promise<void> {
  try {
    const { keepRun } = await import('../storage/index.ts');
    const { startedAt: createdAt } = result;
    await keepRun(await historyDatabase(), { kind: 'run', name, createdAt, result, examples }, id);
    // The list on screen, if any, reads itself anew.
    historyStore.setState({ entries: null });
  } catch (thrown) {
    labStore.setState({ notice: toErrorData(thrown) });
  }
}
