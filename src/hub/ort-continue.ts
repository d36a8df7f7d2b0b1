/** Greedy continuations of computed rows, one by one or a step of all at once; a row leaves as soon as it stops. */

import type { GenerateOptions, Generation, StopReason } from '../engine/model/types.ts';
import { nextTask } from './next-task.ts';
import { gatherRows } from './ort-batch.ts';
import { argmax, extend, type Row } from './ort-rows.ts';
import type { OrtSession } from './ort-session.ts';

/** Takes a chosen token into a row's ids; the reason if that ends it. */
function accept(ids: number[], token: number, options: GenerateOptions): StopReason | undefined {
  if (options.stopTokens.includes(token)) return 'stop-token';
  ids.push(token);
  if (options.shouldStop?.(ids)) return 'stop-rule';
  return ids.length >= options.maxNewTokens ? 'length' : undefined;
}

const nothing = (rows: readonly Row[]): Generation[] => rows.map(() => ({ ids: [], stopReason: 'length' }));

export async function continueAlone(
  session: OrtSession,
  rows: readonly Row[],
  options: GenerateOptions,
): Promise<Generation[]> {
  if (options.maxNewTokens === 0) return nothing(rows);
  const results: Generation[] = [];
  for (const start of rows) {
    const ids: number[] = [];
    let row = start;
    let stopReason: StopReason | undefined;
    while (!stopReason) {
      options.signal?.throwIfAborted();
      const token = argmax(row.next!);
      stopReason = accept(ids, token, options);
      if (!stopReason) row = await extend(session, row, [token]);
    }
    results.push({ ids, stopReason });
    await nextTask();
  }
  return results;
}

/** The same tokens, each step computed for all rows that go on. */
export async function continueTogether(
  session: OrtSession,
  rows: readonly Row[],
  options: GenerateOptions,
): Promise<Generation[]> {
  const results = nothing(rows);
  if (options.maxNewTokens === 0) return results;
  const { past, vocabSize } = session;
  const ids = rows.map((): number[] => []);
  let tokens = rows.map((row) => argmax(row.next!));
  /** Rows that go on, in the order they have in the cache. */
  let active = rows.map((_, row) => row);
  let cache = gatherRows(
    past,
    rows.map((row) => ({ cache: row.cache, row: 0 })),
  );
  for (;;) {
    const staying = active.flatMap((row, place) => {
      const stopReason = accept(ids[row]!, tokens[place]!, options);
      if (!stopReason) return [place];
      results[row] = { ids: ids[row]!, stopReason };
      return [];
    });
    if (staying.length === 0) return results;
    if (staying.length < active.length) {
      cache = gatherRows(
        past,
        staying.map((row) => ({ cache, row })),
      );
    }
    active = staying.map((place) => active[place]!);
    options.signal?.throwIfAborted();
    const step = await session.run(
      active.map((row) => [ids[row]!.at(-1)!]),
      cache,
      true,
    );
    cache = step.cache;
    tokens = active.map((_, i) => argmax(step.logits.subarray(i * vocabSize, (i + 1) * vocabSize)));
    await nextTask();
  }
}
