import { describe, expect, it } from 'vitest';
import { recogniseFile } from '../formats/recognise.ts';
import { metricsOf } from '../metrics/rates.ts';
import { wilson } from '../metrics/wilson.ts';
import { judgeItem } from '../verdicts/judge-item.ts';
import { type ConditionRates, resultsJson, sampleLog, sampleRecord, standardError } from './lm-eval.ts';
import { curveCsv, markdownTable, rateText } from './tables.ts';

const hash = (text: string) => `h${text.length}`;
const stopRule = 'newline';
const [closed] = recogniseFile('f', [{ question: 'q', choices: ['Rome', 'Berlin'], answer: 1 }]).items;
const [open] = recogniseFile('f', [{ question: 'q', answer: 'x\n#### 18' }]).items;

describe('sampleLog', () => {
  const samples = [
    { item: closed!, output: ' B. Berlin', optionLogProbs: [-2, -1] },
    { item: open!, output: ' #### 18' },
  ].map(({ item, ...answer }) => ({
    item,
    prompt: item.prompt,
    verdict: judgeItem(item, answer),
    stopRule: item.task === 'closed' ? ('newline' as const) : ('marked-line' as const),
  }));
  const records = sampleLog(samples, hash)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

  it('has the field names of lm-eval', () => {
    expect(Object.keys(records[0])).toEqual(
      expect.arrayContaining(
        'doc_id doc target arguments resps filtered_resps filter metrics doc_hash prompt_hash target_hash'.split(
          ' ',
        ),
      ),
    );
    expect(records[0]).toMatchObject({
      doc_id: 0,
      target: '1',
      acc: 1,
      acc_norm: 1,
      exact_match: 1,
      knowledge: 1,
      outcome: 'correct',
      option_logprobs: [-2, -1],
      option_logprobs_per_char: [-2 / 'A. Rome'.length, -1 / 'B. Berlin'.length],
      prompt_hash: `h${closed!.prompt.length}`,
      // lm-eval hashes json.dumps(doc, indent=2, ensure_ascii=False).
      doc_hash: `h${JSON.stringify(records[0].doc, null, 2).length}`,
      'exact_match,option-letter': 1,
    });
    expect(records[0].probability_mass).toBeCloseTo(Math.exp(-1) + Math.exp(-2));
  });

  it('has lm-eval’s nesting of multiple choice: one request and one response an option', () => {
    const context = closed!.prompt;
    expect(records[0].arguments).toEqual({
      gen_args_0: { arg_0: context, arg_1: ' A. Rome' },
      gen_args_1: { arg_0: context, arg_1: ' B. Berlin' },
    });
    expect(records[0].resps).toEqual([[['-2.0', 'False']], [['-1.0', 'True']]]);
    expect(records[0].filtered_resps).toEqual([
      ['-2.0', 'False'],
      ['-1.0', 'True'],
    ]);
    expect(records[0].target_hash).toBe('h1');
    expect(records[0].generation).toEqual({
      target: 'B. Berlin',
      arguments: {
        gen_args_0: { arg_0: context, arg_1: { do_sample: false, until: ['\n'], stop_rule: 'newline' } },
      },
      resps: [[' B. Berlin']],
      filtered_resps: ['B. Berlin'],
    });
  });

  it('has the generation as the only request of an open item', () => {
    const { arguments: requests, resps, filtered_resps, target, generation } = records[1];
    expect(requests).toEqual({
      gen_args_0: { arg_0: open!.prompt, arg_1: { do_sample: false, until: [], stop_rule: 'marked-line' } },
    });
    expect([resps, filtered_resps, target, generation]).toEqual([
      [[' #### 18']],
      ['#### 18'],
      '#### 18',
      undefined,
    ]);
  });

  it.each([
    ['newline', ['\n']],
    ['text-line', ['\n']],
    ['blank-line', ['\n\n']],
    ['marked-line', []],
    ['new-question', []],
  ] as const)('says the stop rule %s as texts where texts can say it', (rule, until) => {
    const verdict = judgeItem(open!, { output: '#### 18' });
    const record = sampleRecord({ item: open!, prompt: 'p', verdict, stopRule: rule }, 0, hash);
    expect(record.arguments).toEqual({
      gen_args_0: { arg_0: 'p', arg_1: { do_sample: false, until, stop_rule: rule } },
    });
  });

  it('has the official match of words', () => {
    const [word] = recogniseFile('f', [{ question: 'q', answer: 'Alps' }]).items;
    const record = (output: string) =>
      sampleRecord({ item: word!, prompt: 'p', verdict: judgeItem(word!, { output }), stopRule }, 0, hash);
    expect(record('#### the Alps')).toMatchObject({
      'exact_match,official': 1,
      'exact_match,strict-match': 0,
    });
    expect(record('#### Andes')).toMatchObject({ 'exact_match,official': 0 });
  });

  it('writes continuations with the delimiter of the chat template, and numbers as Python does', () => {
    const verdict = judgeItem(closed!, { output: 'Rome', optionLogProbs: [Number.NEGATIVE_INFINITY, -1.25] });
    const record = sampleRecord({ item: closed!, prompt: 'p\n', delimiter: '', verdict, stopRule }, 0, hash);
    expect(record).toMatchObject({
      arguments: { gen_args_1: { arg_0: 'p\n', arg_1: 'B. Berlin' } },
      filtered_resps: [
        ['-inf', 'False'],
        ['-1.25', 'False'],
      ],
    });
  });

  it('says of an option whether the generation begins with it, and of a score whether it is infinite', () => {
    const verdict = judgeItem(closed!, {
      output: ' B. Berlin because',
      optionLogProbs: [Number.POSITIVE_INFINITY, -1],
    });
    expect(sampleRecord({ item: closed!, prompt: 'p', verdict, stopRule }, 0, hash).filtered_resps).toEqual([
      ['inf', 'False'],
      ['-1.0', 'True'],
    ]);
  });

  it('takes no option for greedy that is the beginning of another word', () => {
    const verdict = judgeItem(closed!, { output: ' B. Berlins', optionLogProbs: [-2, -1] });
    expect(sampleRecord({ item: closed!, prompt: 'p', verdict, stopRule }, 0, hash).filtered_resps).toEqual([
      ['-2.0', 'False'],
      ['-1.0', 'False'],
    ]);
  });

  it('says 0 where a verdict says no, and scores an option by its bytes too', () => {
    const [item] = recogniseFile('f', [{ question: 'q', choices: ['Köln', 'Rom'], answer: 1 }]).items;
    const verdict = judgeItem(item!, { output: 'Köln', optionLogProbs: [-1, -2] });
    expect(sampleRecord({ item: item!, prompt: 'p', verdict, stopRule }, 0, hash)).toMatchObject({
      acc: 0,
      acc_norm: 0,
      acc_bytes: 0,
      exact_match: 0,
      knowledge: 0,
      format: 0,
      shape: 0,
      option_logprobs_per_char: [-1 / 7, -2 / 6],
      option_logprobs_per_byte: [-1 / 8, -2 / 6],
    });
  });

  it('says how the generation ended, where that is known', () => {
    const verdict = judgeItem(closed!, { output: 'B', optionLogProbs: [-2, -1] });
    const ended = { ...verdict, generation: { end: 'length' as const, looping: true } };
    expect(sampleRecord({ item: closed!, prompt: 'p', verdict: ended, stopRule }, 0, hash)).toMatchObject({
      finish_reason: 'length',
      looping: true,
    });
    expect(sampleRecord({ item: closed!, prompt: 'p', verdict, stopRule }, 0, hash)).not.toHaveProperty(
      'finish_reason',
    );
  });

  it('has mutual information where the options were scored without the question too', () => {
    const [item] = recogniseFile('f', [{ question: 'q', choices: ['Köln', 'Rom'], answer: 1 }]).items;
    const verdict = judgeItem(item!, { output: 'Köln', optionLogProbs: [-1, -2] });
    const record = (alone?: number[]) => {
      const own = alone ? { ...verdict, unconditionalLogProbs: alone } : verdict;
      return sampleRecord({ item: item!, prompt: 'p', verdict: own, stopRule }, 0, hash);
    };
    // -1 + 1 < -2 + 5: the question speaks for the second.
    expect(record([-1, -5])).toMatchObject({
      acc: 0,
      acc_mutual_info: 1,
      option_logprobs_unconditional: [-1, -5],
    });
    expect(record([-5, -1])).toMatchObject({ acc_mutual_info: 0 });
    expect(record()).not.toHaveProperty('acc_mutual_info');
    expect(record()).not.toHaveProperty('option_logprobs_unconditional');
  });

  it('names every metric that it holds', () => {
    for (const record of records)
      for (const metric of record.metrics) expect(record[metric]).toBeTypeOf('number');
    expect(records[1].metrics).not.toContain('acc');
    expect(records[1]).toMatchObject({
      doc_id: 1,
      'exact_match,strict-match': 1,
      'exact_match,flexible-extract': 1,
    });
  });
});

const points: ConditionRates[] = [
  { condition: 'zero-shot', step: 0, rates: { exact_match: wilson(5, 228), format: wilson(0, 0) } },
  { condition: 'soft-prompt', step: 80, rates: { exact_match: wilson(225, 228) } },
];

describe('resultsJson', () => {
  it('has the shape of lm-eval and our intervals', () => {
    const json = resultsJson({
      benchmark: 'micro',
      task: 'closed',
      conditions: points,
      fewShotCount: 3,
      counts: { original: 228, effective: 228 },
      config: { seed: 1, model: 'org/name' },
    });
    expect(json).toMatchObject({
      results: {
        'micro_zero-shot': { 'exact_match,none': 5 / 228, 'exact_match_n,none': 228 },
        'micro_soft-prompt_step80': {
          'exact_match_wilson95,none': [wilson(225, 228).low, wilson(225, 228).high],
        },
      },
      configs: {
        'micro_zero-shot': {
          output_type: 'multiple_choice',
          metric_list: [
            { metric: 'exact_match', aggregation: 'mean', higher_is_better: true },
            { metric: 'format', aggregation: 'mean', higher_is_better: true },
          ],
        },
      },
      'n-shot': { 'micro_zero-shot': 0, 'micro_soft-prompt_step80': 0 },
      'n-samples': { 'micro_zero-shot': { original: 228, effective: 228 } },
      higher_is_better: { 'micro_zero-shot': { exact_match: true } },
      config: { model_args: 'pretrained=org/name', seed: 1, random_seed: 1, fewshot_seed: 1 },
    });
  });

  it('says shots, version and condition of every task, and no seed or date that is none', () => {
    const json = resultsJson({
      benchmark: 'micro',
      task: 'open',
      conditions: [{ condition: 'few-shot', step: 0, rates: {} }],
      fewShotCount: 3,
      counts: { original: 228, effective: 228 },
      config: { seed: 'a', started_at: 5 },
    });
    expect(json).toStrictEqual({
      results: { 'micro_few-shot': { name: 'micro_few-shot', alias: 'micro_few-shot', sample_len: 228 } },
      group_subtasks: { 'micro_few-shot': [] },
      configs: {
        'micro_few-shot': {
          task: 'micro_few-shot',
          output_type: 'generate_until',
          num_fewshot: 3,
          metric_list: [],
          metadata: { version: 1, condition: 'few-shot', step: 0 },
        },
      },
      versions: { 'micro_few-shot': 1 },
      'n-shot': { 'micro_few-shot': 3 },
      'n-samples': { 'micro_few-shot': { original: 228, effective: 228 } },
      higher_is_better: { 'micro_few-shot': {} },
      config: { seed: 'a', started_at: 5 },
    });
  });

  it('has what lm-eval’s table of results reads of every task', () => {
    const { results, versions, configs, group_subtasks, date } = resultsJson({
      benchmark: 'micro',
      task: 'closed',
      conditions: points,
      fewShotCount: 3,
      counts: { original: 228, effective: 228 },
      config: { seed: 1, started_at: '2026-11-29T00:00:00.000Z' },
    }) as Record<string, Record<string, Record<string, unknown>>>;
    const tasks = Object.keys(results!);
    for (const perTask of [versions, configs, group_subtasks]) expect(Object.keys(perTask!)).toEqual(tasks);
    for (const row of Object.values(results!)) {
      expect(row).toMatchObject({ name: row.alias, sample_len: 228 });
      for (const [key, value] of Object.entries(row)) {
        if (key.includes('_stderr,')) expect(value === 'N/A' || Number.isFinite(value)).toBe(true);
      }
    }
    expect(date).toBe(Date.UTC(2026, 10, 29) / 1000);
  });

  it('gives the standard error of the mean with n - 1', () => {
    expect(standardError(wilson(1, 4))).toBeCloseTo(Math.sqrt((0.25 * 0.75) / 3));
    expect(standardError(wilson(1, 1))).toBe('N/A');
  });
});

describe('tables', () => {
  it('CSV: one line a rate, nothing for what was not measured', () => {
    expect(curveCsv(points).split('\r\n')).toEqual([
      'condition,step,metric,rate,wilson95_low,wilson95_high,successes,n',
      'zero-shot,0,exact_match,0.02193,0.009403,0.0503,5,228',
      'zero-shot,0,format,,0,1,0,0',
      'soft-prompt,80,exact_match,0.986842,0.962036,0.995515,225,228',
      '',
    ]);
  });

  it('Markdown: every rate with interval and n', () => {
    expect(markdownTable(points).split('\n')).toEqual([
      '| condition | exact_match | format |',
      '| --- | ---: | ---: |',
      '| zero-shot | 2.2 % [0.9, 5.0] (5/228) | – (0/0) |',
      '| soft-prompt (step 80) | 98.7 % [96.2, 99.6] (225/228) |  |',
    ]);
    expect(rateText(metricsOf([]).format)).toBe('– (0/0)');
  });
});

describe('standardError', () => {
  it('needs two values', () => {
    expect(standardError(wilson(1, 1))).toBe('N/A');
    expect(standardError(wilson(1, 2))).toBe(0.5);
  });
});
