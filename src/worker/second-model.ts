/**
 * The run's file in onnxruntime: the second opinion on the engine's numbers, and perhaps the faster evaluator.
 *
 * A file that fits is loaded whole and may evaluate afterwards; a larger one, or one that does not load that way, is only
 * checked, piece by piece. What neither way can be run is said with its reason; it never passes for checked.
 */

import type { CausalLM, InferenceModel, ModelDescription, ProgressOptions } from '../engine/model/types.ts';
import { describeGraph, narrowestWindow } from '../hub/describe-graph.ts';
import type { OpenedModel } from '../hub/open-model.ts';
import { loadOrtModel } from '../hub/ort.ts';
import { constantBytes, type Float32Model, float32Model } from '../hub/ort-graph.ts';
import { logitsInPieces } from '../hub/ort-pieces.ts';
import type { EncodedCondition } from '../lab/prompts.ts';
import { type CheckRow, checkRows, compareLogits } from '../lab/self-check.ts';
import type { SelfCheck, SelfCheckSkip } from '../lab/types.ts';
import { LabError } from '../lib/errors.ts';

/** Float32 weights that are loaded as a whole: they lie in memory twice while onnxruntime takes them over. */
const MAX_WHOLE_BYTES = 2 ** 29;
/** Of the check's soft prompt. */
const VIRTUAL_TOKENS = 4;

/** The file in onnxruntime alone, with what it says about itself. Throws `hub.ort-*`, `onnx.*`. */
export async function loadInOrt(
  opened: OpenedModel,
): Promise<{ readonly model: InferenceModel; readonly description: ModelDescription }> {
  const { files, onnxPath: path, config } = opened;
  const { description, window } = await describeGraph(files, path, config);
  const { headDim } = description;
  const model = await loadOrtModel({ model: await float32Model(files, path), headDim, window });
  return { model, description };
}

export interface SecondOpinion {
  /** null where onnxruntime cannot run the file, for the reason `skipped`. */
  readonly check: SelfCheck | null;
  readonly skipped?: SelfCheckSkip;
  /** The whole file in onnxruntime, where it was checked that way; the caller's to dispose of. */
  readonly evaluator?: InferenceModel;
}

/** What onnxruntime says of the file as a whole; undefined where it does not load or run. */
async function askWhole(
  file: Float32Model,
  opened: OpenedModel,
  { cutValue: value, hiddenSize, headDim }: ModelDescription,
  rows: readonly CheckRow[],
): Promise<{ readonly logits: Float32Array[]; readonly evaluator: InferenceModel } | undefined> {
  if (constantBytes(file.graph) > MAX_WHOLE_BYTES) return undefined;
  const window = narrowestWindow(opened.config);
  let evaluator: InferenceModel | undefined;
  try {
    evaluator = await loadOrtModel({ model: file, headDim, window, cut: { value, hiddenSize } });
    const logits: Float32Array[] = [];
    for (const { ids, softPrompt } of rows) logits.push(...(await evaluator.logits([ids], softPrompt)));
    return { logits, evaluator };
  } catch (error) {
    await evaluator?.dispose();
    if (error instanceof LabError) return undefined;
    throw error;
  }
}

/** In pieces, without the soft prompt where the graph has no single value for it (a lookup inside a branch). */
async function askInPieces(
  model: Float32Model,
  { cutValue: value, hiddenSize, headDim }: ModelDescription,
  rows: readonly CheckRow[],
  options: ProgressOptions,
): Promise<{ readonly logits: Float32Array[]; readonly pieces: number }> {
  const source = { model, headDim, cut: { value, hiddenSize } };
  try {
    return await logitsInPieces(source, rows, options);
  } catch (error) {
    if (!(error instanceof LabError) || error.code !== 'hub.ort-soft-prompt') throw error;
    const plain = rows.filter(({ softPrompt }) => softPrompt === undefined);
    return await logitsInPieces(source, plain, options);
  }
}

function skipReason(error: unknown): SelfCheckSkip {
  if (!(error instanceof LabError) || !error.code.startsWith('hub.ort-')) throw error;
  const params = Object.entries(error.params).map(([key, value]) => [key, `${value}`]);
  const detail = error.cause instanceof Error ? error.cause.message : '';
  return { code: error.code, params: Object.fromEntries(params), detail };
}

/** The prompts' starts, and one of them behind a soft prompt of the model's own embeddings. */
async function rowsToCheck(model: CausalLM, { prefix, items }: EncodedCondition): Promise<CheckRow[]> {
  const prompts = items.map(({ prompt }) => [...prefix, ...prompt]);
  const rows: CheckRow[] = checkRows(prompts, model.description).map((ids) => ({ ids }));
  const ids = rows.at(-1)?.ids;
  if (ids) rows.push({ ids, softPrompt: await model.embed(ids.slice(-VIRTUAL_TOKENS).reverse()) });
  return rows;
}

/**
 * The engine's logits against onnxruntime's on the run's first prompts; whether they are close enough is for
 * `assertSelfCheck`. Progress counts pieces. Throws what the engine and reading the file throw, and the signal's reason.
 */
export async function askSecondModel(
  opened: OpenedModel,
  model: CausalLM,
  prompts: EncodedCondition,
  options: ProgressOptions & { readonly signal: AbortSignal },
): Promise<SecondOpinion> {
  const { signal } = options;
  const { description } = model;
  const file = await float32Model(opened.files, opened.onnxPath);
  const rows = await rowsToCheck(model, prompts);
  const whole = await askWhole(file, opened, description, rows);
  signal.throwIfAborted();
  let pieces: Awaited<ReturnType<typeof askInPieces>> | undefined;
  try {
    pieces = whole ? undefined : await askInPieces(file, description, rows, options);
  } catch (error) {
    signal.throwIfAborted();
    return { check: null, skipped: skipReason(error) };
  }
  const expected = whole?.logits ?? pieces!.logits;
  const compared = rows.slice(0, expected.length);
  const actual: Float32Array[] = [];
  for (const { ids, softPrompt } of compared) actual.push(...(await model.logits([ids], softPrompt)));
  await model.releaseScratch();
  const check: SelfCheck = {
    ...compareLogits(actual, expected, description),
    pieces: pieces?.pieces ?? 1,
    widened: file.widened,
    softPrompt: compared.some(({ softPrompt }) => softPrompt),
  };
  return whole ? { check, evaluator: whole.evaluator } : { check };
}
