/**
 * The loss of a batch and its gradient by the soft prompt, in as few runs as memory allows.
 *
 * Where a run would not fit, the batch is halved first: that costs no arithmetic. Only what is small already (a few hundred
 * tokens no longer fill a GPU's kernels) has its layers recomputed, and a KV cache left by an evaluation goes before both.
 */
import { LabError } from '../../lib/errors.ts';
import type { RowDomain } from '../graph/program.ts';
import { type PackedRow, packedBatch, packedLength } from './batch.ts';
import { assertPositions, assertTokens, virtualTokenCount } from './errors.ts';
import type { KvCache } from './kv-cache.ts';
import { grouped } from './packed-runs.ts';
import { isOutOfMemory, type Runtime, runFinite } from './runtime.ts';
import type { LossAndGradient, TrainingExample, TrainingPlan } from './types.ts';

/** Below this, halving a run costs more than recomputing its layers. */
const SMALL_TOKENS = 256;

type Group = readonly PackedRow[];

function valuesOf({ training }: Runtime) {
  if (training instanceof LabError) throw training;
  return training;
}

function predict(runtime: Runtime, group: Group, mostRecomputed?: number) {
  const { rowLoss, promptGradient } = valuesOf(runtime);
  const counts: Record<RowDomain, number> = {
    tokens: group.reduce((sum, row) => sum + packedLength(row), 0),
    selected: group.reduce((sum, row) => sum + row.selected.length, 0),
    prompt: group[0]?.virtualTokens ?? 0,
  };
  const wanted = [rowLoss, promptGradient];
  return {
    ...runtime.executor.predictBytes('packed', wanted, counts, mostRecomputed),
    tokens: counts.tokens,
  };
}

/** Micro-batches: as large as the limits and the memory without recomputation allow. */
function* microBatches(runtime: Runtime, rows: Group): Generator<Group> {
  for (const group of grouped(rows, (row) => row, runtime.limits)) yield* fitting(runtime, group);
}

function* fitting(runtime: Runtime, group: Group): Generator<Group> {
  const { fits, tokens } = predict(runtime, group, 0);
  const small = group.length < 2 || (tokens <= SMALL_TOKENS && predict(runtime, group).fits);
  if (fits || small) {
    yield group;
    return;
  }
  const half = group.length >> 1;
  yield* fitting(runtime, group.slice(0, half));
  yield* fitting(runtime, group.slice(half));
}

/** See CausalLM.predictTraining. */
export function predictTraining(
  runtime: Runtime,
  virtualTokens: number,
  examples: readonly TrainingExample[],
): TrainingPlan {
  const rows = examples.map((example, row) => trainingRow(example, virtualTokens, row, runtime.program));
  const runs = [...microBatches(runtime, rows)].map((group) => predict(runtime, group));
  return {
    peakBytes: Math.max(0, ...runs.map(({ peakBytes }) => peakBytes)),
    weightBytes: runtime.executor.memory().weightBytes,
    budgetBytes: runtime.budgetBytes,
    fits: runs.every(({ fits }) => fits),
    runs: runs.length,
    recomputedLayers: Math.max(0, ...runs.map(({ recomputedLayers }) => recomputedLayers)),
  };
}

/** Mean loss over all label tokens and its gradient; see CausalLM.lossAndGradient. */
export async function lossAndGradient(
  runtime: Runtime,
  cache: KvCache,
  softPrompt: Float32Array,
  examples: readonly TrainingExample[],
): Promise<LossAndGradient> {
  const { program, limits } = runtime;
  const training = valuesOf(runtime);
  const virtualTokens = virtualTokenCount(softPrompt, program.hiddenSize);
  const rows = examples.map((example, row) => trainingRow(example, virtualTokens, row, program));
  const labelCount = rows.reduce((sum, row) => sum + row.selected.length, 0);
  const gradient = new Float64Array(softPrompt.length);
  let lossSum = 0;

  const accumulate = async (group: Group): Promise<void> => {
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
      // The driver had less than the budget.
      if (cache.slots.capacity > 0) {
        await cache.clear();
        return accumulate(group);
      }
      if (group.length < 2) throw error;
      await accumulate(group.slice(0, group.length >> 1));
      await accumulate(group.slice(group.length >> 1));
    }
  };
  const [first = []] = grouped(rows, (row) => row, limits);
  if (cache.slots.capacity > 0 && !predict(runtime, first, 0).fits) await cache.clear();
  for (const group of microBatches(runtime, rows)) await accumulate(group);
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
