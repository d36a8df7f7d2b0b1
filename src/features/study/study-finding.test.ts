import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wilson } from '../../eval/index.ts';
import { reportResult } from '../../lab/study/testing/report-study.ts';
import type { StudyResult } from '../../lab/study/types.ts';
import { caveatsOf } from './caveats.ts';
import { placeboSummaries } from './placebo-summary.ts';
import { studyFinding } from './study-finding.ts';

const recorded = (name: string): StudyResult =>
  JSON.parse(readFileSync(`public/recorded/${name}.json`, 'utf8')) as StudyResult;
const closed = recorded('study');

/** The study with other compression flags of its rankings. */
const flagged = (study: StudyResult, compressed: boolean): StudyResult => ({
  ...study,
  analysis: {
    ...study.analysis,
    rankings: study.analysis.rankings.map((ranking) => ({
      ...ranking,
      compression: { ...ranking.compression, compressed },
    })),
  },
});

/** Every cell with these counts of n in all metrics, by condition. */
const withCounts = (study: StudyResult, n: number, of: Readonly<Record<string, number>>): StudyResult => ({
  ...study,
  cells: study.cells.map((cell) => {
    const rate = wilson(of[cell.condition] ?? 0, n);
    return {
      ...cell,
      metrics: [{ exactMatch: rate, knowledge: rate, format: rate, shape: rate }],
    };
  }),
});

describe('the headline of a study', () => {
  it('quotes distances with intervals and calls a compressed ranking none', () => {
    const found = studyFinding(closed)!;
    expect(found).toMatchObject({ pairs: 10, referenceCompressed: false, orderless: ['zero-shot'] });
    expect(found.readable).toEqual([
      { name: 'soft-prompt', distance: 1, low: 0, high: 2 },
      { name: 'knowledge', distance: 1, low: 0, high: 2 },
    ]);
  });

  it('quotes all where all are spread, and none where the reference itself is no order', () => {
    expect(studyFinding(flagged(closed, false))!.readable.map(({ name }) => name)).toEqual([
      'zero-shot',
      'soft-prompt',
      'knowledge',
    ]);
    expect(studyFinding(flagged(closed, true))).toMatchObject({ referenceCompressed: true, readable: [] });
  });
});

describe('caveats', () => {
  const names = (study: StudyResult) => caveatsOf(study).map(({ name }) => name);

  it('take their numbers from the study', () => {
    const caveats = caveatsOf(closed);
    expect(caveats.find(({ name }) => name === 'gain')).toEqual({
      name: 'gain',
      low: expect.closeTo(0.2368, 4),
      high: expect.closeTo(0.4254, 4),
      bounds: [expect.closeTo(0.15, 1), expect.closeTo(0.5, 1)],
    });
    expect(caveats.find(({ name }) => name === 'noise')).toEqual({ name: 'noise', pairs: [['m4', 'm5']] });
    expect(names(closed)).toEqual(['recipe', 'likelihood', 'strict', 'gain', 'seed', 'noise']);
    expect(names(recorded('study-open'))).toEqual(['recipe', 'judge', 'gain', 'seed']);
  });

  it('state no result that the study does not show', () => {
    const small = withCounts(flagged(closed, true), 6, { 'zero-shot': 2, 'soft-prompt': 5 });
    expect(names(small)).toEqual(['recipe', 'seed', 'noise']);
    const other = closed.config.models.map((model) => ({ ...model, id: `else/${model.id}` }));
    expect(names({ ...closed, config: { ...closed.config, models: other } })).toEqual([]);
  });
});

describe('what is said of a placebo over the models', () => {
  const study = reportResult(['wrong']);
  it.each<[n: number, before: number, after: number, outcome: string]>([
    [11, 4, 3, 'no-form-unsaid'],
    [1000, 980, 980, 'no-form-stays'],
    [228, 200, 100, 'no-form-falls'],
    [228, 100, 200, 'form-rises'],
  ])('n = %i, %i to %i: %s', (n, before, after, outcome) => {
    const changed = withCounts(study, n, { 'zero-shot': before, 'placebo-wrong': after });
    expect(placeboSummaries(changed)[0]!.outcome).toBe(outcome);
  });
});
