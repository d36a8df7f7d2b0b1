/** Rates as a CSV of the curve and as a Markdown table to paste. Every rate stands with its n and interval. */

import type { Rate } from '../types.ts';
import type { ConditionRates } from './lm-eval.ts';

const share = (value: number) => (Number.isFinite(value) ? String(Number(value.toFixed(6))) : '');

/** RFC 4180; one line a condition, step and metric. */
export function curveCsv(points: readonly ConditionRates[]): string {
  const lines = points.flatMap(({ condition, step, rates }) =>
    Object.entries(rates).map(([metric, { rate, low, high, successes, n }]) =>
      [condition, step, quoted(metric), share(rate), share(low), share(high), successes, n].join(','),
    ),
  );
  return `${['condition,step,metric,rate,wilson95_low,wilson95_high,successes,n', ...lines].join('\r\n')}\r\n`;
}

/** RFC 4180: `exact_match,strict-match` is one cell. */
const quoted = (text: string) => (text.includes(',') ? `"${text}"` : text);

const percent = (value: number) => (100 * value).toFixed(1);

/** `98.7 % [96.2, 99.6] (225/228)`; an empty count shows that nothing was measured. */
export function rateText({ rate, low, high, successes, n }: Rate): string {
  return n === 0 ? '– (0/0)' : `${percent(rate)} % [${percent(low)}, ${percent(high)}] (${successes}/${n})`;
}

/** Conditions as rows, metrics as columns; `names` gives headings in the reader's language. */
export function markdownTable(
  points: readonly ConditionRates[],
  names: (key: string) => string = (key) => key,
): string {
  const metrics = [...new Set(points.flatMap(({ rates }) => Object.keys(rates)))];
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    row([names('condition'), ...metrics.map(names)]),
    row(['---', ...metrics.map(() => '---:')]),
    ...points.map(({ condition, step, rates }) =>
      row([
        condition === 'soft-prompt' ? `${names(condition)} (${names('step')} ${step})` : names(condition),
        ...metrics.map((metric) => (rates[metric] === undefined ? '' : rateText(rates[metric]))),
      ]),
    ),
  ].join('\n');
}
