import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunEvent } from '../lab/types.ts';
import { createOutbox } from './outbox.ts';
import type { WorkerBatch, WorkerEvent } from './protocol.ts';

const run = (event: RunEvent): WorkerEvent => ({ type: 'run', runId: 1, event });
const phase = (done: number) =>
  run({ type: 'phase', phase: 'tuning', step: 0, done, total: 9, secondsLeft: null });
const loss = (step: number) => run({ type: 'loss', point: { step, loss: 1, gradientNorm: 1, seconds: 1 } });
const download = (file: string, loaded: number): WorkerEvent => ({
  type: 'download',
  runId: 1,
  progress: { file, loaded, total: 10, fileIndex: 0, fileCount: 1, fromCache: false },
});

let batches: WorkerBatch[];
beforeEach(() => {
  vi.useFakeTimers();
  batches = [];
});
afterEach(() => {
  vi.useRealTimers();
});
const outbox = () => createOutbox((batch) => batches.push(batch));

describe('createOutbox', () => {
  it('sends at most ten batches a second and loses no point of a curve', () => {
    const out = outbox();
    for (let ms = 0; ms < 1000; ms += 10) {
      out.send(loss(ms));
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(1000);
    expect(batches.length).toBeLessThanOrEqual(11);
    expect(batches.flat()).toHaveLength(100);
  });

  it('keeps only the newest phase and the newest bytes of a file', () => {
    const out = outbox();
    for (const event of [phase(1), loss(0), download('a', 1), phase(2), download('b', 5), download('a', 9)]) {
      out.send(event);
    }
    vi.advanceTimersByTime(100);
    expect(batches).toEqual([[loss(0), phase(2), download('b', 5), download('a', 9)]]);
  });

  it('sends confirmations at once, with what waited before them', () => {
    const out = outbox();
    out.send(loss(0));
    out.send(run({ type: 'paused' }));
    expect(batches).toEqual([[loss(0), run({ type: 'paused' })]]);
    vi.advanceTimersByTime(1000);
    expect(batches).toHaveLength(1);
  });
});
