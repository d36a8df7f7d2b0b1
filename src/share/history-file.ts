/**
 * Entries of the history as a JSON file and back: runs and studies whole, with every verdict and, for studies that are
 * not at their end, the state of the tuning, so that another browser can go on with the same numbers.
 */

import * as v from 'valibot';
import type { KeptTuning } from '../lab/journal.ts';
import type { KeptEntry, KeptRun, KeptStudy, KeptStudyRun } from '../lab/study/kept.ts';
import { LabError } from '../lib/errors.ts';
import { resultFromJson, resultToJson } from './json-file.ts';
import { checkResult, side, verdict } from './schema.ts';
import { placebo } from './schema-config.ts';
import { check, count, list, name, number, seconds, splitHash } from './schema-values.ts';
import { checkStudy, fileHashes, modelState, studyConfig } from './study-schema.ts';

const FORMAT = 'soft-prompt-lab/history';
const SCHEMA_VERSION = 1;
/** 512 MiB of text; more would not fit a string of some browsers. */
const MAX_CHARACTERS = 512 * 1024 * 1024;

function toBase64(values: Float64Array): string {
  const bytes = new Uint8Array(values.length * 8);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => {
    view.setFloat64(i * 8, value, true);
  });
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Little-endian float64 values in base64. */
const float64 = v.pipe(
  v.string(),
  v.maxLength(64 * 1024 * 1024),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      const bytes = Uint8Array.from(atob(dataset.value), (character) => character.charCodeAt(0));
      const view = new DataView(bytes.buffer);
      if (bytes.length % 8 === 0) {
        return Float64Array.from({ length: bytes.length / 8 }, (_, i) => view.getFloat64(i * 8, true));
      }
    } catch {
      // Not base64: an issue like a length that does not fit.
    }
    addIssue({ message: 'no float64 values in base64' });
    return NEVER;
  }),
);

const source = v.variant('kind', [
  v.strictObject({ kind: v.picklist(['embedded', 'local']), id: name }),
  v.strictObject({ kind: v.literal('hub'), id: name, revision: name }),
]);

/** Rows with whole documents in them are read, so they are brought back as well. */
const long = v.pipe(v.string(), v.maxLength(16_000_000));

/** What evaluation needs of an item; what else a row brought stays as it is. */
const item = v.looseObject({
  id: name,
  task: v.picklist(['closed', 'open']),
  question: long,
  options: v.optional(list(long, 1_000)),
  goldIndex: v.optional(count),
  answer: long,
  accepted: list(long, 10_000),
  prompt: long,
});

const benchmark = v.looseObject({
  name,
  task: v.picklist(['closed', 'open']),
  train: list(item, 2_000_000),
  test: list(item, 2_000_000),
  split: v.variant('kind', [
    v.strictObject({ kind: v.literal('files') }),
    v.strictObject({ kind: v.literal('seeded'), seed: number, testShare: number }),
  ]),
  rejected: list(
    v.looseObject({ file: name, line: count, code: name, params: v.record(name, v.unknown()) }),
    2_000_000,
  ),
  hashes: v.strictObject({ train: splitHash, test: splitHash }),
});

const lossPoint = v.strictObject({ step: count, loss: number, gradientNorm: number, seconds });
const tuning = v.strictObject({
  tuner: v.strictObject({
    step: count,
    parameters: float64,
    optimizer: v.strictObject({ steps: count, moments: list(float64, 10) }),
  }),
  losses: list(lossPoint, 100_000),
});

const studyRun = v.strictObject({
  model: count,
  seed: v.pipe(v.number(), v.safeInteger()),
  result: v.nullable(v.unknown()),
  tuning: v.nullable(tuning),
  placebos: v.optional(list(v.strictObject({ placebo, tuning }), 4)),
  parts: list(
    v.strictObject({
      condition: side,
      step: count,
      index: count,
      part: v.strictObject({ verdicts: list(verdict, 10_000), seconds }),
    }),
    1_000_000,
  ),
});

const study = v.pipe(
  v.strictObject({
    kind: v.literal('study'),
    name,
    createdAt: name,
    config: studyConfig,
    sources: list(source, 200),
    states: list(modelState, 200),
    files: list(v.nullable(fileHashes), 200),
    benchmark,
    runs: list(studyRun, 20_000),
    result: v.nullable(v.unknown()),
  }),
  v.check(({ config, sources, states, files }) => {
    const { length } = config.models;
    return sources.length === length && states.length === length && files.length === length;
  }, 'one entry a model'),
);

const run = v.strictObject({
  kind: v.literal('run'),
  name,
  createdAt: name,
  file: v.record(v.string(), v.unknown()),
});

function packTuning({ tuner, losses }: KeptTuning): unknown {
  const { step, parameters, optimizer } = tuner;
  const moments = optimizer.moments.map(toBase64);
  return { tuner: { step, parameters: toBase64(parameters), optimizer: { ...optimizer, moments } }, losses };
}

function packEntry(entry: KeptEntry): unknown {
  if (entry.kind === 'run') {
    const { result, examples, ...rest } = entry;
    return { ...rest, file: JSON.parse(resultToJson(result, examples)) };
  }
  return {
    ...entry,
    runs: entry.runs.map(({ tuning, placebos = [], ...one }) => ({
      ...one,
      tuning: tuning && packTuning(tuning),
      ...(placebos.length > 0
        ? { placebos: placebos.map(({ placebo, tuning: own }) => ({ placebo, tuning: packTuning(own) })) }
        : {}),
    })),
  };
}

function unpackRun(value: unknown): KeptRun {
  const { file, ...rest } = check(run, value);
  const { result, examples } = resultFromJson(JSON.stringify(file));
  return { ...rest, result, examples };
}

function unpackStudy(value: unknown): KeptStudy {
  const packed = check(study, value);
  return {
    ...(packed as unknown as KeptStudy),
    runs: packed.runs.map((one) => ({
      ...(one as KeptStudyRun),
      result: one.result === null ? null : checkResult(one.result),
    })),
    result: packed.result === null ? null : checkStudy(packed.result),
  };
}

export function historyToJson(entries: readonly KeptEntry[]): string {
  const file = { format: FORMAT, schemaVersion: SCHEMA_VERSION, entries: entries.map(packEntry) };
  return `${JSON.stringify(file)}\n`;
}

/** A cheap look at a file's beginning. */
export function looksLikeHistoryJson(beginning: string): boolean {
  return /^\uFEFF?\s*\{\s*"format"\s*:\s*"soft-prompt-lab\/history"/.test(beginning);
}

/** Errors: share.notAResult, share.unknownVersion, share.schema, share.tooLarge. */
export function historyFromJson(json: string): KeptEntry[] {
  if (json.length > MAX_CHARACTERS) throw new LabError('share.tooLarge', { limit: MAX_CHARACTERS });
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new LabError('share.notAResult', {}, { cause });
  }
  const { format, schemaVersion, entries } = (value ?? {}) as Record<string, unknown>;
  if (format !== FORMAT) throw new LabError('share.notAResult');
  if (schemaVersion !== SCHEMA_VERSION) {
    const version = String(schemaVersion).slice(0, 20);
    throw new LabError('share.unknownVersion', { version, newest: SCHEMA_VERSION });
  }
  return check(list(v.looseObject({ kind: v.picklist(['run', 'study']) }), 10_000), entries).map((entry) =>
    entry.kind === 'run' ? unpackRun(entry) : unpackStudy(entry),
  );
}
