import { describe, expect, it } from 'vitest';
import { countJudged, type JudgedEntry, judgedRates } from './summary.ts';

const times = (count: number, entry: JudgedEntry): JudgedEntry[] => Array(count).fill(entry);

describe('rule and judge', () => {
  // 20 items: 8 the rule credits (3 of them asked), 12 misses of which 4 are found, 5 are not, 2 unparsable, 1 failed.
  const counts = countJudged([
    ...times(5, { rule: true }),
    ...times(2, { rule: true, judge: true }),
    ...times(1, { rule: true, judge: null }),
    ...times(4, { rule: false, judge: true }),
    ...times(5, { rule: false, judge: false }),
    ...times(2, { rule: false, judge: null }),
    ...times(1, { rule: false, judge: 'failed' }),
  ]);

  it('are counted apart', () => {
    expect(counts).toEqual({
      n: 20,
      ruleYes: 8,
      bothYes: 2,
      ruleOnly: 0,
      judgeOnly: 4,
      bothNo: 5,
      unparsable: 3,
      failed: 1,
      unscoredMisses: 3,
    });
  });

  it('count unscored misses as not credited and say what they could change', () => {
    const { before, after, upper, asked, agreement } = judgedRates(counts);
    expect(before).toMatchObject({ successes: 8, n: 20 });
    // The unparsable reply on a credited item costs nothing: the rule's yes stands.
    expect(after).toMatchObject({ successes: 12, n: 20 });
    expect(upper).toMatchObject({ successes: 15, n: 20 });
    expect(asked).toBe(15);
    expect(agreement).toMatchObject({ successes: 7, n: 11 });
  });

  it('a judge that credits nothing leaves the rate as it was, whatever it left unscored', () => {
    const { before, after, upper } = judgedRates(
      countJudged([
        ...times(17, { rule: true }),
        ...times(2, { rule: false, judge: false }),
        ...times(1, { rule: false, judge: null }),
      ]),
    );
    expect(after).toEqual(before);
    expect(after.rate).toBe(0.85);
    expect(upper.rate).toBe(0.9);
  });

  it('a no of the judge never takes a yes of the rule away', () => {
    const counts = countJudged(times(3, { rule: true, judge: false }));
    expect(counts).toMatchObject({ ruleYes: 3, ruleOnly: 3, bothYes: 0, judgeOnly: 0, bothNo: 0 });
    const { after } = judgedRates(counts);
    expect(after).toMatchObject({ successes: 3, n: 3 });
  });

  it('without items know nothing', () => {
    expect(judgedRates(countJudged([]))).toMatchObject({
      before: { n: 0, low: 0, high: 1 },
      after: { n: 0, low: 0, high: 1 },
      upper: { n: 0, low: 0, high: 1 },
    });
  });
});
