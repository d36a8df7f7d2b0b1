/** Starting, steering and resuming studies in the page. */

import type { StudyConfig } from '../lab/study/types.ts';
import { LabError, toErrorData } from '../lib/errors.ts';
import type { LabClient } from '../worker/client-types.ts';
import type { WorkerBatch } from '../worker/protocol.ts';
import { historyDatabase } from './history-database.ts';
import { labStore } from './lab-store.ts';
import { labClient } from './run-actions.ts';
import { isBusy } from './run-state.ts';
import { refreshUnfinished } from './study-folders.ts';
import {
  applyToStudy,
  failedSession,
  isStudyBusy,
  type StudySession,
  startedSession,
} from './study-session.ts';
import { createStudyFrom, runKeptStudy, unfinishedModels } from './study-start.ts';
import { studyStore } from './study-store.ts';
import { leaveLink } from './view-actions.ts';

function updateSession(change: (session: StudySession) => StudySession): void {
  studyStore.setState((state) => ({ session: change(state.session) }));
}

/** The worker has one place: a study and a run exclude each other. */
function assertFree(): void {
  if (isBusy(labStore.getState().run.status)) throw new LabError('worker.busy');
}

/** One commit a batch. What was on screen stays until the study has something to show. */
function receive(batch: WorkerBatch): void {
  const at = performance.now();
  studyStore.setState((state) => {
    const session = batch.reduce((next, event) => applyToStudy(next, event, at), state.session);
    const begins = session.cells.length > 0 && state.session.cells.length === 0;
    if (begins) void leaveLink();
    return begins ? { session, viewed: { origin: 'live' } } : { session };
  });
  if (batch.some((event) => event.type === 'ended')) void refreshUnfinished();
}

async function begin(start: () => Promise<unknown>): Promise<void> {
  try {
    await start();
  } catch (thrown) {
    updateSession((session) => failedSession(session, toErrorData(thrown)));
  }
}

/** "5 pairs on micro-closed" is for people to change; the default names models and benchmark. */
function studyName(config: Pick<StudyConfig, 'models' | 'benchmarkName'>): string {
  const names = [...new Set(config.models.map(({ id, family }) => family || (id.split('/').at(-1) ?? id)))];
  const shown = names.length > 4 ? [...names.slice(0, 3), `+${names.length - 3}`] : names;
  return `${shown.join(', ')} · ${config.benchmarkName}`;
}

export async function startStudy(): Promise<void> {
  const { models, settings, session, folders } = studyStore.getState();
  if (isStudyBusy(session.status)) return;
  studyStore.setState({ session: startedSession(null, null), notice: null });
  await begin(async () => {
    assertFree();
    const { benchmark } = labStore.getState().setup;
    const name = studyName({ models, benchmarkName: benchmarkLabel() });
    const { id, config, capability } = await createStudyFrom({ models, benchmark, settings }, name);
    labStore.setState({ capability });
    updateSession(() => startedSession(id, config));
    const given = [...folders, ...models.map(({ source }) => source)];
    await runKeptStudy(id, { sources: models.map(({ source }) => source) }, receive, { given });
  });
}

function benchmarkLabel(): string {
  const { benchmark } = labStore.getState().setup;
  return benchmark.kind === 'embedded' ? `micro-${benchmark.task}` : benchmark.benchmark.name;
}

/** Goes on with a study of this browser; `retry` also takes up what failed or was skipped. */
export async function continueStudy(id: string, retry = false): Promise<void> {
  const { session, folders } = studyStore.getState();
  if (isStudyBusy(session.status)) return;
  studyStore.setState({ session: startedSession(id, null), notice: null });
  await begin(async () => {
    assertFree();
    const { readStudy } = await import('../storage/index.ts');
    const kept = await readStudy(await historyDatabase(), id);
    updateSession(() => startedSession(id, kept.config));
    await runKeptStudy(id, kept, receive, { given: folders, again: retry ? unfinishedModels(kept) : [] });
  });
}

/** Asks the worker; the status changes to a fact only when its confirmation arrives as an event. */
async function order(
  asked: 'pausing' | 'resuming' | 'stopping',
  send: (lab: LabClient) => Promise<unknown>,
): Promise<void> {
  updateSession((session) => ({ ...session, status: asked }));
  await begin(async () => send(await labClient()));
}

export async function pauseStudy(): Promise<void> {
  if (studyStore.getState().session.status === 'running') await order('pausing', (lab) => lab.pause());
}

export async function resumeStudy(): Promise<void> {
  if (studyStore.getState().session.status === 'paused') await order('resuming', (lab) => lab.resume());
}

/** Ends the session; the study can go on later. */
export async function stopStudy(): Promise<void> {
  const { status } = studyStore.getState().session;
  if (['running', 'pausing', 'paused', 'resuming'].includes(status)) {
    await order('stopping', (lab) => lab.cancel());
  }
}

/** The model that is on as the page knows it: the one a person meant. */
export async function skipModel(): Promise<void> {
  const model = studyStore.getState().session.states.findIndex(({ status }) => status === 'running');
  if (model >= 0) (await labClient()).skipModel(model);
}

export function dismissStudyError(): void {
  updateSession((session) => ({ ...session, error: null }));
}
