import { describe, expect, it } from 'vitest';
import { wilson } from '../eval/metrics/wilson.ts';
import type { Condition } from '../eval/types.ts';
import type { EvalPoint, RunAnalysis } from '../lab/types.ts';
import { placeboFinding, viewAnalysis } from './analysis.ts';

const N = 200;
const point = (condition: Condition, step: number, knowledge: number, format: number): EvalPoint => ({
  condition,
  step,
  seconds: 1,
  metrics: {
    exactMatch: wilson(format, N),
    knowledge: wilson(knowledge, N),
    format: wilson(format, N),
    shape: wilson(format, N),
  },
});
const points = [
  point('zero-shot', 0, 196, 4),
  point('soft-prompt', 80, 196, 198),
  point('soft-prompt', 0, 195, 6),
];
const counts = (both: number, firstOnly: number, secondOnly: number) => ({
  both,
  firstOnly,
  secondOnly,
  neither: N - both - firstOnly - secondOnly,
});
const analysis = (drift: RunAnalysis['drift']): RunAnalysis => ({
  comparisons: [
    {
      first: 'zero-shot',
      second: 'soft-prompt',
      metric: 'format',
      counts: counts(4, 0, 10),
      low: 0.02,
      high: 0.08,
    },
  ],
  drift,
  scoring: [],
});

describe('viewAnalysis', () => {
  it('gives difference, gains, losses and the exact test from the counts', async () => {
    const { comparisons } = await viewAnalysis(analysis([]), points);
    expect(comparisons).toEqual([
      {
        first: 'zero-shot',
        second: 'soft-prompt',
        metric: 'format',
        low: 0.02,
        high: 0.08,
        difference: 0.05,
        gains: 10,
        losses: 0,
        n: N,
        // Ten of ten in one direction: 2 / 2^10.
        p: expect.closeTo(2 / 1024),
        byFormula: false,
        equivalent: false,
      },
    ]);
  });

  it('does not pass off the lack of differing pairs as certainty', async () => {
    const [same] = analysis([]).comparisons;
    const none = { ...analysis([]), comparisons: [{ ...same!, counts: counts(190, 0, 0), low: 0, high: 0 }] };
    const [row] = (await viewAnalysis(none, points)).comparisons;
    expect(row).toMatchObject({ difference: 0, p: 1, byFormula: true });
    expect(row!.low).toBeLessThan(-0.005);
    expect(row!.high).toBeGreaterThan(0.005);
  });

  it('finds equivalence only where every step shows it', async () => {
    const same = { step: 20, counts: counts(196, 0, 0) };
    const unsure = { step: 40, counts: counts(190, 6, 4) };
    const fell = { step: 80, counts: counts(150, 46, 0) };
    const verdict = async (...drift: RunAnalysis['drift']) =>
      (await viewAnalysis(analysis(drift), points)).drift?.verdict;
    expect(await verdict()).toBeUndefined();
    expect(await verdict(same)).toBe('equivalent');
    expect(await verdict(same, unsure)).toBe('undecided');
    expect(await verdict(same, unsure, fell)).toBe('different');
    const { drift } = await viewAnalysis(analysis([fell]), points);
    expect(drift).toMatchObject({ firstStep: 0, n: N, margin: 0.03 });
    expect(drift!.steps[0]).toMatchObject({ step: 80, difference: expect.closeTo(-0.23) });
  });

  it('says what a sample of this size would find', async () => {
    const small = points.map((p) => ({ ...p, metrics: { ...p.metrics, knowledge: wilson(9, 10) } }));
    expect((await viewAnalysis(analysis([]), points)).detectable).toBeCloseTo(0.09, 2);
    expect((await viewAnalysis(analysis([]), small)).detectable).toBeUndefined();
  });
});

describe('placeboFinding', () => {
  const control = (...rest: EvalPoint[]) => ({
    control: 'wrong' as const,
    train: 600,
    points: rest,
    losses: [],
  });

  it('waits for the last step', () => {
    expect(placeboFinding(control(point('soft-prompt', 0, 195, 6)), points, 80)).toBeNull();
  });

  it('tells a fall of knowledge from one of format', () => {
    const falls = placeboFinding(
      control(point('soft-prompt', 0, 195, 6), point('soft-prompt', 80, 122, 197)),
      points,
      80,
    );
    expect(falls).toMatchObject({
      before: wilson(195, N),
      after: wilson(122, N),
      form: 'follows',
      outcome: 'form-falls',
      n: N,
    });
    const formless = placeboFinding(control(point('soft-prompt', 80, 195, 40)), points, 80);
    const last = point('soft-prompt', 80, 122, 60);
    const shaped = { ...last, metrics: { ...last.metrics, shape: wilson(199, N) } };
    expect(placeboFinding(control(shaped), points, 80)).toMatchObject({
      form: 'shape-only',
      shape: wilson(199, N),
    });
    // Without an evaluation before, the untuned model is what there was.
    expect(formless).toMatchObject({
      before: wilson(196, N),
      form: 'behind',
      outcome: 'form-unsaid',
    });
  });

  it.each<[n: number, before: readonly number[], after: readonly number[], outcome: string]>([
    // Knowledge, then format and shape.
    [11, [4, 0], [3, 0], 'no-form-unsaid'],
    [11, [4, 0], [3, 11], 'form-unsaid'],
    [1000, [980, 0], [980, 0], 'no-form-stays'],
    [1000, [980, 0], [980, 990], 'form-stays'],
    [200, [195, 0], [122, 0], 'no-form-falls'],
    [200, [122, 0], [195, 190], 'form-rises'],
  ])('n = %i, %j to %j: %s', (n, before, after, outcome) => {
    const at = (step: number, [known, form]: readonly number[]): EvalPoint => {
      const rate = wilson(form!, n);
      return {
        ...point('soft-prompt', step, 0, 0),
        metrics: { exactMatch: rate, knowledge: wilson(known!, n), format: rate, shape: rate },
      };
    };
    const own = [at(0, before), at(80, after)];
    expect(placeboFinding(control(...own), own, 80)?.outcome).toBe(outcome);
  });

  it('goes by the items against the untuned model where they were compared', async () => {
    const { comparisons } = await viewAnalysis(
      {
        ...analysis([]),
        comparisons: [
          {
            first: 'zero-shot',
            second: 'placebo-wrong',
            metric: 'knowledge',
            counts: counts(186, 10, 0),
            low: -0.08,
            high: -0.02,
          },
        ],
      },
      points,
    );
    const own = [point('soft-prompt', 0, 195, 6), point('soft-prompt', 80, 186, 197)];
    expect(placeboFinding(control(...own), points, 80, comparisons)).toMatchObject({
      before: wilson(196, N),
      outcome: 'form-falls',
      knowledge: { difference: -0.05, shown: true },
    });
  });
});
