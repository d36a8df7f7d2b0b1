import { describe, expect, it } from 'vitest';
import type { RunConfig, RunResult } from '../lab/types.ts';
import { idleRun, startedRun } from './run-state.ts';
import { memoizeLast, toView } from './view.ts';

const config = { modelId: 'm' } as RunConfig;
const result = { config, points: [], losses: [], selfCheck: null } as unknown as RunResult;

describe('view', () => {
  it('is nothing at first', () => {
    expect(toView({ origin: 'empty' }, idleRun)).toBeNull();
  });

  it('carries the command of a recorded run', () => {
    const view = toView(
      { origin: 'recorded', record: { command: 'npm run lab', result, examples: [] } },
      idleRun,
    );
    expect(view).toMatchObject({ origin: 'recorded', command: 'npm run lab', result });
  });

  it('follows the live run before and after its result', () => {
    const run = startedRun(config);
    expect(toView({ origin: 'live' }, run)).toMatchObject({ origin: 'live', config, result: null });
    expect(toView({ origin: 'live' }, { ...run, result })).toMatchObject({ result });
  });

  it('shows a shared result whatever the run does', () => {
    const view = toView({ origin: 'shared', result, examples: [] }, startedRun(null));
    expect(view).toMatchObject({ origin: 'shared', result });
  });
});

describe('memoizeLast', () => {
  it('gives the identical object for equal inputs only', () => {
    const make = memoizeLast((value: number) => ({ value }));
    const first = make(1);
    expect(make(1)).toBe(first);
    expect(make(2)).not.toBe(first);
  });
});
