/**
 * One session of a study: reads it from the browser's database, makes what is still to be made, one model on the GPU at
 * a time, and writes every finished step and part down before it goes on.
 */

import type { Site } from '../hub/site.ts';
import type { PauseGate } from '../lab/pause-gate.ts';
import { runStudy } from '../lab/study/run-study.ts';
import type { StudyEvent } from '../lab/study/types.ts';
import { LabError, toErrorData } from '../lib/errors.ts';
import { createDatabase, openJournal, readBenchmark, readStudy } from '../storage/index.ts';
import { type DeviceOwner, isRefusal } from './device-owner.ts';
import { lockEntry } from './entry-lock.ts';
import type { SessionKernels } from './kernels.ts';
import type { DownloadProgress, WorkerCommand } from './protocol.ts';
import { runSession } from './run-session.ts';
import { VERSIONS } from './versions.ts';

export type StudyCommand = Extract<WorkerCommand, { type: 'study' }>;

export interface StudySessionDeps {
  readonly site: Site;
  readonly owner: DeviceOwner;
  readonly signal: AbortSignal;
  readonly pauseGate: PauseGate;
  /** A signal that skips this model; asked for once a model. */
  readonly skipSignal: (model: number) => AbortSignal;
  readonly onDownload: (progress: DownloadProgress) => void;
  readonly kernels: SessionKernels;
}

async function* lockedSession(command: StudyCommand, deps: StudySessionDeps): AsyncGenerator<StudyEvent> {
  const { studyId, runId, sources, again } = command;
  const { site, owner, signal, pauseGate, onDownload, kernels } = deps;
  const database = createDatabase();
  let liveBytes = () => 0;
  try {
    const { config } = await readStudy(database, studyId);
    yield* runStudy({
      config,
      benchmark: await readBenchmark(database, studyId),
      journal: await openJournal(database, studyId),
      again,
      async *runModel(model, runs, benchmark, modelSignal) {
        const source = sources[model]!;
        if (source.kind === 'local' && source.files.length === 0) {
          throw new LabError('study.files-needed', { model: source.id });
        }
        // Asked for each model: after a loss there is a new device.
        const device = await owner.get();
        liveBytes = isRefusal(device) ? () => 0 : device.liveBytes;
        yield* runSession(
          { type: 'run', runId, source, benchmark, config: runs[0]!.config },
          { site, device, signal: modelSignal, pauseGate, onDownload, kernels, runs },
        );
      },
      liveBytes: () => liveBytes(),
      signal,
      skipSignal: deps.skipSignal,
      versions: VERSIONS,
      clock: () => performance.now(),
      now: () => new Date(),
    });
  } finally {
    await database.close();
  }
}

/** Ends in 'result', 'stopped' or 'failed'; never throws. */
export async function* studySession(
  command: StudyCommand,
  deps: StudySessionDeps,
): AsyncGenerator<StudyEvent> {
  let release: (() => void) | undefined;
  try {
    release = await lockEntry(command.studyId);
    yield* lockedSession(command, deps);
  } catch (error) {
    yield { type: 'failed', error: toErrorData(error) };
  } finally {
    release?.();
  }
}
