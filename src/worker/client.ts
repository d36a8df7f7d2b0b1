/**
 * The page's side of the worker: starts it when first needed, sends commands, resolves them when the worker confirms,
 * and hands on its events in the batches they arrive in (at most ten a second).
 *
 * Holds no engine code and no state of a run beyond which commands still wait for an answer.
 */

import type { JudgeOutcome, JudgeProgress } from '../lab/judge/types.ts';
import { type ErrorData, LabError } from '../lib/errors.ts';
import type { ClientOptions, Confirmation, LabClient, RunListener, WorkerPort } from './client-types.ts';
import type {
  Capability,
  DataProgress,
  FileFacts,
  WorkerBatch,
  WorkerCommand,
  WorkerEvent,
} from './protocol.ts';

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: LabError) => void;
}

/** One answer the current run still owes. */
interface Owed {
  readonly answer: 'paused' | 'resumed' | 'cancelled';
  readonly resolve: (confirmation: Confirmation) => void;
}

interface CurrentRun {
  readonly type: 'run' | 'study';
  readonly id: number;
  readonly listener: RunListener;
  readonly started: Waiting;
  owed: Owed[];
  cancelled: boolean;
}

function startWorker(): WorkerPort {
  return new Worker(new URL('./host.ts', import.meta.url), { type: 'module', name: 'soft-prompt-lab' });
}

function asLabError(error: ErrorData): LabError {
  return new LabError(
    error.code,
    error.params,
    error.detail ? { cause: new Error(error.detail) } : undefined,
  );
}

export function createLabClient(options: ClientOptions = {}): LabClient {
  let worker: WorkerPort | undefined;
  let run: CurrentRun | undefined;
  let lastId = 0;
  let pinnedKernels = options.kernels ?? null;
  let started = 0;
  const requests = new Map<number, Waiting>();
  const progressListeners = new Map<number, (progress: DataProgress) => void>();
  const judgeListeners = new Map<number, (progress: JudgeProgress) => void>();
  let probes: Waiting[] = [];

  /** Everything that waits fails, and a run on the way hears of it: nothing may wait for ever. */
  const fail = (error: LabError): void => {
    const data: ErrorData = { code: error.code, params: error.params };
    for (const waiting of [...requests.values(), ...probes]) waiting.reject(error);
    requests.clear();
    probes = [];
    const ended = run;
    run = undefined;
    if (!ended) return;
    ended.started.reject(error);
    for (const owed of ended.owed) owed.resolve('run-over');
    ended.listener([
      { type: ended.type, runId: ended.id, event: { type: 'failed', error: data } },
      { type: 'ended', runId: ended.id },
    ]);
  };

  const settle = (answer: Owed['answer'], confirmation: Confirmation = 'confirmed'): void => {
    const current = run;
    if (!current) return;
    for (const owed of current.owed) if (owed.answer === answer) owed.resolve(confirmation);
    current.owed = current.owed.filter((owed) => owed.answer !== answer);
  };

  const onEvent = (event: WorkerEvent): void => {
    switch (event.type) {
      case 'capability':
        for (const waiting of probes) waiting.resolve(event.capability as never);
        probes = [];
        break;
      case 'variants':
        requests.get(event.requestId)?.resolve(event.variants as never);
        requests.delete(event.requestId);
        break;
      case 'data-progress':
        progressListeners.get(event.requestId)?.(event.progress);
        break;
      case 'judge-progress':
        judgeListeners.get(event.requestId)?.(event.progress);
        break;
      case 'answer':
        requests.get(event.requestId)?.resolve(event.answer as never);
        requests.delete(event.requestId);
        break;
      case 'check':
        requests.get(event.requestId)?.resolve(event.report as never);
        requests.delete(event.requestId);
        break;
      case 'error':
        if (event.requestId === undefined) {
          fail(asLabError(event.error));
        } else {
          requests.get(event.requestId)?.reject(asLabError(event.error));
          requests.delete(event.requestId);
        }
        break;
      case 'started':
        if (run?.id === event.runId) run.started.resolve(event.runId as never);
        break;
      case 'run':
      case 'study': {
        const { type } = event.event;
        if (run?.id !== event.runId) break;
        if (type === 'paused' || type === 'resumed') settle(type);
        // A pause still unconfirmed when the run goes on will not come any more.
        if (type === 'resumed') settle('paused', 'taken-back');
        if (type === 'cancelled' || type === 'stopped') run.cancelled = true;
        break;
      }
      case 'ended': {
        const ended = run?.id === event.runId ? run : undefined;
        if (!ended) break;
        // A cancelled run counts as confirmed only here: its memory is free and the next run may start.
        if (ended.cancelled) settle('cancelled');
        run = undefined;
        for (const owed of ended.owed) owed.resolve('run-over');
        break;
      }
    }
  };

  const onBatch = (batch: WorkerBatch): void => {
    const listener = run?.listener;
    const id = run?.id;
    for (const event of batch) onEvent(event);
    const ofRun = batch.filter((event) => 'runId' in event && event.runId === id);
    if (listener && ofRun.length > 0) listener(ofRun);
  };

  const send = (command: WorkerCommand): void => {
    if (!worker) {
      worker = (options.createWorker ?? startWorker)();
      started++;
      worker.onmessage = (message) => onBatch(message.data);
      worker.onerror = (event) => {
        worker?.terminate();
        worker = undefined;
        fail(new LabError('worker.crashed', { message: event.message ?? '' }));
      };
      worker.postMessage({
        type: 'init',
        baseUrl: options.baseUrl ?? document.baseURI,
        hubUrl: options.hubUrl,
      });
      if (pinnedKernels !== null) {
        worker.postMessage({ type: 'kernels', requestId: ++lastId, pinned: pinnedKernels, again: false });
      }
    }
    worker.postMessage(command);
  };

  const request = <T>(command: (requestId: number) => WorkerCommand): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const requestId = ++lastId;
      requests.set(requestId, { resolve, reject });
      send(command(requestId));
    });

  const begin = (
    type: CurrentRun['type'],
    listener: RunListener,
    command: (runId: number) => WorkerCommand,
  ): Promise<number> =>
    new Promise<number>((resolve, reject) => {
      if (run) {
        reject(new LabError('worker.busy'));
        return;
      }
      const id = ++lastId;
      run = { type, id, listener, started: { resolve, reject }, owed: [], cancelled: false };
      send(command(id));
    });

  const order = (type: 'pause' | 'resume' | 'cancel', answer: Owed['answer']): Promise<Confirmation> => {
    const current = run;
    if (!current) return Promise.resolve('run-over');
    return new Promise((resolve) => {
      current.owed.push({ answer, resolve });
      send({ type, runId: current.id });
    });
  };

  return {
    get generation() {
      return worker ? started : started + 1;
    },
    probe: () =>
      new Promise<Capability>((resolve, reject) => {
        probes.push({ resolve, reject });
        if (probes.length === 1) send({ type: 'probe' });
      }),
    listVariants: (source) => request((requestId) => ({ type: 'list-variants', requestId, source })),
    kernels: (wanted) => {
      pinnedKernels = wanted.pinned;
      return request((requestId) => ({ type: 'kernels', requestId, ...wanted }));
    },
    readData: (wanted, onProgress) => {
      let id = 0;
      const reading = request<FileFacts>((requestId) => {
        id = requestId;
        if (onProgress) progressListeners.set(requestId, onProgress);
        return { type: 'read-data', requestId, ...wanted };
      });
      return reading.finally(() => progressListeners.delete(id));
    },
    joinData: (wanted) => request((requestId) => ({ type: 'join-data', requestId, ...wanted })),
    dropData: (ids) => {
      if (worker) send({ type: 'drop-data', ids });
    },
    fetchData: (benchmark) => request((requestId) => ({ type: 'fetch-data', requestId, benchmark })),
    preview: (wanted) => request((requestId) => ({ type: 'preview', requestId, ...wanted })),
    sampleLog: (wanted) => request((requestId) => ({ type: 'sample-log', requestId, ...wanted })),
    judge: (wanted, onProgress) => {
      let id = 0;
      const outcome = request<JudgeOutcome>((requestId) => {
        id = requestId;
        judgeListeners.set(requestId, onProgress);
        return { type: 'judge', requestId, ...wanted };
      });
      return {
        outcome: outcome.finally(() => judgeListeners.delete(id)),
        cancel: () => {
          if (judgeListeners.has(id)) send({ type: 'cancel-judge', requestId: id });
        },
      };
    },
    judgeModels: (wanted) => request((requestId) => ({ type: 'judge-models', requestId, ...wanted })),
    start: (wanted, listener) => begin('run', listener, (runId) => ({ type: 'run', runId, ...wanted })),
    startStudy: (wanted, listener) =>
      begin('study', listener, (runId) => ({ type: 'study', runId, ...wanted })),
    skipModel: (model) => {
      if (run) send({ type: 'skip', runId: run.id, model });
    },
    pause: () => order('pause', 'paused'),
    resume: () => order('resume', 'resumed'),
    cancel: () => order('cancel', 'cancelled'),
    checkModel: (source, path, testCase) =>
      request((requestId) => ({ type: 'check-model', requestId, source, path, case: testCase })),
    checkTuning: (source, path, golden) =>
      request((requestId) => ({ type: 'check-tuning', requestId, source, path, golden })),
    dispose: () => {
      worker?.terminate();
      worker = undefined;
      fail(new LabError('worker.disposed'));
    },
  };
}
