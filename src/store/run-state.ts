/**
 * The state of the current run and the pure reducer that turns worker events into it. No timers, no worker.
 */

import type { KernelChoice, TrainingPlan } from '../engine/model/types.ts';
import type {
  ControlResult,
  EvalPoint,
  ExampleRecord,
  LossPoint,
  RunConfig,
  RunEvent,
  RunResult,
  SelfCheck,
} from '../lab/types.ts';
import type { ErrorData } from '../lib/errors.ts';
import type { WorkerEvent } from '../worker/protocol.ts';
import { type DownloadState, emptyDownload, recordDownload } from './download.ts';

/**
 * `pausing`, `resuming` and `cancelling` are asked for and not yet confirmed by the worker; `ending` is a run whose
 * outcome is known while its memory is still being freed. The other states are facts the worker reported.
 */
export type RunStatus =
  | 'idle'
  | 'starting'
  | 'running'
  | 'pausing'
  | 'paused'
  | 'resuming'
  | 'cancelling'
  | 'ending'
  | 'cancelled'
  | 'done'
  | 'failed';

export type PhaseState = Omit<Extract<RunEvent, { type: 'phase' }>, 'type'>;

export interface RunState {
  readonly status: RunStatus;
  /** Becomes the status once the worker has freed the run's memory. */
  readonly outcome: 'cancelled' | 'done' | 'failed' | null;
  readonly config: RunConfig | null;
  readonly phase: PhaseState | null;
  readonly download: DownloadState;
  readonly points: readonly EvalPoint[];
  readonly losses: readonly LossPoint[];
  readonly controls: readonly ControlResult[];
  readonly examples: readonly ExampleRecord[];
  readonly selfCheck: SelfCheck | null;
  readonly memoryPlan: TrainingPlan | null;
  readonly kernels: KernelChoice | null;
  /** What the engine holds on the GPU after the run, beside what it held before. */
  readonly memory: { readonly before: number; readonly after: number } | null;
  readonly result: RunResult | null;
  readonly error: ErrorData | null;
}

export const idleRun: RunState = {
  status: 'idle',
  outcome: null,
  config: null,
  phase: null,
  download: emptyDownload,
  points: [],
  losses: [],
  controls: [],
  examples: [],
  selfCheck: null,
  memoryPlan: null,
  kernels: null,
  memory: null,
  result: null,
  error: null,
};

export function startedRun(config: RunConfig | null): RunState {
  return { ...idleRun, status: 'starting', config };
}

/** Whether the worker holds a run: no second one may start. */
export function isBusy(status: RunStatus): boolean {
  return !['idle', 'cancelled', 'done', 'failed'].includes(status);
}

/** A run that never came to life, or a worker that died: nothing more will follow. */
export function failedRun(state: RunState, error: ErrorData): RunState {
  return isBusy(state.status) ? { ...state, status: 'failed', outcome: 'failed', error } : state;
}

/** Whether there is anything to draw. */
export function hasData(run: RunState): boolean {
  return run.points.length > 0 || run.losses.length > 0;
}

/** Later verdicts of an item join or replace earlier ones, condition by condition. */
export function mergeExamples(
  known: readonly ExampleRecord[],
  added: readonly ExampleRecord[],
): readonly ExampleRecord[] {
  const byId = new Map(known.map((example) => [example.itemId, example]));
  for (const example of added) {
    const before = byId.get(example.itemId);
    byId.set(example.itemId, { ...example, verdicts: { ...before?.verdicts, ...example.verdicts } });
  }
  return [...byId.values()];
}

function upsertPoint(points: readonly EvalPoint[], point: EvalPoint): readonly EvalPoint[] {
  const others = points.filter((p) => p.condition !== point.condition || p.step !== point.step);
  return [...others, point].sort((a, b) => a.step - b.step);
}

/** The worker works, unless something else was asked for in the meantime. */
function afterStart(status: RunStatus): RunStatus {
  return status === 'starting' ? 'running' : status;
}

function applyRunEvent(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'phase': {
      const { type: _, ...phase } = event;
      return { ...state, status: afterStart(state.status), phase };
    }
    case 'self-check':
      return { ...state, selfCheck: event.check };
    case 'memory-plan':
      return { ...state, memoryPlan: event.plan };
    case 'loss':
      return { ...state, losses: [...state.losses, event.point] };
    case 'eval':
      return { ...state, points: upsertPoint(state.points, event.point) };
    case 'examples':
      return { ...state, examples: mergeExamples(state.examples, event.examples) };
    case 'controls':
      return { ...state, controls: event.controls };
    case 'paused':
      return { ...state, status: 'paused' };
    case 'resumed':
      return { ...state, status: 'running' };
    case 'result':
      return { ...state, status: 'ending', outcome: 'done', result: event.result };
    case 'cancelled':
      return { ...state, status: 'ending', outcome: 'cancelled' };
    case 'failed':
      return { ...state, status: 'ending', outcome: 'failed', error: event.error };
    default:
      return event satisfies never;
  }
}

/** One worker event of this run at time `at` (ms, any monotonic clock; used for download speed only). */
export function applyWorkerEvent(state: RunState, event: WorkerEvent, at: number): RunState {
  switch (event.type) {
    case 'started':
      return { ...state, status: afterStart(state.status) };
    case 'download':
      return { ...state, download: recordDownload(state.download, event.progress, at) };
    case 'kernels':
      return { ...state, kernels: event.choice };
    case 'memory':
      return { ...state, memory: { before: event.liveBytesBefore, after: event.liveBytes } };
    case 'run':
      return isBusy(state.status) ? applyRunEvent(state, event.event) : state;
    case 'ended':
      return isBusy(state.status) ? { ...state, status: state.outcome ?? 'cancelled' } : state;
    default:
      // Answers to other commands; the client hands them to whoever asked.
      return state;
  }
}
