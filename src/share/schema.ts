/**
 * What a result from outside (link or file) must look like before anything reads it.
 *
 * Every length is bounded and every key known; texts stay texts. Says nothing about truth: a link can be written
 * by hand, so the page shows it as somebody's result, with the configuration to run it again.
 */

import * as v from 'valibot';
import { wilson } from '../eval/metrics/wilson.ts';
import type { ExampleRecord, RunResult } from '../lab/types.ts';
import { condition, config, form, PLACEBOS, placebo } from './schema-config.ts';
import {
  check,
  count,
  dictionary,
  difference,
  list,
  name,
  number,
  seconds,
  sha256,
  share,
  splitHash,
  text,
} from './schema-values.ts';

export const model = v.strictObject({
  path: name,
  producer: name,
  opset: count,
  dialect: v.picklist(['decomposed', 'fused com.microsoft', 'fused standard', 'mixed']),
  architecture: name,
  dtype: name,
  parameters: count,
  layers: count,
  hiddenSize: count,
  vocabSize: count,
  attentionHeads: count,
  kvHeads: count,
  headDim: count,
  maxPositions: v.optional(count),
  fileBytes: count,
  cutValue: name,
  embeddingScale: number,
  fused: dictionary(count),
  onnxNodes: count,
});

/** Rate and interval follow from the counts: whatever stands there (JSON has no NaN, n = 0) is computed again. */
const rate = v.pipe(
  v.strictObject({ successes: count, n: count, rate: v.unknown(), low: v.unknown(), high: v.unknown() }),
  v.check(({ successes, n }) => successes <= n, 'more successes than items'),
  v.transform(({ successes, n }) => wilson(successes, n)),
);
export const metrics = v.strictObject({ exactMatch: rate, knowledge: rate, format: rate, shape: rate });

const selfCheck = v.strictObject({
  prompts: count,
  positions: count,
  maxAbsDifference: number,
  tolerance: number,
  argmaxAgreement: number,
  pieces: v.optional(count),
  widened: v.optional(v.boolean()),
  softPrompt: v.optional(v.boolean()),
});

const generation = v.strictObject({
  n: count,
  ends: v.strictObject({ 'stop-token': count, 'stop-rule': count, length: count }),
  looping: count,
});
const points = list(
  v.strictObject({ condition, step: count, metrics, generation: v.optional(generation), seconds }),
  5_000,
);
const losses = list(v.strictObject({ step: count, loss: number, gradientNorm: number, seconds }), 100_000);

const pairs = v.strictObject({ both: count, firstOnly: count, secondOnly: count, neither: count });
/** A condition or a placebo. */
export const side = v.picklist([
  'zero-shot',
  'few-shot',
  'soft-prompt',
  'placebo-wrong',
  'placebo-random',
  'placebo-wrong-slow',
  'placebo-random-slow',
]);
const analysis = v.strictObject({
  comparisons: list(
    v.strictObject({
      first: side,
      second: side,
      metric: v.picklist(['exactMatch', 'knowledge', 'format']),
      counts: pairs,
      low: difference,
      high: difference,
    }),
    100,
  ),
  drift: list(v.strictObject({ step: count, counts: pairs }), 2_000),
  scoring: list(
    v.strictObject({
      condition,
      step: count,
      rates: dictionary(rate),
      ties: v.nullable(count),
      probabilityMass: v.nullable(number),
      zero: v.optional(
        v.strictObject({
          code: v.picklist(['eval.zero-format', 'eval.zero-knowledge', 'eval.zero-both']),
          params: v.strictObject({ reason: text, count, n: count, known: count }),
        }),
      ),
    }),
    3,
  ),
  saturation: v.optional(
    v.strictObject({
      low: v.nullable(count),
      high: v.nullable(count),
      never: share,
      replicates: count,
      n: count,
    }),
  ),
});

const judged = v.pipe(
  v.strictObject({
    n: count,
    ruleYes: count,
    bothYes: count,
    ruleOnly: count,
    judgeOnly: count,
    bothNo: count,
    unparsable: count,
    failed: count,
    unscoredMisses: count,
  }),
  v.check(
    ({ n, ruleYes, judgeOnly, unscoredMisses }) => ruleYes + judgeOnly + unscoredMisses <= n,
    'more verdicts than items',
  ),
);
const judge = v.strictObject({
  kind: v.picklist(['endpoint', 'page']),
  model: name,
  promptVersion: name,
  scope: v.picklist(['misses', 'all']),
  conditions: list(
    v.strictObject({
      condition,
      step: count,
      knowledge: v.optional(judged),
      format: v.optional(judged),
    }),
    3,
  ),
  usage: v.strictObject({
    requests: count,
    cached: count,
    promptTokens: v.nullable(count),
    completionTokens: v.nullable(count),
  }),
});

const backend = v.picklist(['webgpu', 'onnxruntime-wasm']);

/** A result without its soft prompt, which travels in files only and in a form of its own. */
const resultSchema = v.strictObject({
  schemaVersion: v.literal(1),
  startedAt: name,
  config,
  model,
  hashes: v.strictObject({
    model: list(v.strictObject({ path: name, sha256 }), 500),
    train: splitHash,
    test: splitHash,
  }),
  counts: v.strictObject({
    train: count,
    test: count,
    evaluated: count,
    rejectedRows: count,
    duplicates: v.optional(count),
  }),
  versions: dictionary(name),
  adapter: name,
  backend,
  evaluation: v.optional(
    v.strictObject({ backend, trial: v.nullable(v.strictObject({ webgpu: seconds, wasm: seconds })) }),
  ),
  selfCheck: v.nullable(selfCheck),
  selfCheckSkipped: v.optional(v.strictObject({ code: name, params: dictionary(name), detail: text })),
  points,
  losses,
  saturationStep: v.nullable(count),
  cost: v.strictObject({
    softPromptParameters: count,
    modelParameters: count,
    secondsPerStep: seconds,
    totalSeconds: seconds,
    peakGpuBytes: count,
  }),
  analysis: v.optional(analysis),
  controls: v.optional(
    list(v.strictObject({ control: placebo, train: count, points, losses }), PLACEBOS.length),
  ),
  judge: v.optional(judge),
});

export const verdict = v.strictObject({
  itemId: name,
  exactMatch: v.boolean(),
  knowledge: v.boolean(),
  format: v.boolean(),
  shape: v.boolean(),
  outcome: v.picklist(['correct', 'uncaptured', 'wrong']),
  output: text,
  answerLine: text,
  optionLogProbs: v.optional(list(number, 1_000)),
  unconditionalLogProbs: v.optional(list(number, 1_000)),
  reasons: list(name, 100),
  generation: v.optional(
    v.strictObject({ end: v.picklist(['stop-token', 'stop-rule', 'length']), looping: v.boolean() }),
  ),
});

/** What a judge model needs of an item. */
const judgedItem = v.strictObject({
  task: v.picklist(['closed', 'open']),
  question: text,
  context: v.optional(text),
  options: v.optional(list(text, 1_000)),
  accepted: list(text, 10_000),
  form: v.optional(form),
  language: v.optional(v.picklist(['en', 'de'])),
});

const examplesSchema = list(
  v.strictObject({
    itemId: name,
    prompt: text,
    answer: text,
    item: v.optional(judgedItem),
    verdicts: v.strictObject({
      'zero-shot': v.optional(verdict),
      'few-shot': v.optional(verdict),
      'soft-prompt': v.optional(verdict),
    }),
  }),
  // A whole test split: files carry every item; links are bounded by their size.
  500_000,
);

/** A RunResult as it travels: everything but the soft prompt. */
export type PlainResult = Omit<RunResult, 'softPrompt'>;

type Schema = v.InferOutput<typeof resultSchema>;
// A field added to the contract and not here would be lost in every link: these lines then fail to compile.
export type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
export type Bare<T> = T extends object ? { -readonly [K in keyof T]-?: Bare<Exclude<T[K], undefined>> } : T;
true satisfies Same<Bare<Schema>, Bare<PlainResult>>;

/** Errors: share.schema, with the first field that does not fit. */
export function checkResult(value: unknown): PlainResult {
  const result = check(resultSchema, value);
  return { ...result, model: { ...result.model, maxPositions: result.model.maxPositions } };
}

/** Errors: share.schema. */
export function checkExamples(value: unknown): ExampleRecord[] {
  return check(examplesSchema, value) as ExampleRecord[];
}
