/** Log-probabilities of continuations after computed rows, one by one or a step of all at once. */

import type { ContinuationScore } from '../engine/model/types.ts';
import { nextTask } from './next-task.ts';
import { bytesPerRow, gatherRows } from './ort-batch.ts';
import { argmax, logSoftmaxAt, type Row, runAfter } from './ort-rows.ts';
import type { OrtSession } from './ort-session.ts';

/** Bytes that caches and logits of the rows of one step may take. */
const MAX_STEP_BYTES = 256 * 2 ** 20;

interface TokenScore {
  readonly logProb: number;
  readonly greedy: boolean;
}

const tokenScore = (logits: Float32Array, token: number): TokenScore => ({
  logProb: logSoftmaxAt(logits, token),
  greedy: argmax(logits) === token,
});

function summed(tokens: readonly TokenScore[]): ContinuationScore {
  const tokenLogProbs = tokens.map(({ logProb }) => logProb);
  return {
    tokenLogProbs,
    logProb: tokenLogProbs.reduce((sum, value) => sum + value, 0),
    greedy: tokens.every(({ greedy }) => greedy),
  };
}

/** For each row the scores of its continuations; what follows from the row's own logits is not computed again. */
export async function scoreAlone(
  session: OrtSession,
  rows: readonly Row[],
  continuations: readonly (readonly (readonly number[])[])[],
  signal: AbortSignal | undefined,
): Promise<ContinuationScore[][]> {
  const results: ContinuationScore[][] = [];
  for (const [r, row] of rows.entries()) {
    const scores: ContinuationScore[] = [];
    for (const continuation of continuations[r]!) {
      signal?.throwIfAborted();
      const tokens = [tokenScore(row.next!, continuation[0]!)];
      const fed = continuation.slice(0, -1);
      if (fed.length > 0) {
        const { logits } = await runAfter(session, row, fed, false);
        const first = logits.length / session.vocabSize - fed.length;
        for (const [i, token] of continuation.slice(1).entries()) {
          const at = (first + i) * session.vocabSize;
          tokens.push(tokenScore(logits.subarray(at, at + session.vocabSize), token));
        }
        await nextTask();
      }
      scores.push(summed(tokens));
    }
    results.push(scores);
  }
  return results;
}

interface Path {
  readonly row: Row;
  readonly ids: readonly number[];
  readonly tokens: TokenScore[];
}

/** The same numbers, with all continuations of all rows fed a token at a time side by side. */
export async function scoreTogether(
  session: OrtSession,
  rows: readonly Row[],
  continuations: readonly (readonly (readonly number[])[])[],
  signal: AbortSignal | undefined,
): Promise<ContinuationScore[][]> {
  const paths = rows.map((row, r) =>
    continuations[r]!.map((ids): Path => ({ row, ids, tokens: [tokenScore(row.next!, ids[0]!)] })),
  );
  const longer = paths.flat().filter(({ ids }) => ids.length > 1);
  if (longer.length > 0) {
    const widest = Math.max(...longer.map(({ row }) => bytesPerRow(row.cache)));
    const most = Math.max(1, Math.floor(MAX_STEP_BYTES / (widest + 4 * session.vocabSize)));
    for (let from = 0; from < longer.length; from += most) {
      await feed(session, longer.slice(from, from + most), signal);
    }
  }
  return paths.map((list) => list.map(({ tokens }) => summed(tokens)));
}

async function feed(
  session: OrtSession,
  paths: readonly Path[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { past, vocabSize } = session;
  let active = paths;
  let cache = gatherRows(
    past,
    paths.map(({ row }) => ({ cache: row.cache, row: 0 })),
  );
  for (let t = 0; active.length > 0; t++) {
    signal?.throwIfAborted();
    const step = await session.run(
      active.map(({ ids }) => [ids[t]!]),
      cache,
      true,
    );
    active.forEach(({ ids, tokens }, i) => {
      tokens.push(tokenScore(step.logits.subarray(i * vocabSize, (i + 1) * vocabSize), ids[t + 1]!));
    });
    const staying = active.flatMap(({ ids }, row) => (t + 2 < ids.length ? [row] : []));
    if (staying.length > 0 && staying.length < active.length) {
      cache = gatherRows(
        past,
        staying.map((row) => ({ cache: step.cache, row })),
      );
    } else {
      cache = step.cache;
    }
    active = staying.map((row) => active[row]!);
    await nextTask();
  }
}
