/**
 * Verdicts in lm-evaluation-harness's field names (its `samples_*.jsonl` and `results_*.json`), plus ours under names it
 * does not use, so that its tools and its users can read them.
 *
 * `hash` is SHA-256 as hex of a text; it is given, since this room computes none.
 */

import type { Item, Rate, StopRuleName, Task, Verdict } from '../types.ts';
import { harnessMatch } from '../verdicts/harness-match.ts';
import { characterCount, rankOptions } from '../verdicts/option-ranking.ts';

export interface SampleInput {
  readonly item: Item;
  /** The rendered prompt that the model saw. */
  readonly prompt: string;
  /** What stands between prompt and answer; absent = a space. */
  readonly delimiter?: string;
  readonly verdict: Verdict;
  /** Where the run's generations ended besides end token and budget. */
  readonly stopRule: StopRuleName;
}

/** A number as lm-eval writes metrics. */
const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

function closedMetrics(item: Item, verdict: Verdict): Record<string, number> {
  const { acc, accChars, accBytes, mutualInformation, probabilityMass } = rankOptions(
    item.options!,
    item.goldIndex!,
    verdict.optionLogProbs!,
    verdict.unconditionalLogProbs,
  );
  return {
    acc: bit(acc.correct),
    acc_norm: bit(accChars.correct),
    acc_bytes: bit(accBytes.correct),
    ...(mutualInformation ? { acc_mutual_info: bit(mutualInformation.correct) } : {}),
    probability_mass: probabilityMass,
  };
}

/** The options' log-likelihoods, as summed and as normalised (lm-evaluation-harness #2722: its log lacks the latter). */
function optionScores(
  item: Item,
  { optionLogProbs: sums, unconditionalLogProbs: alone }: Verdict,
): Record<string, readonly number[]> {
  if (sums === undefined) return {};
  const bytes = new TextEncoder();
  const per = (length: (option: string) => number) => sums.map((sum, i) => sum / length(item.options![i]!));
  return {
    option_logprobs: sums,
    option_logprobs_per_char: per(characterCount),
    option_logprobs_per_byte: per((option) => bytes.encode(option).length),
    ...(alone ? { option_logprobs_unconditional: alone } : {}),
  };
}

/** A number as Python writes it in the harness's log, where responses are texts. */
function pythonFloat(value: number): string {
  if (Number.isFinite(value)) return Number.isInteger(value) ? value.toFixed(1) : String(value);
  return value < 0 ? '-inf' : 'inf';
}

/** Requests by number, as the harness saves them. */
const numbered = (requests: readonly object[]) =>
  Object.fromEntries(requests.map((request, i) => [`gen_args_${i}`, request]));

/** The stop rules that texts can say, as near as they can: ours ask for text before the break. */
const UNTIL: Readonly<Partial<Record<StopRuleName, readonly string[]>>> = {
  newline: ['\n'],
  'text-line': ['\n'],
  'blank-line': ['\n\n'],
};

/** The generation: prompt and how it was made and cut; the stop at a new question is a rule, not a text. */
function generation({ prompt, verdict, stopRule }: SampleInput) {
  const settings = { do_sample: false, until: UNTIL[stopRule] ?? [], stop_rule: stopRule };
  return {
    arguments: numbered([{ arg_0: prompt, arg_1: settings }]),
    resps: [[verdict.output]],
    filtered_resps: [verdict.answerLine],
  };
}

/**
 * Requests and responses as lm-evaluation-harness logs them (its result_schema.py, 4e7e0d47). Multiple choice: one request
 * an option `{arg_0: context, arg_1: continuation}`, one response each `[[log-likelihood, is_greedy]]` as texts, and the
 * index of the gold as target; what was generated beside it stands under `generation`. Else the generation itself.
 *
 * An option is greedy where the generation begins with it as whole words: both come from the same prompt, greedily.
 */
function requests(sample: SampleInput): Record<string, unknown> {
  const { item, prompt, delimiter = ' ', verdict } = sample;
  const { optionLogProbs } = verdict;
  if (item.options === undefined || optionLogProbs === undefined) {
    return { target: item.answer, ...generation(sample) };
  }
  const written = verdict.output.trimStart();
  const isGreedy = (option: string) =>
    written.startsWith(option) && !/^[\p{L}\p{N}]/u.test(written.slice(option.length));
  const scores = item.options.map((option, i) => [
    pythonFloat(optionLogProbs[i]!),
    isGreedy(option) ? 'True' : 'False',
  ]);
  return {
    target: String(item.goldIndex),
    arguments: numbered(item.options.map((option) => ({ arg_0: prompt, arg_1: `${delimiter}${option}` }))),
    resps: scores.map((score) => [score]),
    filtered_resps: scores,
    generation: { target: item.answer, ...generation(sample) },
  };
}

/** One line of the sample log; `docId` counts from 0. */
export function sampleRecord(
  sample: SampleInput,
  docId: number,
  hash: (text: string) => string,
): Record<string, unknown> {
  const { item, prompt, verdict } = sample;
  const { prompt: _, ...doc } = item;
  const match = harnessMatch(item, verdict.output);
  const metrics: Record<string, number> = {
    exact_match: bit(verdict.exactMatch),
    'exact_match,strict-match': bit(match.strict.match),
    'exact_match,flexible-extract': bit(match.flexible.match),
    ...(match.official ? { 'exact_match,official': bit(match.official.match) } : {}),
    ...(match.letter ? { 'exact_match,option-letter': bit(match.letter.match) } : {}),
    knowledge: bit(verdict.knowledge),
    format: bit(verdict.format),
    shape: bit(verdict.shape),
    ...(verdict.optionLogProbs === undefined ? {} : closedMetrics(item, verdict)),
  };
  const { target, ...asked } = requests(sample);
  return {
    doc_id: docId,
    doc,
    target,
    ...asked,
    ...optionScores(item, verdict),
    filter: 'none',
    metrics: Object.keys(metrics),
    ...metrics,
    outcome: verdict.outcome,
    reasons: verdict.reasons,
    ...(verdict.generation
      ? { finish_reason: verdict.generation.end, looping: verdict.generation.looping }
      : {}),
    doc_hash: hash(JSON.stringify(doc, null, 2)),
    prompt_hash: hash(prompt),
    target_hash: hash(String(target)),
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

/** Standard error of a mean of 0/1 values with Bessel's correction, as lm-eval reports it; its 'N/A' for n < 2. */
export function standardError({ rate, n }: Rate): number | 'N/A' {
  return n < 2 ? 'N/A' : Math.sqrt((rate * (1 - rate)) / (n - 1));
}

export interface ResultsInput {
  readonly benchmark: string;
  readonly task: Task;
  readonly conditions: readonly ConditionRates[];
  readonly fewShotCount: number;
  readonly counts: { readonly original: number; readonly effective: number };
  /** Model, seeds, hashes, versions, adapter: everything a reader needs to repeat the run. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** Of what a task asks and how it is scored here; lm-eval's tables have a column for it. */
const TASK_VERSION = 1;

/** What lm-eval calls its model, its seeds and its date, as far as a run here has them. */
function harnessConfig({ model, seed, started_at }: ResultsInput['config']): Record<string, unknown> {
  const date = typeof started_at === 'string' ? Date.parse(started_at) / 1000 : Number.NaN;
  return {
    ...(typeof model === 'string' ? { model_args: `pretrained=${model}` } : {}),
    ...(typeof seed === 'number' ? { random_seed: seed, fewshot_seed: seed } : {}),
    ...(Number.isFinite(date) ? { date } : {}),
  };
}

/**
 * lm-eval's results.json shape (its result_schema.py): one task a condition, `metric,filter` keys, our intervals under
 * `metric_wilson95`; with what its scripts for zeno and wandb read (`metric_list`, `model_args`).
 */
export function resultsJson(input: ResultsInput): Record<string, unknown> {
  const name = ({ condition, step }: ConditionRates) =>
    `${input.benchmark}_${condition}${/soft-prompt|placebo-/.test(condition) ? `_step${step}` : ''}`;
  const results: Record<string, Record<string, unknown>> = {};
  for (const entry of input.conditions) {
    const row: Record<string, unknown> = {
      name: name(entry),
      alias: name(entry),
      sample_len: input.counts.effective,
    };
    for (const [key, rate] of Object.entries(entry.rates)) {
      // A metric of another filter brings it along: `exact_match,strict-match`.
      const [metric, filter = 'none'] = key.split(',');
      row[`${metric},${filter}`] = rate.rate;
      row[`${metric}_stderr,${filter}`] = standardError(rate);
      row[`${metric}_wilson95,${filter}`] = [rate.low, rate.high];
      row[`${metric}_n,${filter}`] = rate.n;
    }
    results[name(entry)] = row;
  }
  const perTask = <T>(value: (entry: ConditionRates) => T) =>
    Object.fromEntries(input.conditions.map((entry) => [name(entry), value(entry)]));
  const metricNames = ({ rates }: ConditionRates) => [
    ...new Set(Object.keys(rates).map((key) => key.split(',')[0]!)),
  ];
  const shots = ({ condition }: ConditionRates) => (condition === 'few-shot' ? input.fewShotCount : 0);
  const { date, ...seeds } = harnessConfig(input.config);
  return {
    results,
    group_subtasks: perTask(() => []),
    configs: perTask((entry) => ({
      task: name(entry),
      output_type: input.task === 'closed' ? 'multiple_choice' : 'generate_until',
      num_fewshot: shots(entry),
      metric_list: metricNames(entry).map((metric) => ({
        metric,
        aggregation: 'mean',
        higher_is_better: true,
      })),
      metadata: { version: TASK_VERSION, condition: entry.condition, step: entry.step },
    })),
    versions: perTask(() => TASK_VERSION),
    'n-shot': perTask(shots),
    'n-samples': perTask(() => input.counts),
    higher_is_better: perTask((entry) =>
      Object.fromEntries(metricNames(entry).map((metric) => [metric, true])),
    ),
    config: { ...seeds, ...input.config },
    ...(date === undefined ? {} : { date }),
  };
}
