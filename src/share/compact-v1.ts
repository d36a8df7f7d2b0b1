/**
 * Version 1 of what a link carries: a RunResult as nested rows. Frozen: links made with it must open for ever, so
 * a changed result gets a version 2 beside this file.
 *
 * Kept exactly: configuration, model, hashes, counts, versions, every success count. Rates and intervals follow
 * from the counts and are computed again (schema.ts). Rounded: the loss column to 6 digits of its largest value,
 * gradient norms to 3, seconds per step to 2; other times to 3 significant digits, log-likelihoods to 5, the
 * self-check differences to 3 and agreement to 6. Left out: the soft prompt.
 */

import type { ExampleRecord, SelfCheck } from '../lab/types.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { fromRow, rounded, toRow } from './columns.ts';
import { packLosses, packPoints, unpackLosses, unpackPoints } from './compact-curves.ts';
import { packExample, unpackExample } from './compact-examples.ts';
import { malformed, rows } from './compact-rows.ts';
import { checkExamples, checkResult, type PlainResult } from './schema.ts';

const CONFIG = [
  'modelId',
  'modelFile',
  'benchmarkName',
  'task',
  'conditions',
  'fewShotCount',
  'evalSteps',
  'itemLimit',
  'tuning',
  'maxNewTokens',
  'useChatTemplate',
  'seed',
] as const;
const TUNING = [
  'numVirtualTokens',
  'steps',
  'batchSize',
  'optimizer',
  'learningRate',
  'schedule',
  'init',
  'initText',
  'clipNorm',
] as const;
const MODEL = [
  'path',
  'producer',
  'opset',
  'dialect',
  'architecture',
  'dtype',
  'parameters',
  'layers',
  'hiddenSize',
  'vocabSize',
  'attentionHeads',
  'kvHeads',
  'headDim',
  'maxPositions',
  'fileBytes',
  'cutValue',
  'embeddingScale',
  'fused',
  'onnxNodes',
] as const;
const COUNTS = ['train', 'test', 'evaluated', 'rejectedRows'] as const;
const SELF_CHECK = ['prompts', 'positions', 'maxAbsDifference', 'tolerance', 'argmaxAgreement'] as const;
const COST = [
  'softPromptParameters',
  'modelParameters',
  'secondsPerStep',
  'totalSeconds',
  'peakGpuBytes',
] as const;

/** Order of the outer row. */
const RESULT = [
  'startedAt',
  'config',
  'model',
  'hashes',
  'counts',
  'versions',
  'adapter',
  'backend',
  'selfCheck',
  'points',
  'losses',
  'saturationStep',
  'cost',
  'examples',
] as const;

function row<K extends string>(
  value: unknown,
  fields: readonly K[],
  field: string,
  optional: readonly K[] = [],
) {
  return fromRow(value, fields, optional) ?? malformed(field);
}

/** Hashes in hexadecimal (joined by plus signs) in base64url, a third shorter. */
const hexToText = (hashes: string) =>
  hashes
    .split('+')
    .map((hex) => toBase64Url(Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))))
    .join('+');

function textToHex(text: unknown): string {
  if (typeof text !== 'string') return malformed('hashes');
  const hashes = text.split('+').map((part) => fromBase64Url(part) ?? malformed('hashes'));
  return hashes
    .map((bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''))
    .join('+');
}

function packSelfCheck(check: SelfCheck): unknown[] {
  const { maxAbsDifference, tolerance, argmaxAgreement } = check;
  const near = {
    maxAbsDifference: rounded(maxAbsDifference, 3),
    tolerance: rounded(tolerance, 3),
    argmaxAgreement: rounded(argmaxAgreement, 6),
  };
  return toRow({ ...check, ...near }, SELF_CHECK);
}

/** The JSON value of a link, version 1. */
export function packV1(result: PlainResult, examples: readonly ExampleRecord[]): unknown {
  const { config, hashes } = result;
  return [
    result.startedAt,
    toRow({ ...config, tuning: toRow(config.tuning, TUNING) }, CONFIG),
    toRow(result.model, MODEL),
    [
      hashes.model.map(({ path, sha256 }) => [path, hexToText(sha256)]),
      hexToText(hashes.train),
      hexToText(hashes.test),
    ],
    toRow(result.counts, COUNTS),
    result.versions,
    result.adapter,
    result.backend,
    result.selfCheck && packSelfCheck(result.selfCheck),
    packPoints(result.points),
    packLosses(result.losses),
    result.saturationStep,
    toRow(
      {
        ...result.cost,
        secondsPerStep: rounded(result.cost.secondsPerStep, 3),
        totalSeconds: rounded(result.cost.totalSeconds, 3),
      },
      COST,
    ),
    examples.map(packExample),
  ];
}

/** Errors: share.schema. */
export function unpackV1(value: unknown): { result: PlainResult; examples: ExampleRecord[] } {
  const outer = row(value, RESULT, '');
  const config = row(outer.config, CONFIG, 'config');
  const [model, train, test] = rows(outer.hashes, 'hashes');
  const { examples, ...rest } = outer;
  const result = checkResult({
    ...rest,
    schemaVersion: 1,
    config: { ...config, tuning: row(config.tuning, TUNING, 'config.tuning') },
    model: row(outer.model, MODEL, 'model', ['maxPositions']),
    hashes: {
      model: rows(model, 'hashes').map((entry) => {
        const [path, sha256] = rows(entry, 'hashes');
        return { path, sha256: textToHex(sha256) };
      }),
      train: textToHex(train),
      test: textToHex(test),
    },
    counts: row(outer.counts, COUNTS, 'counts'),
    selfCheck: outer.selfCheck === null ? null : row(outer.selfCheck, SELF_CHECK, 'selfCheck'),
    points: unpackPoints(outer.points),
    losses: unpackLosses(outer.losses),
    cost: row(outer.cost, COST, 'cost'),
  });
  return { result, examples: checkExamples(rows(examples, 'examples').map(unpackExample)) };
}
