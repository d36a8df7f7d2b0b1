/**
 * The packed calls: whole sequences without a cache, as training needs them. Embedding rows, logits of every position,
 * and the loss with its gradient by the soft prompt.
 *
 * Rows are grouped by tokens and selected rows; a sequence is never split, so results do not depend on the grouping
 * beyond f32 rounding of sums.
 */
import { LabError } from '../../lib/errors.ts';
import { type PackedRow, packedBatch, packedLength } from './batch.ts';
import { assertPositions, assertTokens, virtualTokenCount } from './errors.ts';
import type { KvCache } from './kv-cache.ts';
import { isOutOfMemory, type RunLimits, type Runtime, runFinite } from './runtime.ts';
import type { LossAndGradient, TrainingExample } from './types.ts';

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
    for (let from = 0; from < length; from += limits.maxSelected) {
      const count = Math.min(limits.maxSelected, length - from);
      const selected = Array.from({ length: count }, (_, i) => ({ position: from + i, target: -1 }));
      parts.push({ row, from, packed: { virtualTokens, ids, selected } });
    }
    return new Float32Array(length * program.vocabSize);
  });
  for (const group of grouped(parts, (part) => part.packed, limits)) {
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

/**
 * Mean loss over all label tokens and its gradient; see CausalLM.lossAndGradient. Where memory runs out, the KV cache
 * goes first, then the batch is halved.
 */
export async function lossAndGradient(
  runtime: Runtime,
  cache: KvCache,
  softPrompt: Float32Array,
  examples: readonly TrainingExample[],
): Promise<LossAndGradient> {
  const { program, limits, training } = runtime;
  if (training instanceof LabError) throw training;
  const virtualTokens = virtualTokenCount(softPrompt, program.hiddenSize);
  const rows = examples.map((example, row) => trainingRow(example, virtualTokens, row, program));
  const labelCount = rows.reduce((sum, row) => sum + row.selected.length, 0);
  const gradient = new Float64Array(softPrompt.length);
  let lossSum = 0;

  const accumulate = async (group: readonly PackedRow[]): Promise<void> => {
    try {
      const batch = packedBatch(group, { softPrompt, lossScale: 1 / labelCount });
      const [rowLoss, part] = await runFinite(runtime, batch, [
        { value: training.rowLoss, what: 'loss' },
        { value: training.promptGradient, what: 'gradient' },
      ]);
      for (const loss of rowLoss!) lossSum += loss;
      for (let i = 0; i < gradient.length; i++) gradient[i]! += part![i]!;
    } catch (error) {
      if (!isOutOfMemory(error)) throw error;
      if (cache.slots.capacity > 0) {
        await cache.clear();
        return accumulate(group);
      }
      if (group.length < 2) throw error;
      await accumulate(group.slice(0, group.length >> 1));
      await accumulate(group.slice(group.length >> 1));
    }
  };
  for (const group of grouped(rows, (row) => row, limits)) await accumulate(group);
  return { loss: lossSum / labelCount, labelCount, gradient: Float32Array.from(gradient) };
}

/** [virtual tokens | ids] without the last id, which predicts nothing; each label is selected one position before it. */
function trainingRow(
  { ids, answerTokens }: TrainingExample,
  virtualTokens: number,
  row: number,
  model: { readonly vocabSize: number; readonly maxPositions: number | undefined },
): PackedRow {
  if (!(answerTokens >= 1 && answerTokens <= ids.length && virtualTokens + ids.length > answerTokens)) {
    throw new LabError('model.bad-example', { row, answerTokens, tokens: ids.length });
  }
  assertTokens(ids, model.vocabSize, row);
  assertPositions(virtualTokens + ids.length - 1, model.maxPositions, row);
  const firstLabel = ids.length - answerTokens;
  const selected = ids.slice(firstLabel).map((target, k) => {
    return { position: virtualTokens + firstLabel + k - 1, target };
  });
  return { virtualTokens, ids: ids.slice(0, -1), selected };
}

/** Consecutive groups within the limits, each with at least one entry. */
function* grouped<T>(
  entries: readonly T[],
  rowOf: (entry: T) => PackedRow,
  limits: RunLimits,
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
