import { describe, expect, it } from 'vitest';
import { wilson } from '../../eval/index.ts';
import type { Condition } from '../../eval/types.ts';
import { analyse, completeFamilies, studyCells } from './analyse.ts';
import {
  CONDITIONS,
  ITEMS,
  reportConfig,
  reportOutcome,
  reportOutcomes,
  reportResult,
  successes,
} from './testing/report-study.ts';

describe('a study of the report’s numbers', () => {
  const config = reportConfig([1]);
  const outcomes = reportOutcomes(config);
  const cells = studyCells(config, outcomes);
  const analysis = analyse(config, outcomes, cells);

  it('has one cell a model and condition, of the last step', () => {
    expect(cells).toHaveLength(30);
    expect(cells.filter(({ condition }) => condition === 'soft-prompt').map(({ step }) => step)).toEqual(
      new Array(10).fill(80),
    );
    expect(cells[2]!.metrics[0]!.exactMatch).toEqual(wilson(225, 228));
  });

  it('pairs bases with their post-trained models', () => {
    expect(analysis.families[1]).toEqual({ name: 'm2', base: 2, postTrained: 3 });
    expect(analysis.families).toHaveLength(5);
  });

  it('gives the report’s swap distances', () => {
    const table = (reference: Condition) =>
      analysis.agreements
        .filter((one) => one.reference === reference && one.metric === 'exactMatch')
        .map(({ distance }) => distance);
    expect(table('zero-shot')).toEqual([7.5, 5, 1]);
    expect(table('few-shot')).toEqual([4.5, 4, 2]);
    expect(table('soft-prompt')).toEqual([6.5, 6, 0]);
    const knowledge = analysis.agreements.filter(({ metric }) => metric === 'knowledge');
    expect(knowledge.map(({ condition }) => condition)).toEqual(new Array(3).fill('zero-shot'));
    expect(knowledge[0]!.distance).toBe(1);
  });

  it('shows what breaking ties by the alphabet would have said', () => {
    const zero = analysis.agreements.find((one) => one.condition === 'zero-shot')!;
    expect([zero.distance, zero.alphabetical]).toEqual([7.5, 7]);
    expect(zero.low).toBeLessThanOrEqual(zero.distance);
    expect(zero.high).toBeGreaterThanOrEqual(zero.distance);
    expect(zero.bestNamed).toBeLessThan(0.01);
    const soft = analysis.agreements.find((one) => one.condition === 'soft-prompt')!;
    expect(soft.bestNamed).toBeGreaterThan(0.99);
  });

  it('says which rankings are none', () => {
    const of = (condition: Condition) =>
      analysis.rankings.find((one) => one.role === 'base' && one.condition === condition)!;
    expect(of('zero-shot').compression).toMatchObject({ ties: [[2, 4]], likeZero: [0], compressed: true });
    expect(of('zero-shot').ranks).toEqual([5, 2, 3.5, 1, 3.5]);
    expect(of('soft-prompt').compression.compressed).toBe(false);
  });

  it('gives the score gap of each pair and their mean', () => {
    const [zero, , soft] = analysis.gaps;
    expect(zero!.pairs[0]!.difference).toBeCloseTo(0.702, 2);
    expect(zero!.mean.difference).toBeCloseTo((72.4 + 44.7 + 46.5 + 36.8 + 33.8 - 35) / 500, 2);
    expect(soft!.mean.difference).toBeCloseTo(-0.017, 2);
    expect(soft!.mean.low).toBeLessThan(soft!.mean.difference);
  });
});

describe('what is missing', () => {
  it('leaves a family out, and the others compared', () => {
    const config = reportConfig([1]);
    const outcomes = reportOutcomes(config).filter(({ model }) => model !== 3);
    const cells = studyCells(config, outcomes);
    expect(completeFamilies(config, cells).map(({ name }) => name)).toEqual(['m1', 'm3', 'm4', 'm5']);
    expect(analyse(config, outcomes, cells).rankings[0]!.scores).toHaveLength(4);
  });

  it('compares nothing where no pair is complete', () => {
    const config = reportConfig([1]);
    const outcomes = [reportOutcome(config, 0, 1), reportOutcome(config, 3, 1)];
    const cells = studyCells(config, outcomes);
    expect(cells).toHaveLength(6);
    expect(analyse(config, outcomes, cells)).toEqual({
      families: [],
      rankings: [],
      agreements: [],
      gaps: [],
    });
  });

  it('counts a seed only where every ranked model has it', () => {
    const config = reportConfig([1, 2]);
    const seeded = CONDITIONS.slice(1);
    const outcomes = config.models.flatMap((_, model) => [
      reportOutcome(config, model, 1),
      ...(model === 4 ? [] : [reportOutcome(config, model, 2, seeded)]),
    ]);
    const cells = studyCells(config, outcomes);
    expect(cells.find(({ model, condition }) => model === 0 && condition === 'zero-shot')!.seeds).toEqual([
      1,
    ]);
    expect(cells.find(({ model, condition }) => model === 0 && condition === 'few-shot')!.seeds).toEqual([
      1, 2,
    ]);
    const one = analyse(
      reportConfig([1]),
      reportOutcomes(reportConfig([1])),
      studyCells(reportConfig([1]), reportOutcomes(reportConfig([1]))),
    );
    expect(analyse(config, outcomes, cells)).toEqual(one);
  });

  it('means over seeds where all have them', () => {
    const config = reportConfig([1, 2]);
    const outcomes = config.models.flatMap((_, model) => [
      reportOutcome(config, model, 1),
      reportOutcome(config, model, 2, CONDITIONS.slice(1)),
    ]);
    const analysis = analyse(config, outcomes, studyCells(config, outcomes));
    expect(analysis.rankings[1]!.scores[3]).toBeCloseTo(successes(67.5) / ITEMS, 12);
    expect(analysis.gaps[1]!.pairs[0]!.difference).toBeCloseTo(
      (successes(77.2) - successes(6.1)) / ITEMS,
      12,
    );
  });
});

describe('a study with placebos', () => {
  const { cells, analysis } = reportResult(['wrong', 'random-slow']);

  it('has them in the table, at their last step', () => {
    expect(cells).toHaveLength(50);
    const own = cells.filter(({ condition }) => condition === 'placebo-wrong');
    expect(own.map(({ step }) => step)).toEqual(new Array(10).fill(80));
    expect(own[0]!.metrics[0]!.knowledge).toEqual(wilson(140, 228));
  });

  it('ranks the bases by them and takes none as the reference', () => {
    const placebos = ['placebo-wrong', 'placebo-random-slow'];
    const ranked = analysis.rankings.filter(({ condition }) => placebos.includes(condition));
    expect(ranked.map(({ role }) => role)).toEqual(['base', 'base']);
    expect(analysis.agreements.some(({ reference }) => placebos.includes(reference))).toBe(false);
    // All bases alike: every pair is a tie, half a swap each.
    const own = analysis.agreements.filter(({ condition }) => condition === 'placebo-wrong');
    expect(own.map(({ distance }) => distance)).toEqual([5, 5, 5]);
    expect(ranked[0]!.compression.compressed).toBe(true);
    expect(analysis.gaps.map(({ condition }) => condition)).toEqual([...CONDITIONS, ...placebos]);
  });

  it('leaves the other numbers as they are without', () => {
    const plain = reportResult();
    const real = <T extends { readonly condition: string }>(list: readonly T[]) =>
      list.filter(({ condition }) => !condition.startsWith('placebo'));
    expect(real(cells)).toEqual(plain.cells);
    expect(real(analysis.agreements)).toEqual(plain.analysis.agreements);
    expect(real(analysis.rankings)).toEqual(plain.analysis.rankings);
    expect(real(analysis.gaps)).toEqual(plain.analysis.gaps);
  });
});
