/** What the command line says behind the rates. */

import { describe, expect, it } from 'vitest';
import { sampleAdditions, sampleResult } from '../../src/share/testing/sample-result.ts';
import { comparisonLines, endLines, saturationLine, zeroLines } from './statistics-text.ts';

const result = { ...sampleResult(), ...sampleAdditions() };
const analysis = result.analysis!;

describe('the lines behind the rates', () => {
  it('give the saturation step with its interval', () => {
    const of = (low: number | null, high: number | null, step: number | null = 5) =>
      saturationLine({
        ...result,
        saturationStep: step,
        analysis: { ...analysis, saturation: { low, high, never: 0.125, replicates: 2000, n: 60 } },
      });
    expect(of(2, null)).toBe(
      'Format saturates at step 5 (95 % interval 2 to not within this run: n = 60 items drawn anew 2000 times, seed 1; never in 12.5 %).',
    );
    expect(of(null, null, null)).toMatch(
      /^Format did not saturate within the evaluated steps \(95 % interval not/,
    );
    expect(saturationLine({ ...result, saturationStep: 5 })).toBe('Format saturates at step 5.');
  });

  it('compare item by item and say what this n can find', () => {
    const lines = comparisonLines(result);
    expect(lines[3]).toBe(
      'zero-shot to soft-prompt, exact match: +1.7 points [-1.7, +5.0], 2 gained, 1 lost, exact McNemar p = 1.000, n = 60',
    );
    expect(lines.at(-2)).toMatch(
      /^Knowledge against step 0, margin 3 points: cannot be said to stay .* step 80: /,
    );
    expect(lines.at(-1)).toMatch(
      /^With n = 60 a difference of 15\.\d points would be found four times out of five/,
    );
    const { analysis: _, ...older } = result;
    expect(comparisonLines(older)).toEqual([]);
  });

  it('explain a condition without exact matches', () => {
    const [first, ...rest] = analysis.scoring;
    const zero = {
      code: 'eval.zero-format' as const,
      params: { reason: 'format.no-marker', count: 50, n: 60, known: 58 },
    };
    const lines = zeroLines({
      ...result,
      analysis: { ...analysis, scoring: [{ ...first!, zero }, ...rest] },
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^zero-shot: Hardly any exact match, although 58 of 60 .* \(50 of 60\): \S.*\.$/,
    );
    expect(lines[0]).not.toContain('format.no-marker');
    expect(zeroLines(result)).toEqual([]);
  });

  it('say how the generations ended', () => {
    const ends = { 'stop-token': 40, 'stop-rule': 15, length: 5 };
    const points = result.points.map((point) => ({ ...point, generation: { n: 60, ends, looping: 2 } }));
    expect(endLines({ ...result, points })).toContain(
      'soft-prompt: of 60 generations 40 ended by end token, 15 by stop rule, 5 cut at the budget; 2 in a loop',
    );
    expect(endLines(result)).toEqual([]);
  });
});
