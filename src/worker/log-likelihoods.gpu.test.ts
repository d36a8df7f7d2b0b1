/**
 * Option log-likelihoods of the engine on a real adapter against onnxruntime's on the same file, continuation by
 * continuation, and rows scored together against each scored alone, in both.
 *
 * onnxruntime computes half-precision files with their weights widened to float32 (hub/ort-graph.ts): on the file as it is
 * it would round every activation to half precision, which is no statement about the engine.
 */

import { afterAll, describe, expect, test } from 'vitest';
import { openTestGpu } from '../engine/gpu/testing/open-test-gpu.ts';
import { loadCausalLM } from '../engine/model/causal-lm.ts';
import { hasSharedFolder, sharedFiles, sharedJson } from '../engine/model/testing/shared-folder.ts';
import type {
  CausalLM,
  ContinuationScore,
  InferenceModel,
  Prefix,
  ScoreRequest,
} from '../engine/model/types.ts';
import type { ModelFiles } from '../engine/onnx/types.ts';
import { recogniseText } from '../eval/index.ts';
import { openModel } from '../hub/open-model.ts';
import { loadOrtModel } from '../hub/ort.ts';
import { float32Model } from '../hub/ort-graph.ts';
import { createSite } from '../hub/site.ts';
import type { CaseJson } from '../lab/checks/check-case.ts';
import { encodeCondition } from '../lab/prompts.ts';
import { createRng } from '../lib/rng.ts';

/** The bound, on sums of log-probabilities over an option's tokens. */
const TOLERANCE = 1e-3;
/** Rows apart and together differ only by the order of float32 sums. */
const SAME = 1e-4;

interface Pair {
  readonly engine: CausalLM;
  readonly ort: InferenceModel;
}

async function loadBoth(files: ModelFiles, path: string): Promise<Pair> {
  const engine = await loadCausalLM({ gpu: await openTestGpu(), files, path });
  const { headDim, cutValue: value, hiddenSize } = engine.description;
  const model = await float32Model(files, path);
  return {
    engine,
    ort: await loadOrtModel({ model, headDim, window: undefined, cut: { value, hiddenSize } }),
  };
}

const alone = async (model: InferenceModel, prefix: Prefix, requests: readonly ScoreRequest[]) => {
  const rows: ContinuationScore[][] = [];
  for (const request of requests) rows.push(...(await model.score(prefix, [request])));
  return rows;
};

/** The largest difference of two sets of scores; they must have the same items and options. */
function largest(actual: ContinuationScore[][], expected: ContinuationScore[][]): number {
  expect(actual.map((row) => row.length)).toEqual(expected.map((row) => row.length));
  const differences = actual.flatMap((row, i) =>
    row.map(({ logProb }, j) => Math.abs(logProb - expected[i]![j]!.logProb)),
  );
  expect(differences.every(Number.isFinite)).toBe(true);
  return Math.max(...differences);
}

const notes: string[] = [];
afterAll(() => {
  console.log(notes.join('\n'));
});

/** Compares in every way; `requests` behind `prefix`. */
async function compare(
  name: string,
  { engine, ort }: Pair,
  prefix: Prefix,
  requests: readonly ScoreRequest[],
) {
  try {
    const [ours, theirs] = [await engine.score(prefix, requests), await ort.score(prefix, requests)];
    const between = largest(ours, theirs);
    const oursAlone = largest(await alone(engine, prefix, requests), ours);
    const theirsAlone = largest(await alone(ort, prefix, requests), theirs);
    const count = ours.flat().length;
    notes.push(
      `${name}: ${requests.length} prompts, ${count} continuations; engine against onnxruntime ${between.toExponential(1)}, ` +
        `together against alone: engine ${oursAlone.toExponential(1)}, onnxruntime ${theirsAlone.toExponential(1)}`,
    );
    expect(between).toBeLessThan(TOLERANCE);
    expect(oursAlone).toBeLessThan(SAME);
    expect(theirsAlone).toBeLessThan(SAME);
    return { ours, theirs };
  } finally {
    await ort.dispose();
    await engine.dispose();
  }
}

describe('log-likelihoods of options', () => {
  test('of the embedded benchmark, by the embedded model, item by item', async () => {
    const site = createSite(`${window.origin}/`);
    const source = { kind: 'embedded', id: 'micro/m1-base' } as const;
    const { files, onnxPath, tokenizer } = await openModel(source, undefined, { site });
    const text = await (await fetch('/benchmarks/micro/closed_test.jsonl')).text();
    const items = recogniseText('closed_test.jsonl', text).items.slice(0, 60);
    const { prefix, items: encoded } = encodeCondition(items, 'zero-shot', () => [], {
      tokenizer,
      useChatTemplate: false,
    });
    const requests = encoded.map(({ prompt, options }) => ({ prompt, continuations: options }));
    const both = await loadBoth(files, onnxPath);
    const { ours, theirs } = await compare(`m1-base (${onnxPath})`, both, { ids: prefix }, requests);
    expect(ours).toHaveLength(60);
    const best = (row: ContinuationScore[]) =>
      row.reduce((at, { logProb }, i) => (logProb > row[at]!.logProb ? i : at), 0);
    expect(ours.map(best)).toEqual(theirs.map(best));
  }, 300_000);
});

/** Prompts of random tokens, each with four continuations of one to six tokens. */
function randomRequests(vocabSize: number): ScoreRequest[] {
  const rng = createRng(7, 'log-likelihoods');
  const ids = (length: number) => Array.from({ length }, () => Math.floor(rng.next() * vocabSize));
  return Array.from({ length: 12 }, (_, i) => ({
    prompt: ids(3 + (i % 9)),
    continuations: Array.from({ length: 4 }, (_, j) => ids(1 + ((i + j) % 6))),
  }));
}

const FIXTURES = ['ts13-gpt2', 'tjs-gpt2-fp16', 'tjs-gpt2-q4', 'ga-llama-fp16', 'ga-qwen3-fp32'];

describe.runIf(await hasSharedFolder())('log-likelihoods of random text', () => {
  test.each(FIXTURES)('%s, with and without a soft prompt', async (name) => {
    const { file } = await sharedJson<CaseJson>(`fixtures/${name}/case.json`);
    for (const withSoftPrompt of [false, true]) {
      const both = await loadBoth(sharedFiles(`fixtures/${name}`), file);
      const { vocabSize } = both.engine;
      const ids = [1, 2, 3].map((id) => id % vocabSize);
      const prefix = withSoftPrompt ? { ids, softPrompt: await both.engine.embed([5, 9, 7, 4]) } : { ids };
      await compare(withSoftPrompt ? `${name}, soft prompt` : name, both, prefix, randomRequests(vocabSize));
    }
  });
});
