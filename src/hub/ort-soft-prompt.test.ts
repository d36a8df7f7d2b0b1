/**
 * Soft prompts and batches in onnxruntime, on every recorded export: the embeddings of real tokens handed in as a soft prompt
 * must give the logits of those tokens, and rows must get the same answers together as alone.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lowerCausalLM } from '../engine/graph/lower/index.ts';
import type { EmbedAttrs } from '../engine/graph/program.ts';
import type { InferenceModel, Prefix, ScoreRequest } from '../engine/model/types.ts';
import { readModel } from '../engine/onnx/read-model.ts';
import type { ModelFiles } from '../engine/onnx/types.ts';
import { decodeMatrix } from '../engine/reference/decode.ts';
import type { CaseJson } from '../lab/checks/check-case.ts';
import { integerRows } from '../lab/checks/tensors.ts';
import { createRng } from '../lib/rng.ts';
import { describeGraph } from './describe-graph.ts';
import { loadOrtModel } from './ort.ts';
import { rowsAreIndependent } from './ort-batch.ts';
import { float32Model } from './ort-graph.ts';
import { type OrtSource, openOrtSession } from './ort-session.ts';

const FIXTURES = resolve('../shared/fixtures');
/** Takes embeddings only. */
const NO_IDS = 'ga-llama-embeds';
/** The lookup stands in both branches of an If. */
const OUT_OF_REACH = 'ts13-gpt2-merged';
const names = existsSync(FIXTURES)
  ? readdirSync(FIXTURES).filter(
      (name) => existsSync(`${FIXTURES}/${name}/case.json`) && name !== NO_IDS && name !== OUT_OF_REACH,
    )
  : [];

function diskFiles(folder: string): ModelFiles {
  const path = (name: string) => `${folder}/${name}`;
  return {
    size: async (name) => (existsSync(path(name)) ? statSync(path(name)).size : undefined),
    read: async (name, offset, length) =>
      new Uint8Array(readFileSync(path(name)).subarray(offset, offset + length)),
  };
}

interface Opened {
  readonly source: OrtSource;
  /** Rows of the table, scaled, as the graph's own lookup gives them. */
  readonly embed: (ids: readonly number[]) => Float32Array;
  readonly prompt: readonly number[];
}

async function open(name: string): Promise<Opened> {
  const folder = `${FIXTURES}/${name}`;
  const files = diskFiles(folder);
  const json = JSON.parse(readFileSync(`${folder}/case.json`, 'utf8')) as CaseJson;
  const config = JSON.parse(readFileSync(`${folder}/config.json`, 'utf8'));
  const { description, window } = await describeGraph(files, json.file, config);
  const { program, facts } = await lowerCausalLM(await readModel(files, json.file));
  const { weight, scale } = program.nodes.find(({ op }) => op === 'embed')!.attrs as EmbedAttrs;
  const table = program.weights[weight]!;
  const data = await decodeMatrix(table);
  const at = (id: number, i: number) => data[table.order === 'nk' ? id * table.k + i : i * table.n + id]!;
  return {
    source: {
      model: await float32Model(files, json.file),
      headDim: description.headDim,
      window,
      cut: { value: facts.cutValue, hiddenSize: program.hiddenSize },
    },
    embed: (ids) =>
      Float32Array.from(ids.flatMap((id) => Array.from({ length: table.k }, (_, i) => scale * at(id, i)))),
    prompt: integerRows(json.decode.prompt)[0]!,
  };
}

/** Largest difference, relative to the largest logit. */
function relativeDifference(a: Float32Array, b: Float32Array): number {
  expect(a.length).toBe(b.length);
  let difference = 0;
  let largest = 0;
  for (let i = 0; i < b.length; i++) {
    difference = Math.max(difference, Math.abs(a[i]! - b[i]!));
    largest = Math.max(largest, Math.abs(b[i]!));
  }
  return difference / largest;
}

/** Relative to the largest logit; whatever the file's precision, the arithmetic is float32. */
const TOLERANCE = 1e-5;

// The first session compiles the runtime, which takes seconds on a busy machine.
describe.runIf(names.length > 0)('onnxruntime on the cut graph', { timeout: 60_000 }, () => {
  it.each(names)('%s: token embeddings as a soft prompt give the tokens’ logits', async (name) => {
    const { source, embed, prompt } = await open(name);
    const model = await loadOrtModel(source);
    try {
      expect(model.acceptsSoftPrompt).toBe(true);
      const [expected] = await model.logits([prompt]);
      const softPrompt = embed(prompt.slice(0, 2));
      const [given] = await model.logits([prompt.slice(2)], softPrompt);
      expect(relativeDifference(given!, expected!)).toBeLessThan(TOLERANCE);
      const other = softPrompt.map((x) => -x);
      const [changed] = await model.logits([prompt.slice(2)], other);
      expect(relativeDifference(changed!, expected!)).toBeGreaterThan(TOLERANCE);
    } finally {
      await model.dispose();
    }
  });

  it.each(names)('%s: rows get the same answers together as alone', async (name) => {
    const { source, embed, prompt } = await open(name);
    const session = await openOrtSession(source);
    const independent = await rowsAreIndependent(session);
    await session.release();
    // GroupQueryAttention counts a row's own tokens; masks of decomposed graphs count padding into the window.
    const windowed = source.window !== undefined && !name.startsWith('ga-');
    const expected = session.hasCache && !windowed;
    expect(independent).toBe(expected);

    const model = await loadOrtModel(source);
    try {
      await sameTogether(model, { softPrompt: embed([5, 9]), ids: prompt.slice(0, 2) }, model.vocabSize);
    } finally {
      await model.dispose();
    }
  });

  it('says where the lookup is out of reach', async () => {
    const { source } = await open(OUT_OF_REACH);
    await expect(loadOrtModel(source)).rejects.toMatchObject({ code: 'hub.ort-cut' });
  });
});

async function sameTogether(model: InferenceModel, prefix: Prefix, vocabSize: number): Promise<void> {
  const rng = createRng(1, 'ort batch');
  const ids = (count: number) => Array.from({ length: count }, () => rng.int(vocabSize));
  const requests: ScoreRequest[] = [
    { prompt: ids(4), continuations: [ids(1), ids(3), ids(2)] },
    { prompt: ids(1), continuations: [] },
    { prompt: ids(7), continuations: [ids(2)] },
  ];
  const options = { maxNewTokens: 4, stopTokens: [] };
  const together = await model.answer(prefix, requests, options);
  for (const [r, request] of requests.entries()) {
    const [alone] = await model.answer(prefix, [request], options);
    for (const [c, score] of alone!.scores.entries()) {
      expect(together[r]!.scores[c]!.logProb).toBeCloseTo(score.logProb, 3);
    }
    expect(together[r]!.generation.ids).toEqual(alone!.generation.ids);
  }
}
