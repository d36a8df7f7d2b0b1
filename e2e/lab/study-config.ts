/**
 * The file of `study --config`: models, benchmark and settings in one JSON object. All keys are optional; without
 * models the study is on the embedded family.
 */

import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import * as v from 'valibot';
import { STUDY_CONDITIONS } from '../../src/store/study-setup.ts';
import type { AutomationStudy } from '../../src/worker/automation.ts';
import { type BenchmarkFile, benchmarkFiles, serveBenchmark } from './benchmark.ts';
import type { LabBrowser } from './browser.ts';
import { type NamedModel, nameModel, toAutomation } from './model.ts';
import { given } from './options.ts';
import { UsageError } from './usage.ts';

const count = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least));
const text = v.pipe(v.string(), v.minLength(1));

const modelSchema = v.union([
  text,
  v.strictObject({
    /** Folder, embedded id or hub id, as `run --model`. */
    model: text,
    file: v.optional(text),
    role: v.optional(v.picklist(['base', 'post-trained'])),
    /** Models of one family are a base and its post-trained version. */
    family: v.optional(v.string()),
    chatTemplate: v.optional(v.boolean()),
  }),
]);

const schema = v.strictObject({
  models: v.optional(v.pipe(v.array(modelSchema), v.minLength(1))),
  task: v.optional(v.picklist(['closed', 'open'])),
  train: v.optional(text),
  test: v.optional(text),
  /** As `run --prompt` and, where false, `run --no-labels`. */
  prompt: v.optional(count(1)),
  /** As `run --language`. */
  language: v.optional(v.picklist(['en', 'de'])),
  labels: v.optional(v.boolean()),
  conditions: v.optional(v.pipe(v.array(v.picklist(STUDY_CONDITIONS)), v.minLength(1))),
  seeds: v.optional(v.pipe(v.array(v.pipe(v.number(), v.safeInteger())), v.minLength(1))),
  itemSeed: v.optional(v.pipe(v.number(), v.safeInteger())),
  items: v.optional(count(0)),
  fewShot: v.optional(count(0)),
  steps: v.optional(count(1)),
  batch: v.optional(count(1)),
  tokens: v.optional(count(1)),
  learningRate: v.optional(v.pipe(v.number(), v.gtValue(0))),
  optimizer: v.optional(v.picklist(['adam', 'adamw', 'adafactor'])),
  schedule: v.optional(v.picklist(['constant', 'linear', 'cosine'])),
  clipNorm: v.optional(v.pipe(v.number(), v.minValue(0))),
  evalSteps: v.optional(v.array(count(0))),
});

export type StudyFile = v.InferOutput<typeof schema>;

interface NamedStudyModel {
  readonly model: NamedModel;
  readonly file: string | undefined;
  readonly known: NonNullable<AutomationStudy['models']>[number]['known'];
}

/** What the file means, with names resolved before a browser starts. */
export interface ReadStudy {
  readonly models: readonly NamedStudyModel[] | undefined;
  readonly files: readonly BenchmarkFile[];
  readonly config: StudyFile;
}

/** Paths in the file are meant from the file's own folder. Throws UsageError. */
export function readStudyFile(path: string): ReadStudy {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new UsageError(`${basename(path)} is no JSON: ${(cause as Error).message}`);
  }
  return toStudy(value, dirname(path), basename(path));
}

/** Throws UsageError that names the first key that does not fit. */
export function toStudy(value: unknown, folder: string, name: string): ReadStudy {
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new UsageError(`${name}: "${v.getDotPath(issue) ?? ''}": ${issue.message}`);
  }
  const config = parsed.output;
  if (config.task !== undefined && (config.train ?? config.test) !== undefined) {
    throw new UsageError(`${name}: "task" chooses an embedded benchmark; your files say their own task.`);
  }
  const models = config.models?.map((entry): NamedStudyModel => {
    const { model, file, role, family, chatTemplate } = typeof entry === 'string' ? { model: entry } : entry;
    const known = given({ role, family, useChatTemplate: chatTemplate });
    return { model: nameModel(model, folder), file, known };
  });
  const files = benchmarkFiles(folder, config, config.labels ?? true);
  if (config.prompt !== undefined && files.length === 0) {
    throw new UsageError(
      `${name}: "prompt" chooses among the prompts of a file; name it as "train" or "test".`,
    );
  }
  if (config.language !== undefined && files.length === 0) {
    throw new UsageError(`${name}: "language" is that of a file; name it as "train" or "test".`);
  }
  return { models, files, config };
}

/** The study as the page's automation takes it. */
export function toRequest({ models, files, config }: ReadStudy, lab: LabBrowser): AutomationStudy {
  const promptIndex = config.prompt === undefined ? undefined : config.prompt - 1;
  return {
    ...given({ task: config.task, promptIndex, language: config.language }),
    ...(files.length > 0 ? { files: serveBenchmark(files, lab) } : {}),
    ...(models
      ? {
          models: models.map(({ model, file, known }) => ({
            model: toAutomation(model, lab),
            known,
            ...given({ file }),
          })),
        }
      : {}),
    settings: {
      ...given({
        conditions: config.conditions,
        seeds: config.seeds,
        itemSeed: config.itemSeed,
        itemLimit: config.items,
        fewShotCount: config.fewShot,
        evalSteps: config.evalSteps,
      }),
      tuning: given({
        steps: config.steps,
        batchSize: config.batch,
        numVirtualTokens: config.tokens,
        learningRate: config.learningRate,
        optimizer: config.optimizer,
        schedule: config.schedule,
        clipNorm: config.clipNorm,
      }),
    },
  };
}
