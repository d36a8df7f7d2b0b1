import { describe, expect, it } from 'vitest';
import { reportConfig, reportResult } from '../lab/study/testing/report-study.ts';
import type { StudyEvent } from '../lab/study/types.ts';
import {
  applyToStudy,
  failedSession,
  isStudyBusy,
  type StudySession,
  startedSession,
  studyProgress,
} from './study-session.ts';

const config = reportConfig([1]);
const phase = (name: 'zero-shot' | 'tuning', done: number, total: number): StudyEvent => ({
  type: 'run',
  model: 1,
  seed: 1,
  event: { type: 'phase', phase: name, step: done, done, total, secondsLeft: null },
});
const progress = (...statuses: ('done' | 'running' | 'waiting' | 'failed')[]): StudyEvent => ({
  type: 'progress',
  states: statuses.map((status) => ({ status })),
  secondsLeft: 60,
});

function sessionAfter(...events: StudyEvent[]): StudySession {
  return events.reduce(
    (session, event) => applyToStudy(session, { type: 'study', runId: 1, event }, 0),
    startedSession('id', config),
  );
}
const ended = (session: StudySession) => applyToStudy(session, { type: 'ended', runId: 1 }, 0);

describe('the study that is on', () => {
  it('runs with the first news, and follows pause and resume only when the worker says so', () => {
    expect(startedSession('id', config).status).toBe('starting');
    const running = sessionAfter(progress('running', 'waiting'));
    expect(running).toMatchObject({ status: 'running', secondsLeft: 60 });
    expect(sessionAfter(progress('running'), { type: 'paused' }).status).toBe('paused');
    expect(sessionAfter(progress('running'), { type: 'paused' }, { type: 'resumed' }).status).toBe('running');
  });

  it.each([
    [{ type: 'stopped' } as const, 'stopped'],
    [{ type: 'failed', error: { code: 'storage.full', params: {} } } as const, 'failed'],
    [{ type: 'result', result: reportResult() } as const, 'done'],
  ])('ends in what it came to once its memory is free (%#)', (event, status) => {
    const ending = sessionAfter(progress('running'), event);
    expect(ending.status).toBe('ending');
    expect(isStudyBusy(ending.status)).toBe(true);
    expect(ended(ending).status).toBe(status);
    expect(
      applyToStudy(ended(ending), { type: 'study', runId: 1, event: { type: 'paused' } }, 0).status,
    ).toBe(status);
  });

  it('fails with its result on screen where there is no room to keep it', () => {
    const error = { code: 'storage.full', params: {} };
    const session = ended(
      sessionAfter(progress('done'), { type: 'result', result: reportResult() }, { type: 'failed', error }),
    );
    expect(session).toMatchObject({ status: 'failed', error });
    expect(session.result?.cells).toHaveLength(30);
  });

  it('fails when the worker dies, and keeps what it had', () => {
    const session = sessionAfter(progress('done', 'running'), { type: 'cells', cells: reportResult().cells });
    const failed = failedSession(session, { code: 'worker.crashed', params: {} });
    expect(failed).toMatchObject({ status: 'failed', id: 'id', error: { code: 'worker.crashed' } });
    expect(failed.cells).toHaveLength(30);
    expect(failedSession(failed, { code: 'other', params: {} }).error?.code).toBe('worker.crashed');
  });

  it('only moves forward within a model and over models', () => {
    const shares = [
      sessionAfter(progress('done', 'running', 'waiting', 'waiting')),
      sessionAfter(progress('done', 'running', 'waiting', 'waiting'), phase('zero-shot', 0, 8)),
      sessionAfter(progress('done', 'running', 'waiting', 'waiting'), phase('zero-shot', 8, 8)),
      sessionAfter(progress('done', 'running', 'waiting', 'waiting'), phase('tuning', 0, 80)),
      sessionAfter(progress('done', 'running', 'waiting', 'waiting'), phase('tuning', 79, 80)),
      sessionAfter(progress('done', 'failed', 'waiting', 'waiting')),
      sessionAfter(progress('done', 'done', 'done', 'done')),
    ].map(studyProgress);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect([shares[0], shares.at(-2), shares.at(-1)]).toEqual([0.25, 0.5, 1]);
    expect(studyProgress(startedSession(null, null))).toBe(0);
  });

  it('moves forward over the tunings of placebos as well', () => {
    const conditions = [...config.conditions, 'placebo-wrong', 'placebo-random-slow'] as const;
    const start = {
      ...startedSession('id', { ...config, conditions }),
      states: [{ status: 'done' } as const],
    };
    const shares = [undefined, 'wrong', 'random-slow'].flatMap((control) =>
      (['tuning', 'soft-prompt'] as const).map((name) => {
        const event = { type: 'phase', phase: name, step: 1, done: 1, total: 2, secondsLeft: null } as const;
        return studyProgress({
          ...start,
          states: [{ status: 'running' }],
          part: {
            model: 0,
            seed: 1,
            phase: { ...event, ...(control ? { control: control as 'wrong' } : {}) },
          },
        });
      }),
    );
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(new Set(shares).size).toBe(6);
    expect(shares.at(-1)).toBeLessThan(1);
  });
});
