/** The study that is on, and the pure reducer that turns worker events into it. No timers, no worker. */

import type { ModelState, StudyCell, StudyConfig, StudyEvent, StudyResult } from '../lab/study/types.ts';
import { placeboOf, type RunEvent } from '../lab/types.ts';
import type { ErrorData } from '../lib/errors.ts';
import type { WorkerEvent } from '../worker/protocol.ts';
import { type DownloadState, emptyDownload, recordDownload } from './download.ts';

/** As RunStatus; 'stopped' is a study that can go on. */
export type StudyStatus =
  | 'idle'
  | 'starting'
  | 'running'
  | 'pausing'
  | 'paused'
  | 'resuming'
  | 'stopping'
  | 'ending'
  | 'stopped'
  | 'done'
  | 'failed';

export interface StudyPart {
  readonly model: number;
  readonly seed: number;
  readonly phase: Omit<Extract<RunEvent, { type: 'phase' }>, 'type'>;
}

export interface StudySession {
  readonly status: StudyStatus;
  /** Becomes the status once the worker has freed everything. */
  readonly outcome: 'stopped' | 'done' | 'failed' | null;
  readonly id: string | null;
  readonly config: StudyConfig | null;
  readonly states: readonly ModelState[];
  /** Of the whole study. */
  readonly secondsLeft: number | null;
  /** The run that is on. */
  readonly part: StudyPart | null;
  readonly cells: readonly StudyCell[];
  readonly download: DownloadState;
  readonly result: StudyResult | null;
  readonly error: ErrorData | null;
}

export const idleSession: StudySession = {
  status: 'idle',
  outcome: null,
  id: null,
  config: null,
  states: [],
  secondsLeft: null,
  part: null,
  cells: [],
  download: emptyDownload,
  result: null,
  error: null,
};

export function startedSession(id: string | null, config: StudyConfig | null): StudySession {
  return { ...idleSession, status: 'starting', id, config };
}

export function isStudyBusy(status: StudyStatus): boolean {
  return !['idle', 'stopped', 'done', 'failed'].includes(status);
}

/** A study that never came to life, or a worker that died; it can go on from what it kept. */
export function failedSession(session: StudySession, error: ErrorData): StudySession {
  return isStudyBusy(session.status) ? { ...session, status: 'failed', outcome: 'failed', error } : session;
}

/** How much of the study is done, in [0, 1]: finished models, and of the one that is on what its phases tell. */
export function studyProgress({ states, part, config }: StudySession): number {
  if (states.length === 0) return 0;
  const over = states.filter(({ status }) => ['done', 'skipped', 'failed'].includes(status)).length;
  const running = states.findIndex(({ status }) => status === 'running');
  if (running < 0 || part?.model !== running) return over / states.length;
  // A model's parts in their order, each worth a share by rule of thumb: tuning takes the longest.
  const begins = {
    loading: 0,
    'self-check': 0.03,
    'zero-shot': 0.06,
    'few-shot': 0.14,
    tuning: 0.3,
  } as const;
  const lengths = {
    loading: 0.03,
    'self-check': 0.03,
    'zero-shot': 0.08,
    'few-shot': 0.16,
    tuning: 0.6,
  } as const;
  const { phase, done, total, control } = part.phase;
  const within =
    phase in begins
      ? begins[phase as keyof typeof begins] +
        (lengths[phase as keyof typeof lengths] * done) / Math.max(1, total)
      : 0.9 + (0.1 * done) / Math.max(1, total);
  // Each placebo tunes once more: they share what tuning has between them, the real one first.
  const placebos = (config?.conditions ?? []).flatMap((condition) => placeboOf(condition) ?? []);
  const track = control === undefined ? 0 : placebos.indexOf(control) + 1;
  const share = (within - begins.tuning) / (1 - begins.tuning);
  const inside =
    share < 0 || phase === 'done'
      ? within
      : begins.tuning + ((1 - begins.tuning) * (track + share)) / (1 + placebos.length);
  return (over + Math.min(1, inside)) / states.length;
}

function afterStart(status: StudyStatus): StudyStatus {
  return status === 'starting' ? 'running' : status;
}

function applyStudyEvent(session: StudySession, event: StudyEvent): StudySession {
  switch (event.type) {
    case 'progress': {
      const { states, secondsLeft } = event;
      return { ...session, status: afterStart(session.status), states, secondsLeft };
    }
    case 'run': {
      if (event.event.type !== 'phase') return session;
      const { type: _, ...phase } = event.event;
      return { ...session, part: { model: event.model, seed: event.seed, phase } };
    }
    case 'cells':
      return { ...session, cells: event.cells };
    case 'freed':
      return { ...session, part: null, download: emptyDownload };
    case 'paused':
      return { ...session, status: 'paused' };
    case 'resumed':
      return { ...session, status: 'running' };
    case 'result':
      return {
        ...session,
        status: 'ending',
        outcome: 'done',
        result: event.result,
        cells: event.result.cells,
      };
    case 'stopped':
      return { ...session, status: 'ending', outcome: 'stopped' };
    case 'failed':
      return { ...session, status: 'ending', outcome: 'failed', error: event.error };
    default:
      return event satisfies never;
  }
}

/** One worker event at time `at` (ms, any monotonic clock; used for download speed only). */
export function applyToStudy(session: StudySession, event: WorkerEvent, at: number): StudySession {
  if (!isStudyBusy(session.status)) return session;
  switch (event.type) {
    case 'started':
      return { ...session, status: afterStart(session.status) };
    case 'download':
      return { ...session, download: recordDownload(session.download, event.progress, at) };
    case 'study':
      return applyStudyEvent(session, event.event);
    case 'ended':
      return { ...session, status: session.outcome ?? 'stopped', part: null };
    default:
      return session;
  }
}
