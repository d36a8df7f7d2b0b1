/**
 * The self-check on every recorded export: the engine on a real adapter against onnxruntime, within one tolerance for all
 * precisions; and that it catches an engine whose weights are wrong by little.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { openTestGpu } from '../engine/gpu/testing/open-test-gpu.ts';
import { loadCausalLM } from '../engine/model/causal-lm.ts';
import {
  hasSharedFolder,
  sharedFiles,
  sharedJson,
  sharedText,
} from '../engine/model/testing/shared-folder.ts';
import { readModel } from '../engine/onnx/read-model.ts';
import { memoryFiles } from '../engine/onnx/testing/write-model.ts';
import type { ModelFiles } from '../engine/onnx/types.ts';
import type { OpenedModel } from '../hub/open-model.ts';
import type { CaseJson } from '../lab/checks/check-case.ts';
import { integerRows } from '../lab/checks/tensors.ts';
import type { EncodedCondition } from '../lab/prompts.ts';
import { assertSelfCheck } from '../lab/self-check.ts';
import { askSecondModel } from './second-model.ts';

const present = await hasSharedFolder();
/** Takes embeddings only, so that nothing but a check can use it. */
const NO_IDS = 'ga-llama-embeds';
const names = present
  ? [...(await sharedText('fixtures/INDEX.md')).matchAll(/^\| ([\w-]+) \|[^|]*\| [ABCM] /gm)]
      .map((row) => row[1]!)
      .filter((name) => name !== NO_IDS)
  : [];

/** The fixture's files with a bit of the first element of a float16 tensor flipped: a fifth or so of its value. */
async function withWrongBit(name: string, tensor: string): Promise<ModelFiles> {
  const files = sharedFiles(`fixtures/${name}`);
  const { file } = await sharedJson<CaseJson>(`fixtures/${name}/case.json`);
  const { graph } = await readModel(files, file);
  const needle = (await graph.initializers.get(tensor)!.read()).slice(0, 64);
  const changed: Record<string, Uint8Array> = {};
  for (const path of [file, `${file}.data`]) {
    const size = await files.size(path);
    if (size === undefined) continue;
    const bytes = await files.read(path, 0, size);
    const at = bytes.findIndex((_, i) => needle.every((byte, j) => bytes[i + j] === byte));
    if (at >= 0) bytes[at + 1] = bytes[at + 1]! ^ 1;
    changed[path] = bytes;
  }
  return memoryFiles(changed);
}

/** The check of a fixture, with the engine reading `engineFiles` where they differ from the file's. */
async function checkFixture(name: string, engineFiles?: ModelFiles) {
  const json = await sharedJson<CaseJson>(`fixtures/${name}/case.json`);
  const files = sharedFiles(`fixtures/${name}`);
  const config = await sharedJson<object>(`fixtures/${name}/config.json`);
  const opened = { files, onnxPath: json.file, config } as unknown as OpenedModel;
  const items = integerRows(json.prefill.input_ids).map((ids, i) => ({
    prompt: ids.slice(0, json.prefill.lengths[i]),
  }));
  const lm = await loadCausalLM({
    gpu: await openTestGpu(),
    files: engineFiles ?? files,
    path: json.file,
  });
  try {
    const prompts = { prefix: [], items } as unknown as EncodedCondition;
    const opinion = await askSecondModel(opened, lm, prompts, { signal: new AbortController().signal });
    await opinion.evaluator?.dispose();
    return { ...opinion, dtype: lm.description.dtype };
  } finally {
    await lm.dispose();
  }
}

describe.runIf(present)('the self-check', () => {
  const rows: string[] = [];
  afterAll(() => {
    console.log(rows.join('\n'));
  });

  test.each(names)('agrees on %s', async (name) => {
    const { check, skipped, dtype } = await checkFixture(name);
    expect(skipped).toBeUndefined();
    const { maxAbsDifference, tolerance } = check!;
    const [found, allowed] = [maxAbsDifference, tolerance].map((value) => value.toExponential(1));
    rows.push(`${name} (${dtype}): ${found} of ${allowed}`);
    expect(() => assertSelfCheck(check!)).not.toThrow();
    expect(check!.argmaxAgreement).toBe(1);
    expect(check!.softPrompt).toBe(true);
    expect(check!.widened).toBe(/16|webgpu|-int8|quantized/.test(name));
  });

  test.each([
    ['tjs-llama-fp16', 'onnx::MatMul_766'],
    ['ga-qwen3-fp16', 'model.layers.1.mlp.up_proj.MatMul.weight'],
  ])('catches %s with one bit of one element wrong', async (name, tensor) => {
    const { check } = await checkFixture(name, await withWrongBit(name, tensor));
    const { maxAbsDifference, tolerance } = check!;
    rows.push(
      `${name}, one bit of ${tensor}: ${maxAbsDifference.toExponential(1)} of ${tolerance.toExponential(1)}`,
    );
    expect(() => assertSelfCheck(check!)).toThrow(expect.objectContaining({ code: 'lab.self-check-failed' }));
    // Half precision on the other side would hide it: it differs by 1 % of the largest logit a layer.
    expect(maxAbsDifference).toBeLessThan((0.01 / 3e-5) * tolerance);
  });
});
