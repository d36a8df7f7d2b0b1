/**
 * Benchmarks beside the runs and studies that need them to go on: one copy for all that ask exactly the same, and never
 * one in place of another. The same files read another way (mapping, counting base, lines, prompts) are another benchmark.
 */

import type { IDBPTransaction, StoreNames } from 'idb';
import type { Benchmark } from '../eval/types.ts';
import type { LabSchema } from './schema.ts';

/** JSON with sorted keys, so that the order in which a reader built an object makes no difference. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Item by item: the text of a large benchmark is longer than a string can be. */
function sameRows(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((row, i) => canonical(row) === canonical(b[i]));
}

/** Whether both ask the same items, with the same golds and prompts, from the same files. */
export function sameItems(a: Benchmark, b: Benchmark): boolean {
  return (
    canonical([a.hashes, a.split]) === canonical([b.hashes, b.split]) &&
    sameRows(a.train, b.train) &&
    sameRows(a.test, b.test)
  );
}

function sameBenchmark(a: Benchmark, b: Benchmark): boolean {
  const head = ({ train: _train, test: _test, rejected: _rejected, ...rest }: Benchmark) => canonical(rest);
  return head(a) === head(b) && sameItems(a, b) && sameRows(a.rejected, b.rejected);
}

/** The first of a benchmark's keys is what earlier versions wrote; the others tell readings of the same files apart. */
function keyOf({ name, hashes, split }: Benchmark, reading: number): string {
  return JSON.stringify([name, hashes.train, hashes.test, split, ...(reading > 0 ? [reading] : [])]);
}

/**
 * The key of `benchmark`, kept once and never over another; `writing` is to be awaited by `committed`. Compares instead
 * of hashing: exact, and browsers have no digest on plain http.
 */
export async function keepBenchmark(
  transaction: IDBPTransaction<LabSchema, readonly StoreNames<LabSchema>[], 'readwrite'>,
  benchmark: Benchmark,
): Promise<{ readonly key: string; readonly writing: readonly Promise<unknown>[] }> {
  const store = transaction.objectStore('benchmarks');
  for (let reading = 0; ; reading++) {
    const key = keyOf(benchmark, reading);
    const kept = await store.get(key);
    if (!kept) return { key, writing: [store.put(benchmark, key)] };
    if (sameBenchmark(kept, benchmark)) return { key, writing: [] };
  }
}
