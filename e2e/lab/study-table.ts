/** A study's result as text for the terminal: the table, the swap distances, the gaps; the recipe's beside them. */

import { BOOTSTRAP_REPLICATES } from '../../src/eval/metrics/bootstrap.ts';
import type { Rate } from '../../src/eval/types.ts';
import { createFormatters } from '../../src/i18n/format.ts';
import type { Gap, StudyCell, StudyCondition, StudyRanking, StudyResult } from '../../src/lab/study/types.ts';
import { isCondition, placeboOf } from '../../src/lab/types.ts';
import { describeError } from './messages.ts';
import { REPORT_EXACT, REPORT_KNOWLEDGE_SWAPS, REPORT_SWAPS, reportedTask } from './micro-report.ts';
import { alignedRows, PLACEBO_NAMES } from './table.ts';

const format = createFormatters('en');
const percent = (share: number) => (share * 100).toFixed(1);
const swaps = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(1));

/** Mean over seeds; the interval is Wilson's with one seed, and the range of the seeds' rates with several. */
function rateText(rates: readonly Rate[]): string {
  const mean = rates.reduce((sum, { rate }) => sum + rate, 0) / rates.length;
  if (rates.length === 1)
    return `${percent(mean).padStart(5)} [${percent(rates[0]!.low)}, ${percent(rates[0]!.high)}]`;
  const each = rates.map(({ rate }) => rate);
  return `${percent(mean).padStart(5)} {${percent(Math.min(...each))}, ${percent(Math.max(...each))}}`;
}

const shortName = (id: string) => id.split('/').at(-1) ?? id;

function cellTable({ config, cells, models }: StudyResult): string {
  const task = reportedTask(
    config.benchmarkName,
    config.models.map(({ id }) => id),
  );
  const rows = config.models.flatMap(({ id }, model) => {
    const { status, error } = models[model]!.state;
    const own = cells.filter((cell) => cell.model === model);
    if (own.length === 0) return [[shortName(id), status + (error ? `: ${describeError(error)}` : '')]];
    return own.map((cell: StudyCell, i) => {
      const { condition } = cell;
      const report =
        task && isCondition(condition) ? REPORT_EXACT[task][shortName(id)]?.[condition] : undefined;
      return [
        i === 0 ? shortName(id) : '',
        conditionName(cell.condition, config.fewShotCount),
        rateText(cell.metrics.map((metrics) => metrics.exactMatch)),
        rateText(cell.metrics.map((metrics) => metrics.knowledge)),
        rateText(cell.metrics.map((metrics) => metrics.format)),
        String(cell.metrics[0]!.exactMatch.n),
        ...(task ? [report === undefined ? '' : report.toFixed(1)] : []),
      ];
    });
  });
  const head = ['model', 'condition', 'exact match', 'knowledge', 'format', 'n', ...(task ? ['recipe'] : [])];
  return alignedRows([head, ...rows]);
}

function conditionName(condition: StudyCondition, shots: number): string {
  const placebo = placeboOf(condition);
  if (placebo) return PLACEBO_NAMES[placebo];
  return condition === 'few-shot' ? `${shots}-shot` : condition === 'soft-prompt' ? 'soft prompt' : condition;
}

/** Families from best to worst, ties joined by "=". */
function orderText(ranking: StudyRanking, names: readonly string[]): string {
  const order = names.map((_, m) => m).sort((a, b) => ranking.ranks[a]! - ranking.ranks[b]!);
  return order
    .map((m, place) => {
      const before = order[place - 1];
      const joint = before === undefined ? '' : ranking.ranks[before] === ranking.ranks[m] ? ' = ' : ' > ';
      return `${joint}${names[m]} ${percent(ranking.scores[m]!)}`;
    })
    .join('');
}

/** Why a ranking should not be read as one; empty where it can be. */
function compressionText({ compression }: StudyRanking, names: readonly string[]): string {
  const { ties, likeZero, unresolved, pairs, compressed } = compression;
  if (!compressed) return '';
  const parts = [
    ...(ties.length > 0
      ? [`ties ${ties.map((group) => group.map((m) => names[m]).join('=')).join(', ')}`]
      : []),
    ...(likeZero.length > 0 ? [`like zero ${likeZero.map((m) => names[m]).join(', ')}`] : []),
    `${unresolved.length} of ${pairs} pairs not told apart`,
  ];
  return `  (compressed: ${parts.join('; ')})`;
}

function rankingLines({ config, analysis }: StudyResult): string[] {
  const names = analysis.families.map(({ name }) => name);
  return analysis.rankings.map((ranking) => {
    const metric = ranking.metric === 'knowledge' ? ', knowledge' : '';
    const label = `${ranking.role}, ${conditionName(ranking.condition, config.fewShotCount)}${metric}`;
    return `  ${label.padEnd(28)}${orderText(ranking, names)}${compressionText(ranking, names)}`;
  });
}

function swapTable({ config, analysis }: StudyResult): string {
  const task = reportedTask(
    config.benchmarkName,
    config.models.map(({ id }) => id),
  );
  const name = (condition: StudyCondition) => conditionName(condition, config.fewShotCount);
  const rows = analysis.agreements.map((one) => {
    const knowledge = one.metric === 'knowledge';
    const reported = !task
      ? undefined
      : !knowledge && isCondition(one.condition)
        ? REPORT_SWAPS[task][one.reference][one.condition]
        : knowledge && one.reference === 'zero-shot'
          ? REPORT_KNOWLEDGE_SWAPS[task]
          : undefined;
    return [
      `post-trained ${name(one.reference)}`,
      `base ${name(one.condition)}${knowledge ? ', knowledge' : ''}`,
      swaps(one.distance),
      `[${swaps(one.low)}, ${swaps(one.high)}]`,
      `${percent(one.bestNamed)} %`,
      swaps(one.alphabetical),
      ...(task ? [reported === undefined ? '' : swaps(reported)] : []),
    ];
  });
  const head = [
    'reference',
    'ranking',
    'swaps',
    '95 %',
    'best named',
    'alphabetical',
    ...(task ? ['recipe'] : []),
  ];
  return alignedRows([head, ...rows]);
}

function gapLines({ config, analysis }: StudyResult): string[] {
  return analysis.gaps.map(({ condition, mean, pairs }) => {
    const points = (share: number) => `${share >= 0 ? '+' : ''}${percent(share)}`;
    const withInterval = ({ difference, low, high }: Gap) =>
      `${points(difference)} [${points(low)}, ${points(high)}]`;
    const each = pairs.map((pair, m) => `${analysis.families[m]!.name} ${withInterval(pair)}`).join(', ');
    const label = conditionName(condition, config.fewShotCount).padEnd(14);
    return `  ${label}mean ${withInterval(mean)}; ${each}`;
  });
}

export function describeStudy(result: StudyResult): string {
  const { config, counts, analysis, models } = result;
  const seconds = models.reduce((sum, model) => sum + model.seconds, 0);
  const adapters = [...new Set(models.map(({ adapter }) => adapter).filter((adapter) => adapter !== ''))];
  const families = analysis.families.length;
  const drawn = `bootstrap: ${format.number(BOOTSTRAP_REPLICATES)} draws of the ${counts.evaluated} items, seed ${config.itemSeed}`;
  const lines = [
    `${config.models.length} models on ${config.benchmarkName}, ${config.task} task; ${counts.evaluated} of ${counts.test} test items, ` +
      `seeds ${config.seeds.join(', ')}; ${adapters.join(', ')}; ${Math.round(seconds)} s of work`,
    '',
    cellTable(result),
    '(percent; [95 % Wilson interval], with several seeds their mean and {lowest, highest})',
    '',
  ];
  if (families === 0)
    return `${[...lines, 'No pair of a base and its post-trained model is complete.'].join('\n')}\n`;
  lines.push(
    `Rankings of ${families} families by exact match (intervals above, n = ${counts.evaluated})`,
    ...rankingLines(result),
    '',
    `Swap distance from the base ranking to the post-trained one, of ${(families * (families - 1)) / 2}; a tie counts 0.5`,
    swapTable(result),
    `(95 % ${drawn}; best named: in how many of these draws the best post-trained family is on top of the base`,
    ' ranking, other draws would move it by 2.2 points at most (95 %); alphabetical: what breaking ties by name would have said)',
    '',
    `Score gap, post-trained minus base, in points of exact match (95 % ${drawn})`,
    ...gapLines(result),
  );
  return `${lines.join('\n')}\n`;
}
