import { existsSync, openAsBlob, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InferenceModel } from '../engine/model/types.ts';
import type { ModelFiles } from '../engine/onnx/types.ts';
import type { CaseJson } from '../lab/checks/check-case.ts';
import { floats, integerRows } from '../lab/checks/tensors.ts';
import { openForNode } from '../lab/testing/node-run.ts';
import type { LabTokenizer } from '../lab/tokenizer.ts';
import { describeGraph } from './describe-graph.ts';
import { loadOrtModel } from './ort.ts';
import { float32Model } from './ort-graph.ts';
import { argmax } from './ort-rows.ts';
import { createModelReader } from './reader.ts';
import { createSite } from './site.ts';

let model: InferenceModel;
let tokenizer: LabTokenizer;

beforeAll(async () => {
  ({ model, tokenizer } = await openForNode('micro/m1-base'));
}, 60_000);
afterAll(() => model.dispose());

const PROMPT = 'Question: What is the capital of France?\nAnswer:';

/** Log-probabilities of a continuation straight from full logits: no cache, no sharing. */
async function directLogProbs(prompt: readonly number[], continuation: readonly number[]) {
  const [logits] = await model.logits([[...prompt, ...continuation]]);
  return continuation.map((token, i) => {
    const at = (prompt.length + i - 1) * model.vocabSize;
    const row = logits!.subarray(at, at + model.vocabSize);
    const max = Math.max(...row);
    return row[token]! - max - Math.log(row.reduce((sum, value) => sum + Math.exp(value - max), 0));
  });
}

describe('the onnxruntime model', () => {
  it('scores continuations as the full logits do, through cache and prefix', async () => {
    const ids = tokenizer.encode(PROMPT);
    const continuations = [' Paris', ' Berlin', ' A'].map((text) => tokenizer.encode(text));
    for (const cut of [0, 1, 5, ids.length]) {
      const prefix = { ids: ids.slice(0, cut) };
      const [scores] = await model.score(prefix, [{ prompt: ids.slice(cut), continuations }]);
      for (const [i, continuation] of continuations.entries()) {
        const expected = await directLogProbs(ids, continuation);
        expected.forEach((value, t) => {
          expect(scores![i]!.tokenLogProbs[t]).toBeCloseTo(value, 3);
        });
        expect(scores![i]!.logProb).toBeCloseTo(
          expected.reduce((a, b) => a + b),
          3,
        );
      }
    }
  });

  it('generates greedily, as a loop over full logits does', async () => {
    const ids = tokenizer.encode(PROMPT);
    const [generation] = await model.generate({ ids: ids.slice(0, 4) }, [ids.slice(4)], {
      maxNewTokens: 6,
      stopTokens: [],
    });
    const expected: number[] = [];
    for (let i = 0; i < 6; i++) {
      const [logits] = await model.logits([[...ids, ...expected]]);
      expected.push(argmax(logits!.slice(-model.vocabSize)));
    }
    expect(generation).toEqual({ ids: expected, stopReason: 'length' });
  });

  it('answers with the same numbers as scoring and generating apart', async () => {
    const ids = tokenizer.encode(PROMPT);
    const options = { maxNewTokens: 4, stopTokens: [] };
    const prefix = { ids: ids.slice(0, 4) };
    const requests = [ids.slice(4), ids.slice(4, -1)].map((prompt) => ({
      prompt,
      continuations: [' Paris', ' A'].map((text) => tokenizer.encode(text)),
    }));
    const answers = await model.answer(prefix, requests, options);
    expect(answers.map(({ scores }) => scores)).toEqual(await model.score(prefix, requests));
    const prompts = requests.map(({ prompt }) => prompt);
    expect(answers.map(({ generation }) => generation)).toEqual(
      await model.generate(prefix, prompts, options),
    );
  });

  it('stops at stop tokens, stop rules and the abort signal', async () => {
    const ids = tokenizer.encode(PROMPT);
    const run = (options: object) =>
      model.generate({ ids: [] }, [ids], { maxNewTokens: 5, stopTokens: [], ...options });
    const [free] = await run({});
    const [atToken] = await run({ stopTokens: [free!.ids[2]!] });
    expect(atToken).toEqual({ ids: free!.ids.slice(0, 2), stopReason: 'stop-token' });
    const [atRule] = await run({ shouldStop: (all: readonly number[]) => all.length === 2 });
    expect(atRule).toEqual({ ids: free!.ids.slice(0, 2), stopReason: 'stop-rule' });
    await expect(run({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('refuses soft prompts: its graph takes ids', async () => {
    const prefix = { ids: [], softPrompt: new Float32Array(128) };
    await expect(model.generate(prefix, [[1]], { maxNewTokens: 1, stopTokens: [] })).rejects.toMatchObject({
      code: 'hub.ort-soft-prompt',
    });
  });

  it('says that a file is no model', async () => {
    const files: ModelFiles = {
      size: async () => 4,
      read: async () => new Uint8Array([1, 2, 3, 4]),
    };
    await expect(float32Model(files, 'x.onnx')).rejects.toMatchObject({ code: 'onnx.not-onnx' });
  });
});

const FIXTURES = resolve('../shared/fixtures');
const folders = existsSync(FIXTURES)
  ? readdirSync(FIXTURES).filter((name) => existsSync(`${FIXTURES}/${name}/case.json`))
  : [];

/** Graphs whose inputs are the ones of a causal LM, in every dialect and precision. */
describe.runIf(folders.length > 0)('recorded cases', { timeout: 30_000 }, () => {
  const takesEmbeddings = 'ga-llama-embeds';
  it.each(folders.filter((name) => name !== takesEmbeddings))(
    '%s: logits of cached decoding',
    async (name) => {
      const folder = `${FIXTURES}/${name}`;
      const json = JSON.parse(readFileSync(`${folder}/case.json`, 'utf8')) as CaseJson;
      const truth = json.weight_only ?? json;
      const paths = [json.file, 'config.json'];
      for (const file of readdirSync(`${folder}/onnx`)) paths.push(`onnx/${file}`);
      const files = await Promise.all(
        [...new Set(paths)].map(async (path) => ({ path, blob: await openAsBlob(`${folder}/${path}`) })),
      );
      const reader = createModelReader(
        { kind: 'local', id: name, files },
        { site: createSite('http://localhost/') },
      );
      const config = JSON.parse(readFileSync(`${folder}/config.json`, 'utf8'));
      const { description } = await describeGraph(reader, json.file, config);
      const { headDim } = description;
      const lm = await loadOrtModel({ model: await float32Model(reader, json.file), headDim });
      expect(description.vocabSize || lm.vocabSize).toBe(lm.vocabSize);
      const prompt = integerRows(json.decode.prompt)[0]!;
      const recorded = floats(truth.decode.logits).subarray(0, lm.vocabSize);
      const [logits] = await lm.logits([prompt]);
      const last = logits!.slice(-lm.vocabSize);
      const largest = Math.max(...last.map((value, i) => Math.abs(value - recorded[i]!)));
      const fed = truth.decode.greedy_ids.slice(0, 3);
      const [scores] = await lm.score({ ids: prompt.slice(0, 3) }, [
        { prompt: prompt.slice(3), continuations: [fed] },
      ]);
      await lm.dispose();
      expect(largest).toBeLessThanOrEqual(json.tolerance.logits_abs);
      // The recorded tokens are the greedy ones, through a prefix, a prompt and single steps.
      expect(scores![0]!.greedy).toBe(true);
    },
  );
});
