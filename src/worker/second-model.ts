/**
 * The run's file in onnxruntime: the second opinion on the engine's numbers, and perhaps the faster evaluator.
 */

import type { CausalLM, InferenceModel, ModelDescription } from '../engine/model/types.ts';
import { describeGraph } from '../hub/describe-graph.ts';
import type { OpenedModel } from '../hub/open-model.ts';
import { loadOrtModel } from '../hub/ort.ts';
import type { EmbeddingCut } from '../hub/ort-cut.ts';
import type { EncodedCondition } from '../lab/prompts.ts';
import { checkRows, compareLogits } from '../lab/self-check.ts';
import type { SelfCheck } from '../lab/types.ts';
import { LabError } from '../lib/errors.ts';

/** Larger files are not loaded twice: wasm has 4 GiB for the file, its copy and the activations. */
const MAX_BYTES = 1024 ** 3;

/** The file in onnxruntime, with what it says about itself. Throws `hub.ort-*`, `onnx.*`. */
export async function loadInOrt(
  opened: OpenedModel,
  cut?: EmbeddingCut,
): Promise<{ readonly model: InferenceModel; readonly description: ModelDescription }> {
  const { files, onnxPath: path, config } = opened;
  const { description, externalData, window } = await describeGraph(files, path, config);
  const { headDim } = description;
  const model = await loadOrtModel({
    files,
    path,
    externalData,
    headDim,
    window,
    ...(cut ? { cut } : {}),
  });
  return { model, description };
}

/** The file beside the engine's `model`; undefined where it is too large for wasm or does not load. */
export async function loadSecondModel(
  opened: OpenedModel,
  { description }: CausalLM,
): Promise<InferenceModel | undefined> {
  const { cutValue: value, hiddenSize, fileBytes } = description;
  if (fileBytes > MAX_BYTES) return undefined;
  // Where soft prompts find no way in, the file as it is still gives an opinion.
  for (const cut of [{ value, hiddenSize }, undefined]) {
    try {
      return (await loadInOrt(opened, cut)).model;
    } catch (error) {
      if (!(error instanceof LabError)) throw error;
    }
  }
  return undefined;
}

/** The engine's logits against the second model's; null where an operator has no kernel there. */
export async function checkAgainst(
  second: InferenceModel,
  model: CausalLM,
  { prefix, items }: EncodedCondition,
): Promise<SelfCheck | null> {
  const rows = checkRows(
    items.map(({ prompt }) => [...prefix, ...prompt]),
    model.vocabSize,
  );
  let expected: Float32Array[];
  try {
    expected = await second.logits(rows);
  } catch (error) {
    if (error instanceof LabError) return null;
    throw error;
  }
  const check = compareLogits(await model.logits(rows), expected, model.description);
  await model.releaseScratch();
  return check;
}
