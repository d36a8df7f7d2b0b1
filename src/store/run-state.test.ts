import { describe, expect, it } from 'vitest';
import type { Metrics, Verdict } from '../eval/types.ts';
import type { ExampleRecord, RunEvent, RunResult } from '../lab/types.ts';
import type { WorkerEvent } from '../worker/protocol.ts';
import {
  applyWorkerEvent,
  failedRun,
  hasData,
  idleRun,
  isBusy,
  mergeExamples,
  type RunState,
  startedRun,
} from './run-state.ts';

const rate = { successes: 1, n: 2, rate: 0.5, low: 0.1, high: 0.9 };
const metrics: Metrics = { exactMatch: rate, knowledge: rate, format: rate, shape: rate };
const phase: RunEvent = { type: 'phase', phase: 'tuning', step: 3, done: 3, total: 80, secondsLeft: 9 };
const ofRun = (event: RunEvent): WorkerEvent => ({ type: 'run', runId: 1, event });
const play = (state: RunState, ...events: WorkerEvent[]) =>
  events.reduce((next, event) => applyWorkerEvent(next, event, 0), state);
const begun = play(startedRun(null), { type: 'started', runId: 1 });

describe('run state', () => {
  it('is running once the worker took the run', () => {
    expect(startedRun(null).status).toBe('starting');
    expect(begun.status).toBe('running');
  });

  it('keeps phase, losses and evaluations', () => {
    const point = { condition: 'soft-prompt', step: 5, metrics, seconds: 1 } as const;
    const loss = { step: 1, loss: 2, gradientNorm: 1, seconds: 1 };
    const state = play(
      begun,
      ofRun(phase),
      ofRun({ type: 'loss', point: loss }),
      ofRun({ type: 'eval', point }),
    );
    expect(state.phase).toEqual({ phase: 'tuning', step: 3, done: 3, total: 80, secondsLeft: 9 });
    expect(state.losses).toEqual([loss]);
    expect(state.points).toEqual([point]);
    expect(hasData(state)).toBe(true);
    expect(hasData(begun)).toBe(false);
  });

  it('replaces an evaluation of the same condition and step, and keeps points in the order of steps', () => {
    const at = (step: number, seconds: number): WorkerEvent =>
      ofRun({ type: 'eval', point: { condition: 'soft-prompt', step, metrics, seconds } });
    const state = play(begun, at(5, 1), at(0, 1), at(5, 2));
    expect(state.points.map((p) => [p.step, p.seconds])).toEqual([
      [0, 1],
      [5, 2],
    ]);
  });

  it('does not let a late phase undo what a person asked for', () => {
    const pausing = { ...begun, status: 'pausing' } as const;
    expect(play(pausing, ofRun(phase)).status).toBe('pausing');
    expect(play(pausing, ofRun({ type: 'paused' })).status).toBe('paused');
    expect(play(pausing, ofRun({ type: 'paused' }), ofRun({ type: 'resumed' })).status).toBe('running');
  });

  it('is busy until the worker has freed the memory', () => {
    const result = {} as RunResult;
    const ending = play(begun, ofRun({ type: 'result', result }));
    expect([ending.status, isBusy(ending.status)]).toEqual(['ending', true]);
    const done = play(
      ending,
      { type: 'memory', runId: 1, liveBytes: 7, liveBytesBefore: 7 },
      { type: 'ended', runId: 1 },
    );
    expect([done.status, isBusy(done.status)]).toEqual(['done', false]);
    expect(done.result).toBe(result);
    expect(done.memory).toEqual({ before: 7, after: 7 });
  });

  it('ends cancelled or failed as the worker said', () => {
    const ended: WorkerEvent = { type: 'ended', runId: 1 };
    expect(play(begun, ofRun({ type: 'cancelled' }), ended).status).toBe('cancelled');
    const error = { code: 'gpu.lost', params: {} };
    const failed = play(begun, ofRun({ type: 'failed', error }), ended);
    expect([failed.status, failed.error]).toEqual(['failed', error]);
  });

  it('fails at once where no more events can come, but only while it is on', () => {
    const error = { code: 'worker.crashed', params: {} };
    expect(failedRun(begun, error)).toMatchObject({ status: 'failed', error });
    expect(failedRun(idleRun, error)).toBe(idleRun);
  });

  it('ignores events after the end', () => {
    const done = play(begun, ofRun({ type: 'cancelled' }), { type: 'ended', runId: 1 });
    expect(play(done, ofRun(phase))).toBe(done);
  });
});

describe('mergeExamples', () => {
  it('joins the verdicts of an item over conditions', () => {
    const verdict = (output: string) => ({ output }) as Verdict;
    const example = (verdicts: ExampleRecord['verdicts']): ExampleRecord => ({
      itemId: 'a',
      prompt: 'p',
      answer: 'x',
      verdicts,
    });
    const first = mergeExamples([], [example({ 'zero-shot': verdict('1') })]);
    const second = mergeExamples(first, [example({ 'few-shot': verdict('2') })]);
    const third = mergeExamples(second, [example({ 'zero-shot': verdict('3') })]);
    expect(third).toEqual([example({ 'zero-shot': verdict('3'), 'few-shot': verdict('2') })]);
  });
});
