/** The study's tables as CSV (RFC 4180), with full names and plain numbers for other programs. Pure. */

import type { StudyResult } from '../../lab/study/types.ts';
import { RESAMPLES, rankedRates } from './study-view.ts';

type Cell = string | number | boolean;

/** A text that a spreadsheet would run as a formula is kept a text by a quote in front. */
function field(value: Cell): string {
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

const METRICS = ['exactMatch', 'knowledge', 'format', 'shape'] as const;

/** One row a model, condition, seed and metric. */
export function cellsCsv({ config, cells }: Pick<StudyResult, 'config' | 'cells'>): string {
  const rows = cells.flatMap((cell) => {
    const { id, role, family } = config.models[cell.model]!;
    return cell.seeds.flatMap((seed, i) =>
      METRICS.map((metric) => {
        const { successes, n, rate, low, high } = cell.metrics[i]![metric];
        return [id, role, family, cell.condition, cell.step, seed, metric, successes, n, rate, low, high];
      }),
    );
  });
  const head = [
    'model',
    'role',
    'pair',
    'condition',
    'step',
    'seed',
    'metric',
    'successes',
    'n',
    'rate',
    'low95',
    'high95',
  ];
  return toCsv([head, ...rows]);
}

const RESAMPLING = ['resamples', 'resampling_seed'] as const;

/** Places and scores of every ranking, then the swap distances of the base rankings against every reference. */
export function rankingsCsv(result: StudyResult): string {
  const { analysis, config, counts } = result;
  const n = counts.evaluated;
  const places = analysis.rankings.flatMap(({ role, condition, metric, scores, ranks, compression }) =>
    analysis.families.map(({ name }, m) => {
      const { low, high } = rankedRates(result, { role, condition, metric })[m]!;
      return [role, condition, metric, name, scores[m]!, ranks[m]!, compression.compressed, low, high, n];
    }),
  );
  const swaps = analysis.agreements.map((one) => [
    one.reference,
    one.condition,
    one.metric,
    one.distance,
    one.low,
    one.high,
    one.bestNamed,
    one.alphabetical,
    n,
    RESAMPLES,
    config.itemSeed,
  ]);
  return [
    toCsv([
      ['role', 'condition', 'metric', 'pair', 'score', 'place', 'compressed', 'low95', 'high95', 'n'],
      ...places,
    ]),
    toCsv([
      [
        'reference',
        'condition',
        'metric',
        'swaps',
        'low95',
        'high95',
        'best_named',
        'swaps_alphabetical',
        'n',
        ...RESAMPLING,
      ],
      ...swaps,
    ]),
  ].join('\r\n');
}

export function gapsCsv({ analysis, config, counts }: StudyResult): string {
  const made = [counts.evaluated, RESAMPLES, config.itemSeed];
  const rows = analysis.gaps.flatMap(({ condition, pairs, mean }) => [
    ...pairs.map(({ difference, low, high, p }, m) => [
      condition,
      analysis.families[m]!.name,
      difference,
      low,
      high,
      p,
      ...made,
    ]),
    [condition, 'mean', mean.difference, mean.low, mean.high, '', ...made],
  ]);
  return toCsv([['condition', 'pair', 'gap', 'low95', 'high95', 'p_sign_test', 'n', ...RESAMPLING], ...rows]);
}
