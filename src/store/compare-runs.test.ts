import { describe, expect, it } from 'vitest';
import { mcnemar, pairedCounts, pairedInterval, wilson } from '../eval/index.ts';
import type { KeptRun } from '../lab/study/kept.ts';
import { type ComparisonRules, compareRuns } from './compare-runs.ts';

/** One letter an item: r = right, k = knows only, w = wrong. */
function run(name: string, items: string, test = 'a', ids = (i: number) => `item ${i}`): KeptRun {
  const examples = [...items].map((letter, i) => ({
    itemId: ids(i),
    prompt: `Q${i}`,
    answer: `A${i}`,
    verdicts: {
      'zero-shot': {
        itemId: ids(i),
        exactMatch: letter === 'r',
        knowledge: letter !== 'w',
        format: letter === 'r',
        shape: true,
        outcome: 'correct' as const,
        output: `${name} ${i}`,
        answerLine: '',
        reasons: [],
      },
    },
  }));
  const result = {
    config: { conditions: ['zero-shot', 'few-shot'], seed: 1, itemLimit: 5, tuning: { steps: 2 } },
    startedAt: name,
    hashes: { test },
  };
  return { kind: 'run', name, createdAt: '', result, examples } as unknown as KeptRun;
}

const rules: ComparisonRules = {
  wilson,
  pairedInterval: (a, b) => pairedInterval(pairedCounts(a, b)),
  pValue: (a, b) => mcnemar(a, b).p,
};

describe('compareRuns', () => {
  it('names gains and losses with what both wrote', () => {
    const { names, facts, sameData, conditions } = compareRuns(run('x', 'rrkww'), run('y', 'rkrrw'), rules);
    expect(names).toEqual(['x', 'y']);
    expect(facts).toEqual(
      ['x', 'y'].map((startedAt) => ({ startedAt, seed: 1, steps: 2, itemLimit: 5, controls: [] })),
    );
    expect(sameData).toBe(true);
    expect(conditions.map(({ metric }) => metric)).toEqual(['exactMatch', 'knowledge', 'format']);
    const [exact, knowledge] = conditions;
    expect(exact).toMatchObject({
      condition: 'zero-shot',
      n: 5,
      gains: 2,
      losses: 1,
      rates: [wilson(2, 5), wilson(3, 5)],
      difference: { difference: expect.closeTo(0.2, 12), n: 5 },
      p: 1,
    });
    expect(exact!.flips.map(({ itemId, gained }) => `${itemId} ${gained}`)).toEqual([
      'item 1 false',
      'item 2 true',
      'item 3 true',
    ]);
    expect(exact!.flips[0]).toMatchObject({ prompt: 'Q1', answer: 'A1', first: 'x 1', second: 'y 1' });
    expect(knowledge).toMatchObject({ gains: 1, losses: 0 });
  });

  it('gives the exact p of McNemar', () => {
    const [exact] = compareRuns(run('x', 'w'.repeat(8)), run('y', `${'r'.repeat(6)}ww`), rules).conditions;
    expect(exact!.p).toBeCloseTo(2 / 64, 12);
  });

  it('pairs by item, not by place, and says when the data differ', () => {
    const other = run('y', 'rww', 'b', (i) => `item ${2 - i}`);
    const changed = {
      ...other,
      examples: other.examples.map((example) => ({ ...example, answer: `A${example.itemId.at(-1)}` })),
    };
    const { sameData, conditions } = compareRuns(run('x', 'wwr'), changed, rules);
    expect(sameData).toBe(false);
    expect(conditions[0]).toMatchObject({ n: 3, gains: 0, losses: 0 });
  });

  it('leaves out ids that name another item, and conditions without common items', () => {
    const [exact] = compareRuns(
      run('x', 'rr'),
      {
        ...run('y', 'ww'),
        examples: [run('y', 'ww').examples[0]!, { ...run('y', 'ww').examples[1]!, answer: 'other' }],
      },
      rules,
    ).conditions;
    expect(exact).toMatchObject({ n: 1, losses: 1 });
    expect(
      compareRuns(
        run('x', 'r'),
        run('y', 'r', 'a', () => 'none'),
        rules,
      ).conditions,
    ).toEqual([]);
  });
});
