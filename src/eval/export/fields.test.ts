/** Names and numbers of exported results, cell by cell. */

import { describe, expect, it } from 'vitest';
import { wilson } from '../metrics/wilson.ts';
import { resultsJson, standardError } from './lm-eval.ts';
import { curveCsv, markdownTable, rateText } from './tables.ts';

const one = wilson(1, 4);
const two = wilson(2, 4);

describe('results of a task', () => {
  const results = (condition: string) =>
    resultsJson({
      benchmark: 'micro',
      task: 'open',
      conditions: [
        {
          condition,
          step: 80,
          rates: { exact_match: one, 'exact_match,strict-match': two, format: wilson(1, 1) },
        },
      ],
      fewShotCount: 3,
      counts: { original: 9, effective: 4 },
      config: {},
    }).results as Record<string, Record<string, unknown>>;

  it('has value, standard error, interval and n of every metric and filter', () => {
    expect(results('zero-shot')['micro_zero-shot']).toMatchObject({
      name: 'micro_zero-shot',
      sample_len: 4,
      'exact_match,none': 0.25,
      'exact_match_stderr,none': standardError(one),
      'exact_match_wilson95,none': [one.low, one.high],
      'exact_match_n,none': 4,
      'exact_match,strict-match': 0.5,
      'exact_match_stderr,strict-match': standardError(two),
      'exact_match_wilson95,strict-match': [two.low, two.high],
      'exact_match_n,strict-match': 4,
      'format,none': 1,
      'format_stderr,none': 'N/A',
    });
  });

  it.each([
    ['zero-shot', 'micro_zero-shot'],
    ['few-shot', 'micro_few-shot'],
    ['soft-prompt', 'micro_soft-prompt_step80'],
    ['placebo-wrong', 'micro_placebo-wrong_step80'],
    ['placebo-random', 'micro_placebo-random_step80'],
  ])('%s is the task %s', (condition, name) => {
    expect(Object.keys(results(condition))).toEqual([name]);
  });
});

describe('tables', () => {
  const points = [{ condition: 'zero-shot', step: 0, rates: { 'exact_match,strict-match': two } }];

  it('CSV: a name with a comma stands in quotes', () => {
    expect(curveCsv(points).split('\r\n')[1]).toBe(
      'zero-shot,0,"exact_match,strict-match",0.5,0.150039,0.849961,2,4',
    );
  });

  it('Markdown: a bar in a name parts no cells', () => {
    expect(markdownTable(points, (key) => `${key}|`)).toBe(
      [
        '| condition\\| | exact_match,strict-match\\| |',
        '| --- | ---: |',
        `| zero-shot\\| | ${rateText(two)} |`,
      ].join('\n'),
    );
  });
});
