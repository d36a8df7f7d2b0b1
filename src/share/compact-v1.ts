/**
 * Version 1 of what a link carries: a RunResult as nested rows. Frozen: links made with it must open for ever, so
 * a changed result gets a version 2 beside this file.
 *
 * Kept exactly: configuration, model, hashes, counts, versions, every success count. Rates and intervals follow
 * from the counts and are computed again (schema.ts). Rounded: the loss column to 6 digits of its largest value,
 * gradient norms to 3, seconds per step to 2; other times to 3 significant digits, log-likelihoods to 5, the
 * self-check differences to 3 and agreement to 6. Left out: the soft prompt.
 */

import type { Condition, Metrics, Outcome, Verdict } from '../eval/types.ts';
import type { EvalPoint, ExampleRecord, LossPoint, SelfCheck } from '../lab/types.ts';
import { LabError } from '../lib/errors.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import {
  fromDifferences,
  fromFixedColumn,
  fromRow,
  rounded,
  toDifferences,
  toFixedColumn,
  toRow,
} from './columns.ts';
import { checkExamples, checkResult, type PlainResult } from './schema.ts';

const CONDITIONS: readonly Condition[] = ['zero-shot', 'few-shot', 'soft-prompt'];
const OUTCOMES: readonly Outcome[] = ['correct', 'uncaptured', 'wrong'];
const METRICS = ['exactMatch', 'knowledge', 'format', 'shape'] as const;
const FLAGS = ['exactMatch', 'knowledge', 'format', 'shape'] as const;

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

function malformed(field: string): never {
  throw new LabError('share.schema', { field, reason: 'unexpected layout' });
}

export function rows(value: unknown, field: string): unknown[] {
  return Array.isArray(value) ? value : malformed(field);
}

export function numbers(value: unknown, field: string): number[] {
  const list = rows(value, field);
  return list.every((entry) => typeof entry === 'number') ? (list as number[]) : malformed(field);
}

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

/** Columns: condition, step, seconds, the four success counts, the four n (one number where all are equal). */
export function packPoints(points: readonly EvalPoint[]): unknown[] {
  const totals = METRICS.map((metric) => points.map((point) => point.metrics[metric].n));
  const first = totals[0]?.[0] ?? 0;
  const same = totals.every((column) => column.every((n) => n === first));
  return [
    points.map((point) => CONDITIONS.indexOf(point.condition)),
    points.map((point) => point.step),
    points.map((point) => rounded(point.seconds, 3)),
    METRICS.map((metric) => points.map((point) => point.metrics[metric].successes)),
    same ? first : totals,
  ];
}

export function unpackPoints(value: unknown): unknown[] {
  const [conditions, steps, seconds, successes, totals] = rows(value, 'points');
  const stepColumn = numbers(steps, 'points.step');
  const secondsColumn = numbers(seconds, 'points.seconds');
  const successColumns = rows(successes, 'points').map((column) => numbers(column, 'points'));
  const n = (metric: number, i: number) =>
    typeof totals === 'number' ? totals : numbers(rows(totals, 'points.n')[metric], 'points.n')[i];
  return numbers(conditions, 'points.condition').map((code, i) => ({
    condition: CONDITIONS[code],
    step: stepColumn[i],
    seconds: secondsColumn[i],
    metrics: Object.fromEntries(
      METRICS.map((metric, m): [keyof Metrics, unknown] => {
        const count = successColumns[m]?.[i];
        const total = n(m, i);
        if (count === undefined || total === undefined) return malformed(`points.${metric}`);
        return [metric, { successes: count, n: total, rate: 0, low: 0, high: 0 }];
      }),
    ),
  }));
}

/** Columns: differences of steps, then loss, gradient norm and seconds as [decimals, differences]. */
export function packLosses(losses: readonly LossPoint[]): unknown[] {
  const column = (field: keyof LossPoint, digits: number) =>
    toFixedColumn(
      losses.map((point) => point[field]),
      digits,
    );
  return [
    toDifferences(losses.map((point) => point.step)),
    column('loss', 6),
    column('gradientNorm', 3),
    column('seconds', 2),
  ];
}

export function unpackLosses(value: unknown): unknown[] {
  const [steps, ...measured] = rows(value, 'losses');
  const [losses, norms, seconds] = measured.map((column) => {
    const [decimals, differences] = rows(column, 'losses');
    const scale = typeof decimals === 'number' ? decimals : malformed('losses');
    return fromFixedColumn(scale, numbers(differences, 'losses'));
  });
  if (!losses || !norms || !seconds) return malformed('losses');
  return fromDifferences(numbers(steps, 'losses.step')).map((step, i) => ({
    step,
    loss: losses[i],
    gradientNorm: norms[i],
    seconds: seconds[i],
  }));
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

function packVerdict(verdict: Verdict): unknown[] {
  return [
    FLAGS.reduce((bits, flag, i) => bits + (verdict[flag] ? 1 << i : 0), 0),
    OUTCOMES.indexOf(verdict.outcome),
    verdict.output,
    verdict.answerLine,
    verdict.optionLogProbs?.map((value) => rounded(value, 5)) ?? null,
    verdict.reasons,
  ];
}

function unpackVerdict(value: unknown, itemId: unknown): unknown {
  const [flags, outcome, output, answerLine, optionLogProbs, reasons] = rows(value, 'examples.verdicts');
  const bits = typeof flags === 'number' ? flags : malformed('examples.verdicts');
  return {
    itemId,
    ...Object.fromEntries(FLAGS.map((flag, i) => [flag, (bits & (1 << i)) !== 0])),
    outcome: typeof outcome === 'number' ? OUTCOMES[outcome] : undefined,
    output,
    answerLine,
    ...(optionLogProbs === null ? {} : { optionLogProbs }),
    reasons,
  };
}

function packExample(example: ExampleRecord): unknown[] {
  const verdicts = CONDITIONS.map((condition) => {
    const verdict = example.verdicts[condition];
    return verdict ? packVerdict(verdict) : null;
  });
  return [example.itemId, example.prompt, example.answer, verdicts];
}

function unpackExample(value: unknown): unknown {
  const [itemId, prompt, answer, verdicts] = rows(value, 'examples');
  const entries = rows(verdicts, 'examples.verdicts').flatMap((verdict, i) =>
    verdict === null ? [] : [[CONDITIONS[i], unpackVerdict(verdict, itemId)]],
  );
  return { itemId, prompt, answer, verdicts: Object.fromEntries(entries) };
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
