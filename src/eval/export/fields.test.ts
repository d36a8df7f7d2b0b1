/** Names and numbers of exported results, cell by cell. */

import { describe, expect, it } from 'vitest';
import { wilson } from '../metrics/wilson.ts';
import type { Item } from '../types.ts';
import { judgeItem } from '../verdicts/judge-item.ts';
import { resultsJson, sampleLog, sampleRecord, standardError } from './lm-eval.ts';
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

describe('a line of the sample log', () => {
  const item: Item = {
    id: 'x',
    task: 'closed',
    question: 'Which?',
    options: ['Model 3', 'Model 3X'],
    goldIndex: 0,
    answer: 'Model 3',
    accepted: ['Model 3'],
    prompt: '',
  };
  const sample = (output: string) => {
    const verdict = judgeItem(item, { output, optionLogProbs: [-1, -2] });
    return { item, prompt: 'p', verdict, stopRule: 'newline' as const };
  };

  it('has no filter, and the reasons and outcome of its verdict', () => {
    expect(sampleRecord(sample('Model 3'), 0, () => 'h')).toMatchObject({
      filter: 'none',
      outcome: 'correct',
      reasons: ['closed.gold-ranked-first', 'format.gold-option'],
    });
  });

  it.each([
    ['Model 3', ['True', 'False']],
    ['Model 3.', ['True', 'False']],
    ['Model 35', ['False', 'False']],
    ['Model 3X', ['False', 'True']],
    ['Model 3XL', ['False', 'False']],
  ])('takes the options that %j begins with as whole words for greedy', (output, greedy) => {
    const record = sampleRecord(sample(output), 0, () => 'h');
    expect((record.filtered_resps as string[][]).map(([, one]) => one)).toEqual(greedy);
  });

  it('has the fields of its item and those of all lines, which win', () => {
    const added = { condition: 'zero-shot', outcome: 'y' };
    const log = sampleLog([sample('Model 3')], () => 'h', added, {
      x: { label: 'l', outcome: 'z' },
      other: { no: 1 },
    });
    expect(log.endsWith('\n')).toBe(true);
    const line = JSON.parse(log);
    expect(line).toMatchObject({ condition: 'zero-shot', label: 'l', outcome: 'y', doc_id: 0 });
    expect(line).not.toHaveProperty('no');
    expect(JSON.parse(sampleLog([sample('Model 3')], () => 'h', {}, { x: { outcome: 'z' } })).outcome).toBe(
      'z',
    );
  });
});
