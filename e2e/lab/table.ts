/** A result as text for the terminal. */

import type { Rate } from '../../src/eval/types.ts';
import { createFormatters } from '../../src/i18n/format.ts';
import type { EvalPoint, Placebo, RunResult } from '../../src/lab/types.ts';
import { comparisonLines, endLines, saturationLine, zeroLines } from './statistics-text.ts';

const format = createFormatters('en');

/** "95.3 % [89.1, 98.0] of 60" in columns that stand under each other. */
function cell({ rate, low, high, n }: Rate): string {
  if (n === 0) return 'no items';
  const percent = (share: number) => (share * 100).toFixed(1);
  return `${percent(rate).padStart(5)} % [${percent(low)}, ${percent(high)}]`;
}

/** Rows of equal width per column, two spaces apart. */
export function alignedRows(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)));
  return rows
    .map((row) => `${row.map((text, i) => text.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

export const PLACEBO_NAMES: Readonly<Record<Placebo, string>> = {
  wrong: 'placebo, shuffled answers',
  random: 'placebo, random options',
  'wrong-slow': 'placebo, shuffled answers, low rate',
  'random-slow': 'placebo, random options, low rate',
};

function pointRow(point: EvalPoint, result: RunResult, control?: Placebo): string[] {
  const { metrics, condition, step } = point;
  const names = {
    'zero-shot': 'zero-shot',
    'few-shot': `${result.config.fewShotCount}-shot`,
    'soft-prompt': `soft prompt, step ${step}`,
  };
  return [
    control ? `${PLACEBO_NAMES[control]}, step ${step}` : names[condition],
    cell(metrics.exactMatch),
    cell(metrics.knowledge),
    cell(metrics.format),
    String(metrics.exactMatch.n),
  ];
}

/** What was compared before the run, how, and with what result. */
function selfCheckLine({ selfCheck, selfCheckSkipped: skipped, backend }: RunResult): string {
  if (skipped) return `No self-check was possible (${skipped.code}): ${skipped.detail}`;
  if (!selfCheck) {
    return backend === 'onnxruntime-wasm'
      ? 'No self-check was needed: onnxruntime itself computed this run.'
      : 'No self-check was made.';
  }
  const { prompts, positions, maxAbsDifference, tolerance, pieces = 1, widened, softPrompt } = selfCheck;
  const how = [
    ...(softPrompt ? ['one prompt behind a soft prompt'] : []),
    ...(widened ? ['onnxruntime in float32'] : []),
    ...(pieces > 1 ? [`in ${pieces} pieces`] : []),
  ];
  return (
    `Self-check against onnxruntime: largest logit difference ${maxAbsDifference.toPrecision(3)} (allowed ` +
    `${tolerance.toPrecision(3)}) over ${positions} positions of ${prompts} prompts${how.map((part) => `, ${part}`).join('')}.`
  );
}

/** Lines with an empty one after them. */
const section = (lines: readonly string[]) => (lines.length > 0 ? [...lines, ''] : []);

/** The table condition x metric over all evaluation points, then statistics, ends, saturation, cost and self-check. */
export function describeResult(result: RunResult): string {
  const { config, cost, counts, model, losses } = result;
  const { kernels } = result.versions;
  const tuned = result.points.some(({ condition }) => condition === 'soft-prompt');
  const lines = [
    `${config.modelId} (${config.modelFile}, ${format.number(model.parameters)} parameters) on ${config.benchmarkName}, ${config.task} task`,
    `${format.number(counts.train)} train and ${format.number(counts.test)} test items, ${counts.evaluated} evaluated; ` +
      `${counts.rejectedRows} rows left out${counts.duplicates ? `, ${counts.duplicates} duplicates of train rows` : ''}; seed ${config.seed}; ${result.adapter}${kernels ? `, kernels ${kernels}` : ''}`,
    '',
    alignedRows([
      ['condition', 'exact match', 'knowledge', 'format', 'n'],
      ...result.points.map((point) => pointRow(point, result)),
      ...(result.controls ?? []).flatMap(({ control, points }) =>
        points.map((point) => pointRow(point, result, control)),
      ),
    ]),
    '(shares in percent with 95 % Wilson intervals)',
    '',
    ...section(zeroLines(result)),
    ...section(comparisonLines(result)),
    ...section(endLines(result)),
  ];
  if (tuned) {
    lines.push(
      saturationLine(result),
      `Cost: ${format.number(cost.softPromptParameters)} tuned numbers ` +
        `(${format.smallPercent(cost.softPromptParameters / cost.modelParameters)} of the model's parameters), ` +
        `${losses.length} steps, ${cost.secondsPerStep.toPrecision(3)} s per step.`,
    );
  }
  if (result.evaluation?.trial) {
    const { backend, trial } = result.evaluation;
    lines.push(
      `Evaluated by ${backend}: in a trial before the run WebGPU took ${trial.webgpu.toPrecision(2)} s, onnxruntime's wasm ${trial.wasm.toPrecision(2)} s.`,
    );
  }
  lines.push(
    `Time: ${format.duration(cost.totalSeconds)}; GPU memory at most ${format.bytes(cost.peakGpuBytes)}.`,
    selfCheckLine(result),
  );
  return `${lines.join('\n')}\n`;
}
