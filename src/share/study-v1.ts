/**
 * Version 1 of what a study's link carries: the result with its bulky parts folded. Frozen, as compact-v1.ts for runs.
 *
 * Kept exactly: configuration, hashes, counts, every success count, distances and places. Rates and intervals of cells
 * follow from their counts and are computed again. Rounded: shares to 4 decimals, p values and seconds to 3 significant
 * digits. Left out: the technical detail of errors, which may name folders of the machine it came from. Never had:
 * benchmark items.
 */

import type { Gap, PairGap } from '../eval/ranking/index.ts';
import type { Metrics } from '../eval/types.ts';
import type { StudyModelResult, StudyResult } from '../lab/study/types.ts';
import { LabError } from '../lib/errors.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { rounded } from './columns.ts';
import { checkStudy } from './study-schema.ts';

const METRICS = ['exactMatch', 'knowledge', 'format', 'shape'] as const;

const share = (value: number) => Math.round(value * 1e4) / 1e4;

function malformed(field: string): never {
  throw new LabError('share.schema', { field, reason: 'unexpected layout' });
}

/** The four success counts, then the four totals. */
const packMetrics = (metrics: Metrics) => [
  ...METRICS.map((metric) => metrics[metric].successes),
  ...METRICS.map((metric) => metrics[metric].n),
];

function unpackMetrics(row: unknown): unknown {
  if (!Array.isArray(row)) return malformed('cells.metrics');
  return Object.fromEntries(
    METRICS.map((metric, i) => [
      metric,
      { successes: row[i], n: row[i + METRICS.length], rate: 0, low: 0, high: 0 },
    ]),
  );
}

const packHash = (hash: string) =>
  toBase64Url(Uint8Array.from(hash.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));

function unpackHash(text: unknown): string {
  const bytes = typeof text === 'string' ? fromBase64Url(text) : undefined;
  if (!bytes) return malformed('hashes');
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const packHashes = (joined: string) => joined.split('+').map(packHash).join('+');
const unpackHashes = (joined: unknown) => String(joined).split('+').map(unpackHash).join('+');

function packModel({ state, hashes, seconds, secondsPerStep, ...rest }: StudyModelResult): unknown {
  const { error, status } = state;
  return {
    ...rest,
    state: { status, ...(error ? { error: { code: error.code, params: error.params } } : {}) },
    hashes: hashes.map(({ path, sha256 }) => [path, packHash(sha256)]),
    seconds: rounded(seconds, 3),
    secondsPerStep: rounded(secondsPerStep, 3),
  };
}

const packGap = <G extends Gap | PairGap>(gap: G): G => ({
  ...gap,
  difference: share(gap.difference),
  low: share(gap.low),
  high: share(gap.high),
  ...('p' in gap ? { p: rounded(gap.p, 3) } : {}),
});

/** The JSON value of a study's link, version 1. */
export function packStudyV1(result: StudyResult): unknown {
  const { hashes, models, cells, analysis } = result;
  return {
    ...result,
    hashes: { train: packHashes(hashes.train), test: packHashes(hashes.test) },
    models: models.map(packModel),
    cells: cells.map((cell) => ({ ...cell, metrics: cell.metrics.map(packMetrics) })),
    analysis: {
      ...analysis,
      rankings: analysis.rankings.map((ranking) => ({ ...ranking, scores: ranking.scores.map(share) })),
      agreements: analysis.agreements.map((one) => ({ ...one, bestNamed: share(one.bestNamed) })),
      gaps: analysis.gaps.map((gap) => ({ ...gap, pairs: gap.pairs.map(packGap), mean: packGap(gap.mean) })),
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

const object = (value: unknown, field: string): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : malformed(field);
const array = (value: unknown, field: string): readonly unknown[] =>
  Array.isArray(value) ? value : malformed(field);

function unpackModel(value: unknown): unknown {
  const packed = object(value, 'models');
  return {
    ...packed,
    hashes: array(packed.hashes, 'models.hashes').map((entry) => {
      const [path, sha256] = array(entry, 'models.hashes');
      return { path, sha256: unpackHash(sha256) };
    }),
  };
}

/** Errors: share.schema. */
export function unpackStudyV1(value: unknown): StudyResult {
  const packed = object(value, '');
  const hashes = object(packed.hashes, 'hashes');
  return checkStudy({
    ...packed,
    hashes: { train: unpackHashes(hashes.train), test: unpackHashes(hashes.test) },
    models: array(packed.models, 'models').map(unpackModel),
    cells: array(packed.cells, 'cells').map((entry) => {
      const cell = object(entry, 'cells');
      return { ...cell, metrics: array(cell.metrics, 'cells.metrics').map(unpackMetrics) };
    }),
  });
}
