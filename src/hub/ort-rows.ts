/** One row as onnxruntime computed it so far, and what its logits say. */

import type { OrtCache, OrtSession, OrtStep } from './ort-session.ts';

/** Tokens of a row, the cache after them and the logits that predict what follows. */
export interface Row {
  readonly ids: readonly number[];
  /** A soft prompt that takes the place of the first ids. */
  readonly softPrompt: Float32Array | undefined;
  /** Of one row. */
  readonly cache: OrtCache;
  /** [vocabulary]; undefined before the first token. */
  readonly next: Float32Array | undefined;
}

/** Index of the first maximum, as argmax of numpy and PyTorch on distinct values. */
export function argmax(row: Float32Array): number {
  let best = 0;
  for (let i = 1; i < row.length; i++) if (row[i]! > row[best]!) best = i;
  return best;
}

/** log softmax(row)[token], summed in double precision. */
export function logSoftmaxAt(row: Float32Array, token: number): number {
  const max = row[argmax(row)]!;
  let sum = 0;
  for (let i = 0; i < row.length; i++) sum += Math.exp(row[i]! - max);
  return row[token]! - max - Math.log(sum);
}

/** Sessions whose export takes many tokens only into an empty cache: after their first refusal they get one at a time. */
const singly = new WeakSet<OrtSession>();

export async function startRow(
  session: OrtSession,
  ids: readonly number[],
  softPrompt: Float32Array | undefined,
): Promise<Row> {
  const empty: Row = { ids: [], softPrompt, cache: session.empty, next: undefined };
  return extend(session, empty, ids);
}

export async function extend(session: OrtSession, row: Row, ids: readonly number[]): Promise<Row> {
  if (ids.length === 0) return row;
  const { logits, cache } = await runAfter(session, row, ids, true);
  return { ...row, ids: [...row.ids, ...ids], cache, next: logits.slice(-session.vocabSize) };
}

/** `ids` after a row. Without a cache the row is computed from its start; the last `ids.length` positions are the same. */
export async function runAfter(
  session: OrtSession,
  row: Row,
  ids: readonly number[],
  lastOnly: boolean,
): Promise<OrtStep> {
  if (!session.hasCache) {
    return session.run([[...row.ids, ...ids]], session.empty, lastOnly, row.softPrompt);
  }
  const first = row.ids.length === 0;
  const chunk = ids.length > 1 && !first;
  if (chunk && singly.has(session)) return runSingly(session, row, ids);
  try {
    return await session.run([ids], row.cache, lastOnly, first ? row.softPrompt : undefined);
  } catch (error) {
    if (!chunk) throw error;
    const step = await runSingly(session, row, ids);
    singly.add(session);
    return step;
  }
}

async function runSingly(session: OrtSession, row: Row, ids: readonly number[]): Promise<OrtStep> {
  const logits = new Float32Array(ids.length * session.vocabSize);
  let { cache } = row;
  for (const [at, id] of ids.entries()) {
    const step = await session.run([[id]], cache, true);
    logits.set(step.logits, at * session.vocabSize);
    cache = step.cache;
  }
  return { logits, positions: ids.length, cache };
}
