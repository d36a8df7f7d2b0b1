/**
 * A result for other tools: lm-evaluation-harness's results.json, the curves as CSV, the result table as Markdown. Each
 * carries where it comes from: model and data hashes, seed, versions, adapter.
 */

import { type ConditionRates, resultsJson } from '../eval/export/lm-eval.ts';
import { curveCsv, markdownTable } from '../eval/export/tables.ts';
import { judgedRates } from '../eval/llm-judge/summary.ts';
import { wilson } from '../eval/metrics/wilson.ts';
import type { Condition, Rate } from '../eval/types.ts';
import type { JudgeSummary } from '../lab/judge/types.ts';
import type { EvalPoint, RunResult } from '../lab/types.ts';
import { ASSUMED_DISCORDANT, readAnalysis } from './read-analysis.ts';

/** Who gave the second opinion, by name; where it ran stays in the browser. */
const judgeFacts = ({ kind, model, promptVersion, scope }: JudgeSummary) => ({
  model,
  runs: kind,
  prompt_version: promptVersion,
  scope,
  unscored: 'counted as not credited',
});

/** The last evaluation of a condition after a judge was asked: over all items, unscored ones as not credited. */
function judgeRates({ judge }: RunResult, condition: Condition, step: number): Record<string, Rate> {
  const found = judge?.conditions.find((entry) => entry.condition === condition && entry.step === step);
  const rates: Record<string, Rate> = {};
  if (found?.knowledge) rates['knowledge,rule-then-judge'] = judgedRates(found.knowledge).after;
  if (found?.format) rates['format,rule-then-judge'] = judgedRates(found.format).after;
  return rates;
}

/** What a reader needs to find the same model and data again. */
export function provenance(result: RunResult): Record<string, unknown> {
  const { config, hashes, versions, adapter, backend, startedAt, judge } = result;
  return {
    model: config.modelId,
    model_file: config.modelFile,
    model_files: Object.fromEntries(hashes.model.map(({ path, sha256 }) => [path, sha256])),
    benchmark: config.benchmarkName,
    train_sha256: hashes.train,
    test_sha256: hashes.test,
    seed: config.seed,
    versions,
    adapter,
    backend,
    started_at: startedAt,
    ...(judge ? { judge: judgeFacts(judge) } : {}),
  };
}

const ratesOf = ({ metrics }: EvalPoint): Record<string, Rate> => ({
  exact_match: metrics.exactMatch,
  knowledge: metrics.knowledge,
  format: metrics.format,
  shape: metrics.shape,
});

/** Every evaluation; the last one of a condition has the rates of the other scoring rules as well. */
function conditionRates(result: RunResult): ConditionRates[] {
  return result.points.map((point) => {
    const { condition, step } = point;
    const detail = result.analysis?.scoring.find(
      (entry) => entry.condition === condition && entry.step === step,
    );
    const judged = judgeRates(result, condition, step);
    return { condition, step, rates: { ...ratesOf(point), ...detail?.rates, ...judged } };
  });
}

function placeboRates({ controls = [] }: RunResult): ConditionRates[] {
  return controls.flatMap(({ control, points }) =>
    points.map((point) => ({
      condition: `placebo-${control}`,
      step: point.step,
      rates: ratesOf(point),
    })),
  );
}

/** How the generations of every evaluation ended. */
function generations({ points, controls = [] }: RunResult) {
  const row = (condition: string, { step, generation }: EvalPoint) =>
    generation ? [{ condition, step, ...generation }] : [];
  return [
    ...points.flatMap((point) => row(point.condition, point)),
    ...controls.flatMap(({ control, points: own }) =>
      own.flatMap((point) => row(`placebo-${control}`, point)),
    ),
  ];
}

/** The statistics as the page shows them, beside the counts they follow from. */
function statistics({ analysis, points }: RunResult) {
  if (!analysis) return {};
  const { comparisons, drift, detectable, n } = readAnalysis(analysis, points);
  return {
    comparisons,
    knowledge_drift: drift,
    // Found four times out of five, if so many of the items differ.
    detectable_difference:
      detectable === undefined ? null : { difference: detectable, n, discordant: ASSUMED_DISCORDANT },
  };
}

/** lm-eval's results.json; what it has no field for stands under `soft_prompt_lab`. */
export function resultsFile(result: RunResult): string {
  const { config, counts, analysis, saturationStep, selfCheck, cost, judge } = result;
  const json = resultsJson({
    benchmark: config.benchmarkName,
    task: config.task,
    conditions: [...conditionRates(result), ...placeboRates(result)],
    fewShotCount: config.fewShotCount,
    counts: { original: counts.test, effective: counts.evaluated },
    config: { ...provenance(result), run: config },
  });
  const own = {
    counts,
    statistics: statistics(result),
    analysis,
    generations: generations(result),
    saturation_step: saturationStep,
    self_check: selfCheck,
    cost,
    judge,
  };
  const { modelId } = config;
  return `${JSON.stringify({ ...json, model_name: modelId, soft_prompt_lab: own }, null, 2)}\n`;
}

const PROVENANCE_COLUMNS = [
  'model',
  'model_file',
  'benchmark',
  'train_sha256',
  'test_sha256',
  'seed',
  'adapter',
  'backend',
  'started_at',
] as const;

/** RFC 4180. */
const csvCell = (value: unknown) => {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * One line a rate, then one a share of generations cut at the budget or in a loop, then one a loss (the value stands in
 * the column of rates); where it comes from on every line.
 */
export function curvesFile(result: RunResult): string {
  const rates = curveCsv([...conditionRates(result), ...placeboRates(result)]);
  const [head = '', ...lines] = rates.trimEnd().split('\r\n');
  const tracks = [
    { name: 'soft-prompt', losses: result.losses },
    ...(result.controls ?? []).map(({ control, losses }) => ({ name: `placebo-${control}`, losses })),
  ];
  const ends = generations(result).flatMap(({ condition, step, n, ends: { length }, looping }) =>
    Object.entries({ truncated: length, looping }).map(([metric, count]) => {
      const { rate, low, high } = wilson(count, n);
      return [
        condition,
        step,
        metric,
        ...[rate, low, high].map((value) => Number(value.toFixed(6))),
        count,
        n,
      ].join(',');
    }),
  );
  const losses = tracks.flatMap(({ name, losses: points }) =>
    points.map(({ step, loss }) => `${name},${step},loss,${Number(loss.toPrecision(7))},,,,`),
  );
  const facts = provenance(result);
  const { sha256 = '' } = result.hashes.model.find(({ path }) => path === result.config.modelFile) ?? {};
  const versions = Object.entries(result.versions).map(([name, version]) => `${name} ${version}`);
  const cells = [...PROVENANCE_COLUMNS.map((column) => facts[column]), sha256, versions.join('; ')]
    .map(csvCell)
    .join(',');
  const columns = [...PROVENANCE_COLUMNS, 'model_sha256', 'versions'].join(',');
  return `${[`${head},${columns}`, ...[...lines, ...ends, ...losses].map((line) => `${line},${cells}`)].join('\r\n')}\r\n`;
}

const CONDITIONS: readonly Condition[] = ['zero-shot', 'few-shot', 'soft-prompt'];

/** The last evaluation of each condition as a Markdown table with its provenance below; `names` are column headings. */
export function markdownFile(result: RunResult, names: (key: string) => string): string {
  const last = CONDITIONS.flatMap((condition) => {
    const points = result.points.filter((point) => point.condition === condition);
    const point = points.toSorted((a, b) => a.step - b.step).at(-1);
    if (!point) return [];
    const { exactMatch, knowledge, format } = point.metrics;
    return [{ condition, step: point.step, rates: { exactMatch, knowledge, format } }];
  });
  const { config, hashes, adapter, versions, judge } = result;
  const file = hashes.model.find(({ path }) => path === config.modelFile);
  const facts = [
    `${config.modelId} (${config.modelFile}${file ? `, sha256 ${file.sha256.slice(0, 12)}` : ''})`,
    `${config.benchmarkName} (sha256 of train ${hashes.train.slice(0, 12)}, of test ${hashes.test.slice(0, 12)})`,
    `seed ${config.seed}`,
    adapter,
    ...Object.entries(versions).map(([name, version]) => `${name} ${version}`),
    ...(judge ? [`judge ${judge.model} (prompts ${judge.promptVersion})`] : []),
  ];
  return `${markdownTable(last, names)}\n\n${facts.join(' · ')}\n`;
}
