import { describe, expect, it } from 'vitest';
import { recogniseFile } from '../eval/index.ts';
import type { Item, Verdict } from '../eval/types.ts';
import { judgeItem } from '../eval/verdicts/judge-item.ts';
import { type AnalysisInput, analyse, generationCounts } from './analysis.ts';
import { preparedItems, shotPicker } from './items.ts';
import { microBenchmark, runConfig } from './testing/node-run.ts';

const rows = [0, 1, 0, 1].map((answer, i) => ({
  question: `q${i}`,
  choices: ['no', 'a long option'],
  answer,
}));
const { items } = recogniseFile('f', rows);

/** What a model wrote and how it ranked the two options of each item. */
function verdicts(outputs: readonly string[], logProbs: readonly (readonly number[])[]): Verdict[] {
  return items.map((item, i) => ({
    ...judgeItem(item, { output: outputs[i]!, optionLogProbs: logProbs[i]! }),
    generation: { end: i === 0 ? ('length' as const) : ('stop-rule' as const), looping: i === 0 },
  }));
}

const untuned = verdicts(
  ['no', 'B. a long option', 'A', ''],
  [
    [-1, -2],
    [-2, -2],
    [-3, -1],
    [-1, -1.5],
  ],
);
const tuned = verdicts(
  ['A. no', 'B. a long option', 'A. no', 'A. no'],
  [
    [-1, -2],
    [-2, -1],
    [-1, -3],
    [-2, -1],
  ],
);

const input: AnalysisInput = {
  items,
  verdicts: new Map([
    ['zero-shot', untuned],
    ['soft-prompt', tuned],
    ['placebo-wrong', untuned],
  ]),
  steps: new Map([
    ['zero-shot', 0],
    ['soft-prompt', 80],
  ]),
  known: new Map([
    [0, [true, false, true, false]],
    [80, [true, true, false, true]],
    [20, [true, true, true, true]],
  ]),
  follows: new Map([
    [0, [false, false, false, false]],
    [80, [true, true, true, true]],
    [20, [true, true, true, true]],
  ]),
  seed: 1,
};

describe('analyse', () => {
  const { comparisons, drift, scoring } = analyse(input);
  const find = (first: string, second: string, metric: string) =>
    comparisons.find((c) => c.first === first && c.second === second && c.metric === metric);

  it('compares the sides that were run, item by item', () => {
    expect(comparisons.map(({ first, second, metric }) => `${first} ${second} ${metric}`)).toEqual([
      'zero-shot soft-prompt exactMatch',
      'zero-shot soft-prompt knowledge',
      'zero-shot soft-prompt format',
      'soft-prompt placebo-wrong knowledge',
      'soft-prompt placebo-wrong format',
      'zero-shot placebo-wrong knowledge',
    ]);
    // Untuned: only the first is known (the second is a tie); tuned: all four.
    expect(find('zero-shot', 'soft-prompt', 'knowledge')!.counts).toEqual({
      both: 1,
      firstOnly: 0,
      secondOnly: 3,
      neither: 0,
    });
    expect(find('zero-shot', 'soft-prompt', 'exactMatch')!.counts).toEqual({
      both: 1,
      firstOnly: 0,
      secondOnly: 2,
      neither: 1,
    });
    const { low, high } = find('zero-shot', 'soft-prompt', 'knowledge')!;
    expect(low).toBeGreaterThan(0);
    expect(high).toBe(1);
    expect(find('zero-shot', 'placebo-wrong', 'knowledge')).toMatchObject({ low: 0, high: 0 });
  });

  it('follows knowledge from the first step of the curve, in the order of the steps', () => {
    expect(drift).toEqual([
      { step: 20, counts: { both: 2, firstOnly: 0, secondOnly: 2, neither: 0 } },
      { step: 80, counts: { both: 1, firstOnly: 1, secondOnly: 2, neither: 0 } },
    ]);
  });

  it('scores the same verdicts by the rules of others', () => {
    expect(scoring.map(({ condition, step }) => [condition, step])).toEqual([
      ['zero-shot', 0],
      ['soft-prompt', 80],
    ]);
    const [zero, soft] = scoring;
    const successes = (rates: Record<string, { successes: number }>) =>
      Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, rate.successes]));
    expect(successes(soft!.rates)).toEqual({
      'exact_match,strict-match': 3,
      'exact_match,flexible-extract': 3,
      'exact_match,option-letter': 3,
      acc: 4,
      // -1/5 < -2/16 and -1/5 < -3/16: the longer option is first in all four.
      acc_norm: 2,
      acc_bytes: 2,
    });
    expect(successes(zero!.rates)).toMatchObject({ acc: 1, 'exact_match,strict-match': 1 });
    expect([zero!.ties, soft!.ties]).toEqual([1, 0]);
    const mass = [
      [-1, -2],
      [-2, -2],
      [-3, -1],
      [-1, -1.5],
    ].reduce((sum, pair) => sum + pair.reduce((part, value) => part + Math.exp(value), 0), 0);
    expect(zero!.probabilityMass).toBeCloseTo(mass / 4);
  });

  it('ranks by mutual information where every item has its options without the question', () => {
    // Without the question the second option is as likely as with it: what the question adds speaks for the first.
    const alone = tuned.map((verdict) => ({ ...verdict, unconditionalLogProbs: [-9, -1] }));
    const rates = (soft: readonly Verdict[]) =>
      analyse({ ...input, verdicts: new Map([['soft-prompt', soft]]) }).scoring[0]!.rates;
    // Golds: first, second, first, second.
    expect(rates(alone).acc_mutual_info).toMatchObject({ successes: 2, n: 4 });
    expect(rates([...alone.slice(1), tuned[3]!])).not.toHaveProperty('acc_mutual_info');
  });

  it('says why hardly any output is an exact match, for the conditions where that is so', () => {
    const mute = verdicts(
      ['B', 'B', 'B', 'x'],
      [
        [-1, -2],
        [-2, -1],
        [-1, -2],
        [-2, -1],
      ],
    );
    const [zero, soft] = analyse({
      ...input,
      verdicts: new Map([
        ['zero-shot', mute],
        ['soft-prompt', tuned],
      ]),
    }).scoring;
    expect(zero!.zero).toEqual({
      code: 'eval.zero-format',
      params: { reason: expect.stringMatching(/^format\./), count: expect.any(Number), n: 4, known: 4 },
    });
    expect(soft).not.toHaveProperty('zero');
  });

  it('says how sure the saturation step is, where there is a curve', () => {
    expect(analyse(input).saturation).toEqual({ low: 20, high: 20, never: 0, replicates: 2000, n: 4 });
    expect(analyse({ ...input, follows: new Map() })).not.toHaveProperty('saturation');
  });

  it('has neither ties nor probability mass for open answers', () => {
    const open = recogniseFile('f', [{ question: 'q', answer: 'x\n#### 18' }]).items;
    const verdict = judgeItem(open[0]!, { output: 'so 18\n#### 18' });
    const [detail] = analyse({
      ...input,
      items: open,
      verdicts: new Map([['zero-shot', [verdict]]]),
    }).scoring;
    expect(detail).toMatchObject({ ties: null, probabilityMass: null });
    expect(Object.keys(detail!.rates)).toEqual(['exact_match,strict-match', 'exact_match,flexible-extract']);
  });
});

describe('generationCounts', () => {
  it('counts ends and loops, and says nothing where a verdict does not', () => {
    expect(generationCounts(tuned)).toEqual({
      n: 4,
      ends: { 'stop-token': 0, 'stop-rule': 3, length: 1 },
      looping: 1,
    });
    const { generation: _unknown, ...older } = tuned[0]!;
    expect(generationCounts([...tuned, older])).toBeUndefined();
  });
});

describe('official match', () => {
  it('is a rate where all golds are words, beside the harness’s own', () => {
    const words = ['Rome', 'Paris'].map(
      (answer) => recogniseFile('f', [{ question: answer, answer }]).items[0]!,
    );
    const [number] = recogniseFile('f', [{ question: 'n', answer: '18' }]).items;
    const rates = (items: readonly Item[]) => {
      const verdicts = items.map((item) => judgeItem(item, { output: '#### the Paris' }));
      const [scoring] = analyse({
        items,
        verdicts: new Map([['zero-shot', verdicts]]),
        steps: new Map(),
        known: new Map(),
        follows: new Map(),
        seed: 1,
      }).scoring;
      return scoring!.rates;
    };
    expect(rates(words)['exact_match,official']).toMatchObject({ successes: 1, n: 2 });
    expect(rates([...words, number!])).not.toHaveProperty('exact_match,official');
  });
});

describe('items of a run', () => {
  const closed = microBenchmark('closed');
  const open = microBenchmark('open');

  it('keep the benchmark’s prompts unless a template is given', () => {
    expect(preparedItems(closed.test, {})).toBe(closed.test);
    const [item] = preparedItems(closed.test, {
      prompt: { statesFormat: false, template: 'Q: {question}\n{options}\nA:' },
    });
    const { question, options } = closed.test[0]!;
    expect(item!.prompt).toBe(`Q: ${question}\n${options!.join('\n')}\nA:`);
    expect(item!.answer).toBe(closed.test[0]!.answer);
  });

  it('take another required form for open tasks, stated or not', () => {
    const form = { kind: 'boxed' } as const;
    const [stated] = preparedItems(open.test, { prompt: { statesFormat: true, form } });
    const [silent] = preparedItems(open.test, { prompt: { statesFormat: false, form } });
    expect(stated!.answer).toBe(`\\boxed{${open.test[0]!.accepted[0]}}`);
    expect(stated!.prompt).toContain('\\boxed{answer}');
    expect(silent!.prompt).not.toContain('boxed');
  });

  it('share few-shot pairs, or draw them for each item', () => {
    const shared = shotPicker(closed, closed.test, runConfig());
    expect(shared(closed.test[0]!)).toBe(shared(closed.test[1]!));
    const own = shotPicker(closed, closed.test, runConfig({ fewShotPerItem: true }));
    const ids = closed.test.slice(0, 2).map((item) => own(item).map(({ id }) => id));
    expect(ids[0]).toHaveLength(3);
    expect(ids[0]).not.toEqual(ids[1]);
  });
});
