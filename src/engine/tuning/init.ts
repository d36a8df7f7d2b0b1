/**
 * Where a soft prompt starts: the three initialisations of Lester et al. (2021, section 3.2) that need no class labels.
 *
 * All randomness comes from the stream 'init' of the run's seed. Vectors are embedding rows after the graph's own
 * scale, since the soft prompt is placed after it. The text itself is tokenised elsewhere.
 */
import { LabError } from '../../lib/errors.ts';
import { createRng, type Rng, sample } from '../../lib/rng.ts';
import type { CausalLM } from '../model/types.ts';

/** Rows of the embedding table that the statistics of 'random' are taken from: 2 % standard error of a mean. */
const STATISTICS_ROWS = 2048;

export type InitName = 'sample-vocab' | 'random' | 'text';

export type EmbeddingModel = Pick<CausalLM, 'embed' | 'vocabSize' | 'hiddenSize'>;

export interface InitOptions {
  readonly init: InitName;
  readonly numVirtualTokens: number;
  readonly seed: number;
  /** Used by 'text': the tokenised text, without special tokens. */
  readonly textIds: readonly number[];
}

/**
 * The initial soft prompt, [numVirtualTokens, hiddenSize] row-major.
 * - sample-vocab: rows of the embedding table, drawn uniformly with replacement.
 * - random: independent normals with the table's per-dimension mean and standard deviation, both taken over a seeded
 *   sample of at most 2048 rows.
 * - text: the rows of `textIds` in order, repeated or cut to numVirtualTokens.
 * Throws `tuning.empty-init-text` when 'text' has no tokens.
 */
export async function initialSoftPrompt(model: EmbeddingModel, options: InitOptions): Promise<Float64Array> {
  const { init, numVirtualTokens, textIds } = options;
  const rng = createRng(options.seed, 'init');
  switch (init) {
    case 'sample-vocab': {
      const ids = Array.from({ length: numVirtualTokens }, () => rng.int(model.vocabSize));
      return Float64Array.from(await model.embed(ids));
    }
    case 'text': {
      if (textIds.length === 0) throw new LabError('tuning.empty-init-text');
      const ids = Array.from({ length: numVirtualTokens }, (_, i) => textIds[i % textIds.length]!);
      return Float64Array.from(await model.embed(ids));
    }
    case 'random':
      return randomRows(model, numVirtualTokens, rng);
  }
}

async function randomRows(model: EmbeddingModel, count: number, rng: Rng): Promise<Float64Array> {
  const hidden = model.hiddenSize;
  const vocabulary = Array.from({ length: model.vocabSize }, (_, id) => id);
  const ids = sample(vocabulary, STATISTICS_ROWS, rng);
  const { mean, deviation } = columnStatistics(await model.embed(ids), hidden);
  const out = new Float64Array(count * hidden);
  for (let i = 0; i < out.length; i++) out[i] = mean[i % hidden]! + deviation[i % hidden]! * rng.normal();
  return out;
}

/** Mean and unbiased standard deviation (torch.std) of each column of a [rows, columns] matrix. */
export function columnStatistics(
  matrix: Float32Array,
  columns: number,
): { mean: Float64Array; deviation: Float64Array } {
  const rows = matrix.length / columns;
  const mean = new Float64Array(columns);
  const deviation = new Float64Array(columns);
  for (let i = 0; i < matrix.length; i++) mean[i % columns]! += matrix[i]! / rows;
  for (let i = 0; i < matrix.length; i++) deviation[i % columns]! += (matrix[i]! - mean[i % columns]!) ** 2;
  for (let c = 0; c < columns; c++) deviation[c] = Math.sqrt(deviation[c]! / Math.max(1, rows - 1));
  return { mean, deviation };
}
