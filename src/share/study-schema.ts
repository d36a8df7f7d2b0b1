/** What a study's result from outside (link or file) must look like before anything reads it; as schema.ts for runs. */

import * as v from 'valibot';
import type { StudyConfig, StudyResult } from '../lab/study/types.ts';
import { type Bare, metrics, model, type Same, side } from './schema.ts';
import { condition, tuning } from './schema-config.ts';
import {
  check,
  count,
  dictionary,
  list,
  name,
  number,
  seconds,
  sha256,
  splitHash,
  text,
} from './schema-values.ts';

const role = v.picklist(['base', 'post-trained']);
const metric = v.picklist(['exactMatch', 'knowledge']);
const integer = v.pipe(v.number(), v.safeInteger());
const share = v.pipe(v.number(), v.minValue(-1), v.maxValue(1));
/** More models than a page could show, and pairs of them. */
const MODELS = 200;
const PAIRS = (MODELS * (MODELS - 1)) / 2;

export const studyConfig = v.strictObject({
  benchmarkName: name,
  task: v.picklist(['closed', 'open']),
  models: list(
    v.strictObject({ id: name, file: name, role, family: name, useChatTemplate: v.boolean() }),
    MODELS,
  ),
  conditions: list(side, 10),
  seeds: list(integer, 100),
  itemSeed: integer,
  itemLimit: count,
  fewShotCount: count,
  evalSteps: list(count, 2_000),
  tuning,
  maxNewTokens: count,
});

export const errorData = v.strictObject({
  code: name,
  params: v.pipe(
    v.record(name, v.union([text, number, v.boolean(), list(v.union([name, number]), 1_000)])),
    v.check((entries) => Object.keys(entries).length <= 50),
  ),
  detail: v.optional(text),
});

export const modelState = v.strictObject({
  status: v.picklist(['waiting', 'running', 'done', 'skipped', 'failed']),
  error: v.optional(errorData),
});

export const fileHashes = list(v.strictObject({ path: name, sha256 }), 500);
const modelIndex = v.pipe(count, v.maxValue(MODELS - 1));
const gap = { difference: share, low: share, high: share };
const perFamily = <S extends v.GenericSchema>(item: S) => list(item, MODELS);

const analysis = v.strictObject({
  families: perFamily(v.strictObject({ name, base: modelIndex, postTrained: modelIndex })),
  rankings: list(
    v.strictObject({
      role,
      condition: side,
      metric,
      scores: perFamily(share),
      ranks: perFamily(number),
      compression: v.strictObject({
        ties: perFamily(perFamily(modelIndex)),
        likeZero: perFamily(modelIndex),
        unresolved: list(v.strictTuple([modelIndex, modelIndex]), PAIRS),
        pairs: count,
        compressed: v.boolean(),
      }),
    }),
    100,
  ),
  agreements: list(
    v.strictObject({
      condition: side,
      metric,
      reference: condition,
      distance: seconds,
      low: seconds,
      high: seconds,
      alphabetical: seconds,
      bestNamed: share,
    }),
    200,
  ),
  gaps: list(
    v.strictObject({
      condition: side,
      pairs: perFamily(v.strictObject({ ...gap, p: share })),
      mean: v.strictObject(gap),
    }),
    10,
  ),
});

const studySchema = v.pipe(
  v.strictObject({
    schemaVersion: v.literal(1),
    startedAt: name,
    finishedAt: name,
    config: studyConfig,
    hashes: v.strictObject({ train: splitHash, test: splitHash }),
    counts: v.strictObject({ train: count, test: count, evaluated: count, rejectedRows: count }),
    versions: dictionary(name),
    models: list(
      v.strictObject({
        state: modelState,
        description: v.nullable(model),
        hashes: fileHashes,
        adapter: name,
        backend: v.nullable(v.picklist(['webgpu', 'onnxruntime-wasm'])),
        seconds,
        secondsPerStep: seconds,
        peakGpuBytes: count,
      }),
      MODELS,
    ),
    cells: list(
      v.strictObject({
        model: modelIndex,
        condition: side,
        step: count,
        seeds: list(integer, 100),
        metrics: list(metrics, 100),
      }),
      MODELS * 10,
    ),
    analysis,
  }),
  // What reads a result looks models and families up by index: none may point beside the lists.
  v.check(({ config, models }) => models.length === config.models.length, 'one entry a model'),
  v.check(
    ({ config, cells }) =>
      cells.every((cell) => cell.model < config.models.length && cell.seeds.length === cell.metrics.length),
    'cells of models and seeds that are there',
  ),
  v.check(({ config, analysis: { families, rankings, gaps } }) => {
    const known = (index: number) => index < config.models.length;
    const own = (index: number) => index < families.length;
    const each = (values: readonly unknown[]) => values.length === families.length;
    return (
      families.every(({ base, postTrained }) => known(base) && known(postTrained)) &&
      rankings.every(
        ({ scores, ranks, compression: { ties, likeZero, unresolved } }) =>
          each(scores) && each(ranks) && [...ties, likeZero, ...unresolved].every((list) => list.every(own)),
      ) &&
      gaps.every(({ pairs }) => each(pairs))
    );
  }, 'rankings of families that are there'),
);

type Schema = v.InferOutput<typeof studySchema>;
true satisfies Same<Bare<Schema>, Bare<StudyResult>>;
true satisfies Same<Bare<v.InferOutput<typeof studyConfig>>, Bare<StudyConfig>>;

/** Errors: share.schema, with the first field that does not fit. */
export function checkStudy(value: unknown): StudyResult {
  return check(studySchema, value) as StudyResult;
}
