/**
 * Calls on whole sequences without a cache: embedding rows and the logits of every position; and how rows are grouped into
 * runs.
 *
 * Rows are grouped by tokens and selected rows; a sequence is never split, so results do not depend on the grouping
 * beyond f32 rounding of sums.
 */
import { LabError } from '../../lib/errors.ts';
import { type PackedRow, packedBatch, packedLength } from './batch.ts';
import { assertPositions, assertTokens, virtualTokenCount } from './errors.ts';
import { type RunLimits, type Runtime, runFinite } from './runtime.ts';

/** Rows of the embedding table after the graph's scale, [ids.length, hidden]. */
export async function embed(runtime: Runtime, ids: readonly number[]): Promise<Float32Array> {
  const { program, limits } = runtime;
  assertTokens(ids, program.vocabSize, 0);
  const out = new Float32Array(ids.length * program.hiddenSize);
  for (let start = 0; start < ids.length; start += limits.maxTokens) {
    // Each id is a sequence of its own: a lookup needs no positions, however many ids there are.
    const rows = ids.slice(start, start + limits.maxTokens).map((id): PackedRow => {
      return { virtualTokens: 0, ids: [id], selected: [] };
    });
    const wanted = [{ value: program.inputsEmbeds, what: 'embedding' }];
    const [values] = await runFinite(runtime, packedBatch(rows), wanted);
    out.set(values!, start * program.hiddenSize);
  }
  return out;
}

/** Logits of every position of each row, virtual tokens included: [virtual + row length, vocab] each. */
export async function logits(
  runtime: Runtime,
  rows: readonly (readonly number[])[],
  softPrompt?: Float32Array,
): Promise<Float32Array[]> {
  const { program, limits } = runtime;
  const virtualTokens = virtualTokenCount(softPrompt, program.hiddenSize);
  // One packed row per part: a row with more positions than a run may select runs once for each part.
  const parts: { readonly row: number; readonly from: number; readonly packed: PackedRow }[] = [];
  const results = rows.map((ids, row) => {
    const length = virtualTokens + ids.length;
    assertTokens(ids, program.vocabSize, row);
    assertPositions(length, program.maxPositions, row);
    if (length === 0) throw new LabError('model.empty-prompt', { row });
    for (let from = 0; from < length; from += limits.maxLogitRows) {
      const count = Math.min(limits.maxLogitRows, length - from);
      const selected = Array.from({ length: count }, (_, i) => ({ position: from + i, target: -1 }));
      parts.push({ row, from, packed: { virtualTokens, ids, selected } });
    }
    return new Float32Array(length * program.vocabSize);
  });
  const within = { ...limits, maxSelected: limits.maxLogitRows };
  for (const group of grouped(parts, (part) => part.packed, within)) {
    const batch = packedBatch(
      group.map((part) => part.packed),
      softPrompt ? { softPrompt } : {},
    );
    const [values] = await runFinite(runtime, batch, [{ value: program.logits, what: 'logits' }]);
    let at = 0;
    for (const { row, from, packed } of group) {
      const size = packed.selected.length * program.vocabSize;
      results[row]!.set(values!.subarray(at, at + size), from * program.vocabSize);
      at += size;
    }
  }
  return results;
}

/** Consecutive groups within the limits, each with at least one entry. */
export function* grouped<T>(
  entries: readonly T[],
  rowOf: (entry: T) => PackedRow,
  limits: Pick<RunLimits, 'maxTokens' | 'maxSelected'>,
): Generator<T[]> {
  let group: T[] = [];
  let tokens = 0;
  let selected = 0;
  for (const entry of entries) {
    const row = rowOf(entry);
    tokens += packedLength(row);
    selected += row.selected.length;
    if (group.length > 0 && (tokens > limits.maxTokens || selected > limits.maxSelected)) {
      yield group;
      group = [];
      tokens = packedLength(row);
      selected = row.selected.length;
    }
    group.push(entry);
  }
  if (group.length > 0) yield group;
}
