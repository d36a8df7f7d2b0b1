/**
 * Greedy decoding of many rows at once (continuous batching, Yu et al. 2022, Orca): every run feeds one token of each
 * row that decodes and, where room is left, prompt tokens of rows that start. A row leaves as soon as it stops.
 *
 * Only four numbers a row come back from the GPU per step.
 */
import type { CachedToken } from './batch.ts';
import { assertPositions, throwIfAborted } from './errors.ts';
import type { KvCache } from './kv-cache.ts';
import type { KvSequence } from './kv-slots.ts';
import { feed, type Runtime, STATS_WIDTH } from './runtime.ts';
import { splitCall } from './shared-prefix.ts';
import type { GenerateOptions, Generation, Prefix, StopReason } from './types.ts';

interface ActiveRow {
  readonly row: number;
  readonly sequence: KvSequence;
  /** Tokens to feed next: what is left of the prompt, or the token just chosen. */
  pending: readonly number[];
  /** Position of pending[0]. */
  position: number;
  readonly ids: number[];
  /** New tokens this row may have: maxNewTokens, or fewer where positions end. */
  readonly limit: number;
}

/** Continues every prompt; see InferenceModel.generate. A row that reaches the last position stops with 'length'. */
export async function generate(
  runtime: Runtime,
  cache: KvCache,
  prefix: Prefix,
  prompts: readonly (readonly number[])[],
  options: GenerateOptions,
): Promise<Generation[]> {
  const { program, limits } = runtime;
  const call = splitCall(prefix, prompts, program);
  const offset = call.shared.tokens.length;
  const rowLimits = call.prompts.map((prompt, row) => {
    const fed = offset + prompt.length;
    assertPositions(fed, program.maxPositions, row);
    return Math.min(options.maxNewTokens, (program.maxPositions ?? Number.POSITIVE_INFINITY) - fed + 1);
  });
  const results: Generation[] = prompts.map(() => ({ ids: [], stopReason: 'length' }));
  if (options.maxNewTokens === 0) return results;

  // The last new token is chosen but never fed.
  const sizes = call.prompts.map((prompt, row) => prompt.length + rowLimits[row]! - 1);
  const largest = [...sizes].sort((a, b) => b - a).slice(0, limits.maxRows);
  await cache.reserve(offset + (largest[0] ?? 0), offset + largest.reduce((sum, size) => sum + size, 0));
  const start = await cache.prefix(call.shared, options.signal);

  const active: ActiveRow[] = [];
  let next = 0;
  let done = 0;

  const admit = (): ActiveRow | undefined => {
    if (next === prompts.length || active.length === limits.maxRows) return undefined;
    const sequence = cache.slots.fork(start, sizes[next]!);
    if (!sequence) return undefined;
    const row: ActiveRow = {
      row: next,
      sequence,
      pending: call.prompts[next]!,
      position: offset,
      ids: [],
      limit: rowLimits[next]!,
    };
    next++;
    active.push(row);
    return row;
  };

  while (done < prompts.length) {
    throwIfAborted(options.signal);
    const tokens: CachedToken[] = [];
    const answering: ActiveRow[] = [];
    const take = (row: ActiveRow): void => {
      const count = Math.min(row.pending.length, limits.maxTokens - tokens.length);
      const complete = count === row.pending.length;
      for (let i = 0; i < count; i++) {
        const targets = complete && i + 1 === count ? [-1] : [];
        tokens.push({ id: row.pending[i]!, position: row.position + i, slots: row.sequence.slots, targets });
      }
      row.pending = row.pending.slice(count);
      row.position += count;
      if (complete && count > 0) answering.push(row);
    };
    // Rows that decode come first: they were admitted earlier, and each needs one token only.
    for (const row of active) take(row);
    while (tokens.length < limits.maxTokens) {
      const row = admit();
      if (!row) break;
      take(row);
    }
    if (tokens.length === 0) throw cache.budgetError(offset + sizes[next]!);

    const stats = await feed(runtime, tokens, call.shared.softPrompt, runtime.rowStats);
    answering.forEach((row, i) => {
      const stopReason = accept(row, stats[i * STATS_WIDTH + 2]!, options);
      if (!stopReason) return;
      results[row.row] = { ids: row.ids, stopReason };
      cache.slots.release(row.sequence);
      active.splice(active.indexOf(row), 1);
      done++;
    });
    options.onProgress?.(done, prompts.length);
  }
  return results;
}

/** Takes the chosen token into the row; the reason if that ends it, else the token is pending. */
function accept(row: ActiveRow, token: number, options: GenerateOptions): StopReason | undefined {
  if (options.stopTokens.includes(token)) return 'stop-token';
  row.ids.push(token);
  if (options.shouldStop?.(row.ids)) return 'stop-rule';
  if (row.ids.length >= row.limit) return 'length';
  row.pending = [token];
  return undefined;
}
