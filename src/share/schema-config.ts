/** What the configuration of a run from outside must look like: conditions, tuning, placebos, prompts, data decisions. */

import * as v from 'valibot';
import { count, list, name, number, share, text } from './schema-values.ts';

export const condition = v.picklist(['zero-shot', 'few-shot', 'soft-prompt']);

export const tuning = v.strictObject({
  numVirtualTokens: count,
  steps: count,
  batchSize: count,
  optimizer: v.picklist(['adam', 'adamw', 'adafactor']),
  learningRate: number,
  schedule: v.picklist(['constant', 'linear', 'cosine']),
  init: v.picklist(['sample-vocab', 'random', 'text']),
  initText: text,
  clipNorm: number,
});

export const PLACEBOS = ['wrong', 'random', 'wrong-slow', 'random-slow'] as const;
export const placebo = v.picklist(PLACEBOS);

export const form = v.variant('kind', [
  v.strictObject({ kind: v.literal('hash') }),
  v.strictObject({ kind: v.literal('boxed') }),
  v.strictObject({ kind: v.literal('letter') }),
  v.strictObject({ kind: v.literal('phrase'), maxWords: count }),
  v.strictObject({ kind: v.literal('json'), key: name }),
  v.strictObject({ kind: v.literal('regex'), pattern: name, template: name }),
]);
const prompt = v.strictObject({
  template: v.optional(text),
  statesFormat: v.boolean(),
  form: v.optional(form),
});
const fields = v.strictObject({
  question: name,
  options: v.optional(name),
  answer: name,
  prompt: v.optional(name),
  kind: v.optional(name),
  base: v.optional(v.picklist([0, 1])),
  lines: v.optional(v.picklist(['first', 'last', 'joined', 'json'])),
  promptIndex: v.optional(count),
  language: v.optional(v.picklist(['en', 'de'])),
});
const data = v.strictObject({
  mapping: v.optional(fields),
  split: v.optional(v.strictObject({ seed: v.pipe(v.number(), v.safeInteger()), testShare: share })),
});

export const config = v.strictObject({
  modelId: name,
  modelFile: name,
  benchmarkName: name,
  task: v.picklist(['closed', 'open']),
  conditions: list(condition, 3),
  fewShotCount: count,
  evalSteps: list(count, 2_000),
  itemLimit: count,
  tuning,
  maxNewTokens: count,
  useChatTemplate: v.boolean(),
  prompt: v.optional(prompt),
  fewShotPerItem: v.optional(v.boolean()),
  controls: v.optional(list(placebo, PLACEBOS.length)),
  data: v.optional(data),
  seed: v.pipe(v.number(), v.safeInteger()),
});
