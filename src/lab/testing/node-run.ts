/**
 * Real parts for tests of runs in Node: an embedded model by onnxruntime's wasm, an embedded benchmark from disk.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { InferenceModel } from '../../engine/model/types.ts';
import { buildBenchmark, recogniseText } from '../../eval/index.ts';
import type { Benchmark, Task } from '../../eval/types.ts';
import { openModel } from '../../hub/open-model.ts';
import { loadOrtModel } from '../../hub/ort.ts';
import { float32Model } from '../../hub/ort-graph.ts';
import { createSite } from '../../hub/site.ts';
import type { ModelSource } from '../../worker/protocol.ts';
import type { RunFacts } from '../run-deps.ts';
import type { LabTokenizer } from '../tokenizer.ts';
import { DEFAULT_TUNING, type RunConfig } from '../types.ts';

const FILES = ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json'];
const ONNX = 'onnx/model_fp16.onnx';

/** An embedded model as if its folder had been dropped: no server needed. */
export function embeddedSource(id: string): ModelSource {
  const folder = resolve('public/models', id);
  return {
    kind: 'local',
    id,
    files: [...FILES, ONNX].map((path) => ({ path, blob: new Blob([readFileSync(`${folder}/${path}`)]) })),
  };
}

export async function openForNode(
  id: string,
): Promise<{ readonly model: InferenceModel; readonly tokenizer: LabTokenizer }> {
  const opened = await openModel(embeddedSource(id), ONNX, { site: createSite('http://localhost/') });
  const model = await loadOrtModel({ model: await float32Model(opened.files, ONNX), headDim: 0 });
  return { model, tokenizer: opened.tokenizer };
}

export function microBenchmark(task: Task): Benchmark {
  const files = (['train', 'test'] as const).map((split) => {
    const file = `${task}_${split}.jsonl`;
    const text = readFileSync(resolve('public/benchmarks/micro', file), 'utf8');
    return {
      recognised: recogniseText(file, text),
      role: split,
      hash: createHash('sha256').update(text).digest('hex'),
    };
  });
  return buildBenchmark(`micro ${task}`, files, { seed: 1 });
}

export function runConfig(changes: Partial<RunConfig> = {}): RunConfig {
  return {
    modelId: 'micro/m1-base',
    modelFile: ONNX,
    benchmarkName: 'micro',
    task: 'closed',
    conditions: ['zero-shot', 'few-shot'],
    fewShotCount: 3,
    evalSteps: [],
    itemLimit: 0,
    tuning: DEFAULT_TUNING,
    maxNewTokens: 0,
    useChatTemplate: false,
    seed: 1,
    ...changes,
  };
}

export const testFacts: RunFacts = {
  startedAt: '2026-01-01T00:00:00.000Z',
  model: {
    path: ONNX,
    producer: 'test',
    opset: 18,
    dialect: 'decomposed',
    architecture: 'llama',
    dtype: 'fp16',
    parameters: 721_792,
    layers: 3,
    hiddenSize: 128,
    vocabSize: 1024,
    attentionHeads: 4,
    kvHeads: 2,
    headDim: 32,
    maxPositions: 512,
    fileBytes: 0,
    cutValue: '',
    embeddingScale: 1,
    fused: {},
    onnxNodes: 0,
  },
  maxPositions: 512,
  modelHashes: [],
  versions: {},
  adapter: 'none',
  selfCheck: null,
};
