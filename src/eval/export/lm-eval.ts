/**
 * Verdicts in lm-evaluation-harness's field names (its `samples_*.jsonl` and `results_*.json`), plus ours under names it
 * does not use, so that its tools and its users can read them.
 *
 * `hash` is SHA-256 as hex of a text; it is given, since this room computes none.
 */

import type { Item, Rate, Verdict } from '../types.ts';
import { harnessMatch } from '../verdicts/harness-match.ts';
import { rankOptions } from '../verdicts/option-ranking.ts';

export interface SampleInput {
  readonly item: Item;
  /** The rendered prompt that the model saw. */
  readonly prompt: string;
  readonly verdict: Verdict;
}

/** A number as lm-eval writes metrics. */
const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

function closedMetrics(item: Item, verdict: Verdict): Record<string, number> {
  const { acc, accChars, accBytes, probabilityMass } = rankOptions(
    item.options!,
    item.goldIndex!,
    verdict.optionLogProbs!,
  );
  return {
    acc: bit(acc.correct),
    acc_norm: bit(accChars.correct),
    acc_bytes: bit(accBytes.correct),
    probability_mass: probabilityMass,
  };
}

/** One line of the sample log; `docId` counts from 0. */
export function sampleRecord(
  { item, prompt, verdict }: SampleInput,
  docId: number,
  hash: (text: string) => string,
): Record<string, unknown> {
  const { prompt: _, ...doc } = item;
  const match = harnessMatch(item, verdict.output);
  const metrics: Record<string, number> = {
    exact_match: bit(verdict.exactMatch),
    'exact_match,strict-match': bit(match.strict.match),
    'exact_match,flexible-extract': bit(match.flexible.match),
    knowledge: bit(verdict.knowledge),
    format: bit(verdict.format),
    shape: bit(verdict.shape),
    ...(verdict.optionLogProbs === undefined ? {} : closedMetrics(item, verdict)),
  };
  return {
    doc_id: docId,
    doc,
    target: item.answer,
    arguments: { gen_args_0: { arg_0: prompt } },
    resps: [[verdict.output]],
    filtered_resps: [verdict.answerLine],
    ...(verdict.optionLogProbs === undefined ? {} : { option_logprobs: verdict.optionLogProbs }),
    filter: 'none',
    metrics: Object.keys(metrics),
    ...metrics,
    outcome: verdict.outcome,
    reasons: verdict.reasons,
    doc_hash: hash(JSON.stringify(doc)),
    prompt_hash: hash(prompt),
    target_hash: hash(item.answer),
  };
}

/**
 * The sample log of one condition as JSON Lines; `added` fields stand on every line, those of `ofItem` on the lines of
 * their items.
 */
export function sampleLog(
  samples: readonly SampleInput[],
  hash: (text: string) => string,
  added: Readonly<Record<string, unknown>> = {},
  ofItem: Readonly<Record<string, object>> = {},
): string {
  return samples
    .map((sample, i) => {
      const record = sampleRecord(sample, i, hash);
      return `${JSON.stringify({ ...record, ...ofItem[sample.item.id], ...added })}\n`;
    })
    .join('');
}

export interface ConditionRates {
  /** A condition or a placebo control. */
  readonly condition: string;
  readonly step: number;
  readonly rates: Readonly<Record<string, Rate>>;
}

/** Standard error of a mean of 0/1 values with Bessel's correction, as lm-eval reports it; null for n < 2. */
export function standardError({ rate, n }: Rate): number | null {
  return n < 2 ? null : Math.sqrt((rate * (1 - rate)) / (n - 1));
}

export interface ResultsInput {
  readonly benchmark: string;
  readonly conditions: readonly ConditionRates[];
  readonly fewShotCount: number;
  readonly counts: { readonly original: number; readonly effective: number };
  /** Model, seeds, hashes, versions, adapter: everything a reader needs to repeat the run. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** lm-eval's results.json shape: one task a condition, `metric,filter` keys, our intervals under `metric_wilson95`. */
export function resultsJson(input: ResultsInput): Record<string, unknown> {
  const name = ({ condition, step }: ConditionRates) =>
    `${input.benchmark}_${condition}${/^(soft-prompt|placebo-)/.test(condition) ? `_step${step}` : ''}`;
  const results: Record<string, Record<string, unknown>> = {};
  for (const entry of input.conditions) {
    const row: Record<string, unknown> = { alias: name(entry) };
    for (const [key, rate] of Object.entries(entry.rates)) {
      // A metric of another filter brings it along: `exact_match,strict-match`.
      const [metric = '', filter = 'none'] = key.split(',');
      row[`${metric},${filter}`] = rate.rate;
      row[`${metric}_stderr,${filter}`] = standardError(rate);
      row[`${metric}_wilson95,${filter}`] = [rate.low, rate.high];
      row[`${metric}_n,${filter}`] = rate.n;
    }
    results[name(entry)] = row;
  }
  const perTask = <T>(value: (entry: ConditionRates) => T) =>
    Object.fromEntries(input.conditions.map((entry) => [name(entry), value(entry)]));
  return {
    results,
    'n-shot': perTask((entry) => (entry.condition === 'few-shot' ? input.fewShotCount : 0)),
    'n-samples': perTask(() => input.counts),
    higher_is_better: perTask(({ rates }) =>
      Object.fromEntries(Object.keys(rates).map((key) => [key.split(',')[0]!, true])),
    ),
    config: input.config,
  };
}
