import { describe, expect, it } from 'vitest';
import { Progress } from './progress.ts';

const plan = () =>
  new Progress([
    { kind: 'zero-shot', units: 10, tokensPerUnit: 100 },
    { kind: 'tuning', units: 5, tokensPerUnit: 1000 },
  ]);

describe('Progress', () => {
  it('knows nothing before anything was measured', () => {
    expect(plan().secondsLeft('zero-shot')).toBeNull();
  });

  it('estimates unmeasured work by its tokens', () => {
    const progress = plan();
    progress.measure('zero-shot', 5, 10);
    // 5 items at 2 s, and 5 steps of ten times the tokens.
    expect(progress.secondsLeft('zero-shot')).toBeCloseTo(5 * 2 + 5 * 20, 9);
  });

  it('prefers what was measured, recent work most', () => {
    const progress = plan();
    progress.measure('zero-shot', 10, 10);
    progress.measure('tuning', 1, 100);
    progress.measure('tuning', 1, 1);
    const left = progress.secondsLeft('tuning')!;
    expect(left).toBeGreaterThan(3);
    expect(left).toBeLessThan(3 * 50.5);
  });

  it('counts units that are done but not yet measured, and ends at zero', () => {
    const progress = plan();
    progress.measure('zero-shot', 10, 10);
    progress.measure('tuning', 4, 8);
    expect(progress.secondsLeft('tuning')).toBeCloseTo(2, 9);
    expect(progress.secondsLeft('tuning', 1)).toBe(0);
  });
});
