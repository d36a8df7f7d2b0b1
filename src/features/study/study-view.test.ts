import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BOOTSTRAP_REPLICATES } from '../../eval/metrics/bootstrap.ts';
import { wilson } from '../../eval/metrics/wilson.ts';
import { en } from '../../i18n/en.ts';
import { createTranslator } from '../../i18n/translate.ts';
import { reportResult } from '../../lab/study/testing/report-study.ts';
import { cellsCsv, gapsCsv, rankingsCsv, toCsv } from './csv.ts';
import { type PlaceboSide, placeboSummaries } from './placebo-summary.ts';
import { panelGrid, slopeLines } from './slope-layout.ts';
import { conditionName, meanRate, pointsText, RESAMPLES, rankedRates, tableOrder } from './study-view.ts';

const result = reportResult();

describe('CSV', () => {
  it('escapes separators, quotes and lines, and disarms formulas', () => {
    expect(toCsv([['a,b', 'say "x"', 'two\nlines', '=1+1', -1.5, true]])).toBe(
      '"a,b","say ""x""","two\nlines",\'=1+1,-1.5,true\r\n',
    );
  });

  it('has every cell, place, distance and gap', () => {
    const rows = cellsCsv(result).trim().split('\r\n');
    expect(rows).toHaveLength(1 + 30 * 4);
    expect(rows[1]).toMatch(/^micro\/m1-base,base,m1,zero-shot,0,1,exactMatch,5,228,0\.0219/);
    const [places, swaps] = rankingsCsv(result).split('\r\n\r\n');
    expect(places!.split('\r\n')).toHaveLength(1 + 7 * 5);
    expect(swaps!.trim().split('\r\n')).toHaveLength(1 + 12);
    expect(swaps).toContain('zero-shot,zero-shot,exactMatch,7.5,');
    expect(gapsCsv(result).trim().split('\r\n')).toHaveLength(1 + 3 * 6);
  });
});

describe('slope charts', () => {
  const side = (scores: number[], ranks: number[]) => ({ scores, ranks });

  it('put places from the best down, ties on one point with labels apart', () => {
    const lines = slopeLines(
      side([0.1, 0.1, 0.5], [2.5, 2.5, 1]),
      side([0.9, 0.6, 0.3], [1, 2, 3]),
      'place',
      0,
      90,
    );
    expect(lines.map(({ left }) => left.y)).toEqual([60, 60, 15]);
    expect(lines.map(({ right }) => right.y)).toEqual([15, 45, 75]);
    expect(Math.abs(lines[0]!.left.labelY - lines[1]!.left.labelY)).toBeGreaterThanOrEqual(15);
  });

  it('put scores on a scale from 0 to 100 %', () => {
    const [line] = slopeLines(side([0.25], [1]), side([1], [1]), 'score', 10, 100);
    expect([line!.left.y, line!.right.y]).toEqual([85, 10]);
  });

  it('cross exactly where two families swap', () => {
    const ranks = fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(ranks, ranks, (left, right) => {
        const lines = slopeLines(side(left, left), side(right, right), 'place', 0, 100);
        for (let i = 0; i < 5; i++) {
          for (let j = 0; j < i; j++) {
            const crosses =
              (lines[i]!.left.y - lines[j]!.left.y) * (lines[i]!.right.y - lines[j]!.right.y) < 0;
            expect(crosses).toBe((left[i]! - left[j]!) * (right[i]! - right[j]!) < 0);
          }
        }
      }),
    );
  });

  it('stand side by side as far as they fit', () => {
    expect(panelGrid(4, 1000, 220, 20)).toEqual({ columns: 4, panelWidth: 235 });
    expect(panelGrid(4, 500, 220, 20)).toEqual({ columns: 2, panelWidth: 240 });
    expect(panelGrid(3, 200, 220, 20)).toEqual({ columns: 1, panelWidth: 200 });
  });
});

describe('placebos', () => {
  const study = reportResult(['wrong']);

  it('are summed up over the models of a role, beside real answers and the untuned model', () => {
    const [base, chat] = placeboSummaries(study);
    expect(base).toMatchObject({
      condition: 'placebo-wrong',
      role: 'base',
      models: 5,
      outcome: 'form-falls',
      n: 228,
    });
    expect(chat).toMatchObject({ role: 'post-trained', models: 5 });
    const means = (side: PlaceboSide) => base!.sides.find((one) => one.side === side)!.means;
    expect(means('placebo').format.rate).toBe(1);
    expect(means('placebo').knowledge.rate).toBeCloseTo(140 / 228, 12);
    // Mean of 98.7, 92.1, 83.8, 74.6 and 69.7 % of 228 items, with the least and the most of the models.
    expect(means('before').knowledge.rate).toBeCloseTo((225 + 210 + 191 + 170 + 159) / 5 / 228, 12);
    expect(means('before').knowledge).toMatchObject({ low: 159 / 228, high: 225 / 228 });
    expect(base!.change!.difference).toBeCloseTo(140 / 228 - (225 + 210 + 191 + 170 + 159) / 5 / 228, 12);
    expect(base!.change!.high).toBeLessThan(0);
    expect(placeboSummaries(result)).toEqual([]);
  });

  it('wait for models that have all sides', () => {
    const cells = study.cells.filter(({ model, condition }) => model !== 0 || condition !== 'soft-prompt');
    expect(placeboSummaries({ ...study, cells })[0]!.models).toBe(4);
    const config = { ...study.config, conditions: ['soft-prompt', 'placebo-wrong'] as const };
    const [alone] = placeboSummaries({ config, cells: study.cells });
    expect(alone).toMatchObject({ change: null, outcome: null });
    expect(alone!.sides.map(({ side }) => side)).toEqual(['placebo', 'real']);
  });

  it('are in the CSV files by the name they have in the result', () => {
    expect(cellsCsv(study)).toContain('micro/m1-base,base,m1,placebo-wrong,80,1,knowledge,140,228,');
    expect(rankingsCsv(study)).toContain('zero-shot,placebo-wrong,exactMatch,5,');
    expect(gapsCsv(study)).toContain('placebo-wrong,mean,0,');
  });
});

describe('words and order', () => {
  it('names conditions and placebos', () => {
    const i18n = createTranslator('en', en);
    expect(
      (['few-shot', 'placebo-random-slow'] as const).map((condition) =>
        conditionName(i18n, condition, result.config),
      ),
    ).toEqual(['3-shot', 'Placebo: random options, low rate']);
  });

  it('mean over seeds shows their range', () => {
    const rate = (value: number) => ({ rate: value, low: 0, high: 1, n: 10, successes: 10 * value });
    expect(meanRate([rate(0.4), rate(0.6)])).toEqual({ rate: 0.5, low: 0.4, high: 0.6 });
    expect(meanRate([rate(0.4)])).toMatchObject({ rate: 0.4, low: 0, high: 1 });
  });

  it('puts pairs together, base first', () => {
    const models = ['b-chat', 'x', 'a-base', 'a-chat', 'b-base'].map((id) => ({
      id,
      file: '',
      role: id.endsWith('chat') ? ('post-trained' as const) : ('base' as const),
      family: id === 'x' ? '' : id[0]!,
      useChatTemplate: false,
    }));
    const order = tableOrder({ ...result.config, models });
    expect(order.map((i) => models[i]!.id)).toEqual(['b-base', 'b-chat', 'a-base', 'a-chat', 'x']);
  });

  it('gives the scores of a ranking their intervals, over the seeds that all have', () => {
    for (const ranking of result.analysis.rankings) {
      const rates = rankedRates(result, ranking);
      expect(rates.map(({ rate }) => rate)).toEqual(ranking.scores);
      for (const { low, rate, high } of rates) expect(low < rate && rate < high).toBe(true);
    }
    const { successes, n } = result.cells[0]!.metrics[0]!.exactMatch;
    expect(rankedRates(result, result.analysis.rankings[0]!)[0]).toEqual(wilson(successes, n));
    // A second seed that one model alone has counts for none.
    const [first, ...rest] = result.cells;
    const more = { ...first!, seeds: [1, 2], metrics: [first!.metrics[0]!, result.cells[2]!.metrics[0]!] };
    expect(rankedRates({ ...result, cells: [more, ...rest] }, result.analysis.rankings[0]!)).toEqual(
      rankedRates(result, result.analysis.rankings[0]!),
    );
  });

  it('names the number of draws that the analysis makes', () => {
    expect(RESAMPLES).toBe(BOOTSTRAP_REPLICATES);
  });

  it('signs points', () => {
    const i18n = createTranslator('en', en);
    expect([0.398, -0.021, 0].map((share) => pointsText(i18n, share))).toEqual(['+39.8', '−2.1', '+0.0']);
  });
});
