/**
 * The worker: takes the page's commands, owns the GPU device, and answers in batches. Loads engine, hub and lab when a
 * command first needs them, so that asking for the capability stays cheap.
 */

import type { KernelChoice } from '../engine/model/types.ts';
import type { Site } from '../hub/site.ts';
import { type ControlledGate, createPauseGate } from '../lab/pause-gate.ts';
import { settle } from '../lab/settle.ts';
import { toErrorData } from '../lib/errors.ts';
import { createDeviceOwner, isRefusal, type OwnedDevice, type Refusal } from './device-owner.ts';
import type { SessionKernels } from './kernels.ts';
import { createOutbox } from './outbox.ts';
import type { Capability, DownloadProgress, WorkerBatch, WorkerCommand, WorkerEvent } from './protocol.ts';
import type { StudyCommand } from './study-session.ts';

interface CurrentRun {
  readonly kind: 'run' | 'study';
  readonly id: number;
  readonly abort: AbortController;
  readonly gate: ControlledGate;
  /** Whether the run really stands still, as opposed to having been asked to. */
  holding: boolean;
  /** Leaves out the study's model that is on. */
  skip: { readonly model: number; readonly abort: AbortController } | undefined;
}

/** The part of the worker's global scope the host uses. */
export interface HostScope {
  readonly gpu: GPU | undefined;
  openSite(baseUrl: string, hubUrl: string | undefined): Promise<Site>;
  post(batch: WorkerBatch): void;
}

/** What `make` gives, made when first asked for. */
function createLater<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Handles commands; errors never escape, they become events. */
export function createHost(scope: HostScope): (command: WorkerCommand) => void {
  const outbox = createOutbox((batch) => scope.post(batch));
  const owner = createDeviceOwner(scope.gpu);
  let site: Promise<Site> | undefined;
  let run: CurrentRun | undefined;
  let pinnedKernels: string | null = null;
  /** Judging passes that are on. */
  const judging = new Map<number, AbortController>();

  const data = createLater(async () => {
    const { createDataCommands } = await import('./data-commands.ts');
    return createDataCommands({ site: await site!, send: (event) => outbox.send(event) });
  });

  const probe = async (): Promise<Capability> => {
    const device = await owner.get();
    if (isRefusal(device)) return { kind: 'wasm-only', reason: device.reason, detail: device.detail };
    const { description, software, features } = device.gpu.facts;
    return { kind: 'webgpu', adapter: description, software, features };
  };

  const answer = async (requestId: number, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      outbox.send({ type: 'error', requestId, error: toErrorData(error) });
    }
  };

  const judge = (command: Extract<WorkerCommand, { type: 'judge' }>): Promise<void> =>
    answer(command.requestId, async () => {
      const { requestId } = command;
      const abort = new AbortController();
      judging.set(requestId, abort);
      try {
        const { judgeSession } = await import('./judge/session.ts');
        const outcome = await judgeSession(command, {
          site: await site!,
          signal: abort.signal,
          onProgress: (progress) => outbox.send({ type: 'judge-progress', requestId, progress }),
        });
        outbox.send({ type: 'answer', requestId, answer: outcome });
      } finally {
        judging.delete(requestId);
      }
    });

  /** The worker is taken from 'started' to 'ended' by one run or study. */
  const occupy = async (
    { type: kind, runId }: Extract<WorkerCommand, { type: 'run' | 'study' }>,
    work: (current: CurrentRun, device: OwnedDevice | Refusal) => AsyncGenerator<WorkerEvent>,
  ): Promise<void> => {
    const current: CurrentRun = {
      kind,
      id: runId,
      abort: new AbortController(),
      gate: createPauseGate(),
      holding: false,
      skip: undefined,
    };
    run = current;
    outbox.send({ type: 'started', runId });
    const device = await owner.get();
    const liveBytes = () => (isRefusal(device) ? 0 : device.liveBytes());
    const before = liveBytes();
    for await (const event of work(current, device)) {
      const { type } = event.type === 'run' || event.type === 'study' ? event.event : event;
      if (type === 'paused') current.holding = true;
      if (type === 'resumed') current.holding = false;
      outbox.send(event);
    }
    outbox.send({ type: 'memory', runId, liveBytesBefore: before, liveBytes: liveBytes() });
    run = undefined;
    outbox.send({ type: 'ended', runId });
  };

  const onDownload = (runId: number) => (progress: DownloadProgress) =>
    outbox.send({ type: 'download', runId, progress });

  const kernels = async (runId: number): Promise<SessionKernels> => {
    const { kernelOptions } = await import('./kernels.ts');
    const onChoice = (choice: KernelChoice) => outbox.send({ type: 'kernels', runId, choice });
    return { options: kernelOptions(pinnedKernels), onChoice };
  };

  const startRun = (command: Extract<WorkerCommand, { type: 'run' }>): Promise<void> =>
    occupy(command, async function* ({ abort: { signal }, gate: pauseGate }, device) {
      const { runId } = command;
      async function* events() {
        const { desk, samples } = await data();
        samples.clear();
        const whole = { ...command, benchmark: desk.benchmark(command.benchmark) };
        const deps = {
          site: await site!,
          device,
          signal,
          pauseGate,
          onDownload: onDownload(runId),
          kernels: await kernels(runId),
          keepSamples: samples.keep,
        };
        if (command.keep) yield* (await import('./kept-run.ts')).keptRun(whole, command.keep, deps);
        else yield* (await import('./run-session.ts')).runSession(whole, deps);
      }
      for await (const event of settle(events(), signal)) yield { type: 'run', runId, event };
    });

  const startStudy = (command: StudyCommand): Promise<void> =>
    occupy(command, async function* (current) {
      const { runId } = command;
      const { studySession } = await import('./study-session.ts');
      const events = studySession(command, {
        site: await site!,
        owner,
        signal: current.abort.signal,
        pauseGate: current.gate,
        skipSignal: (model) => {
          const abort = new AbortController();
          current.skip = { model, abort };
          return abort.signal;
        },
        onDownload: onDownload(runId),
        kernels: await kernels(runId),
      });
      for await (const event of events) yield { type: 'study', runId, event };
    });

  /** Says what holds already; an event of its own will not follow. */
  const confirm = ({ kind, id }: CurrentRun, type: 'paused' | 'resumed'): void =>
    outbox.send({ type: kind, runId: id, event: { type } });

  const resume = (current: CurrentRun): void => {
    current.gate.open();
    // A run that had not come to a stop yet will say nothing: the order is confirmed here.
    if (!current.holding) confirm(current, 'resumed');
  };

  const pause = (current: CurrentRun): void => {
    current.gate.close();
    if (current.holding) confirm(current, 'paused');
  };

  return (command) => {
    switch (command.type) {
      case 'init':
        site = scope.openSite(command.baseUrl, command.hubUrl);
        break;
      case 'probe':
        void probe().then((capability) => outbox.send({ type: 'capability', capability }));
        break;
      case 'kernels':
        pinnedKernels = command.pinned;
        void answer(command.requestId, async () => {
          const { kernelFacts } = await import('./kernels.ts');
          const facts = await kernelFacts(owner, command.again);
          outbox.send({ type: 'answer', requestId: command.requestId, answer: facts });
        });
        break;
      case 'list-variants':
        void answer(command.requestId, async () => {
          const [{ createModelReader }, { listVariants }] = await Promise.all([
            import('../hub/reader.ts'),
            import('../hub/variants.ts'),
          ]);
          const reader = createModelReader(command.source, { site: await site! });
          const variants = await listVariants(command.source, reader, await site!);
          outbox.send({ type: 'variants', requestId: command.requestId, variants });
        });
        break;
      case 'check-model':
      case 'check-tuning':
        void answer(command.requestId, async () => {
          const { runCheck } = await import('./checks.ts');
          const report = await runCheck(command, owner, await site!);
          outbox.send({ type: 'check', requestId: command.requestId, report });
        });
        break;
      case 'read-data':
      case 'join-data':
      case 'fetch-data':
      case 'preview':
      case 'sample-log':
        void answer(command.requestId, async () => {
          const value = await (await data()).answer(command);
          outbox.send({ type: 'answer', requestId: command.requestId, answer: value });
        });
        break;
      case 'drop-data':
        void data().then(({ desk }) => desk.drop(command.ids));
        break;
      case 'judge':
        void judge(command);
        break;
      case 'judge-models':
        void answer(command.requestId, async () => {
          const { listJudgeModels } = await import('./judge/models.ts');
          const names = await listJudgeModels(command, { pageUrl: (await site!).baseUrl });
          outbox.send({ type: 'answer', requestId: command.requestId, answer: names });
        });
        break;
      case 'cancel-judge':
        judging.get(command.requestId)?.abort();
        break;
      case 'run':
        void startRun(command);
        break;
      case 'study':
        void startStudy(command);
        break;
      case 'skip':
        if (run?.id === command.runId && run.skip?.model === command.model) run.skip.abort.abort();
        break;
      case 'pause':
        if (run?.id === command.runId) pause(run);
        break;
      case 'resume':
        if (run?.id === command.runId) resume(run);
        break;
      case 'cancel':
        if (run?.id === command.runId) run.abort.abort();
        break;
    }
  };
}
