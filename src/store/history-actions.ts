/** Keeping, listing, opening, comparing, exporting and importing runs and studies. Nothing is deleted unasked. */

import type { KeptEntry } from '../lab/study/kept.ts';
import { toErrorData } from '../lib/errors.ts';
import type { Database, EntryRecord } from '../storage/index.ts';
import { compareRuns, factsOf } from './compare-runs.ts';
import { historyDatabase } from './history-database.ts';
import { historyStore } from './history-store.ts';
import { labStore } from './lab-store.ts';
import { showSection } from './section.ts';
import { refreshUnfinished } from './study-folders.ts';
import { studyStore } from './study-store.ts';
import { showKeptStudy } from './study-view-actions.ts';
import { leaveLink } from './view-actions.ts';

type Storage = typeof import('../storage/index.ts');

async function withStorage<T>(work: (storage: Storage, database: Database) => Promise<T>): Promise<T> {
  const [storage, database] = await Promise.all([import('../storage/index.ts'), historyDatabase()]);
  return work(storage, database);
}

/** Does something with the history; a failure is shown there, and what is listed stays. */
async function attempt(work: (storage: Storage, database: Database) => Promise<void>): Promise<void> {
  try {
    await withStorage(work);
  } catch (thrown) {
    historyStore.setState({ error: toErrorData(thrown) });
  }
}

export async function refreshHistory(): Promise<void> {
  await attempt(async (storage, database) => {
    // Runs that were cut off are no results yet: the first section offers to go on with them.
    const entries = (await storage.listEntries(database)).filter(
      ({ kind, complete }) => complete || kind === 'study',
    );
    historyStore.setState(({ chosen }) => ({
      entries,
      chosen: chosen.filter((id) => entries.some((entry) => entry.id === id)),
    }));
    const estimate = await storage.storageEstimate();
    const persisted = (await navigator.storage?.persisted?.().catch(() => false)) ?? false;
    historyStore.setState({ room: { ...estimate, persisted } });
    for (const { id, kind, updatedAt } of entries) {
      if (measured.get(id) === updatedAt) continue;
      const bytes = await storage.entryBytes(database, id);
      if (kind === 'run') {
        const facts = factsOf((await storage.readRun(database, id)).result);
        historyStore.setState((state) => ({ facts: { ...state.facts, [id]: facts } }));
      }
      measured.set(id, updatedAt);
      historyStore.setState(({ sizes }) => ({ sizes: { ...sizes, [id]: bytes } }));
    }
  });
}

/** When the size of an entry was last measured: its time of change. */
const measured = new Map<string, string>();

/** Shows an entry where it belongs: a run on the first section, a study on the second. */
export async function openEntry({ id, kind, name }: EntryRecord): Promise<void> {
  await attempt(async (storage, database) => {
    if (kind === 'run') {
      const { result, examples } = await storage.readRun(database, id);
      labStore.setState({
        viewed: { origin: 'kept', result, examples, name },
        sharedExamples: [],
        notice: null,
      });
      showSection('run');
      await leaveLink();
      return;
    }
    const study = await storage.readStudy(database, id);
    if (study.result) showKeptStudy(name, study.result);
    else showSection('study');
  });
}

export async function renameEntry(id: string, name: string): Promise<void> {
  await attempt((storage, database) => storage.renameEntry(database, id, name));
  await Promise.all([refreshHistory(), refreshUnfinished()]);
}

export async function deleteEntry(id: string): Promise<void> {
  // The worker writes into the study that is on.
  if (studyStore.getState().session.id === id && isOn()) return;
  const entry = historyStore.getState().entries?.find((candidate) => candidate.id === id);
  await attempt((storage, database) => storage.deleteEntry(database, id));
  if (entry?.kind === 'run') await forgetJudgingOf(entry);
  await Promise.all([refreshHistory(), refreshUnfinished()]);
}

/** What a judge and a person said of a run goes with it. */
async function forgetJudgingOf({ createdAt, modelIds }: EntryRecord): Promise<void> {
  await attempt(async (storage) => {
    const database = storage.createJudgeDatabase();
    await storage.forgetJudging(database, storage.judgeKey(createdAt, modelIds[0] ?? ''));
    await database.close();
  });
}

function isOn(): boolean {
  return !['idle', 'stopped', 'done', 'failed'].includes(studyStore.getState().session.status);
}

/** Whether an entry is the study that is on, which cannot be deleted. */
export function isRunningEntry(id: string): boolean {
  return studyStore.getState().session.id === id && isOn();
}

export function toggleChosen(id: string): void {
  historyStore.setState(({ chosen }) => ({
    chosen: chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id],
    comparison: null,
  }));
}

/** Compares the two chosen runs; the first ticked is the one compared against. */
export async function compareChosen(): Promise<void> {
  await attempt(async (storage, database) => {
    const [first, second] = await Promise.all(
      historyStore.getState().chosen.map((id) => storage.readRun(database, id)),
    );
    if (!first || !second) return;
    const { mcnemar, pairedCounts, pairedInterval, wilson } = await import('../eval/index.ts');
    const comparison = compareRuns(first, second, {
      wilson,
      pairedInterval: (a, b) => pairedInterval(pairedCounts(a, b)),
      pValue: (a, b) => mcnemar(a, b).p,
    });
    historyStore.setState({ comparison, error: null });
  });
}

export function dismissComparison(): void {
  historyStore.setState({ comparison: null });
}

export function dismissHistoryError(): void {
  historyStore.setState({ error: null, imported: null });
}

/** The chosen entries, or all, as one file; null where that failed. */
export async function makeHistoryFile(ids: readonly string[]): Promise<{ name: string; blob: Blob } | null> {
  try {
    const [entries, { historyToJson }] = await Promise.all([
      withStorage(async (storage, database) => {
        const all: KeptEntry[] = [];
        for (const id of ids) all.push(await storage.exportEntry(database, id));
        return all;
      }),
      import('../share/history-file.ts'),
    ]);
    const day = new Date().toISOString().slice(0, 10);
    const blob = new Blob([historyToJson(entries)], { type: 'application/json' });
    return { name: `soft-prompt-lab-${day}.json`, blob };
  } catch (thrown) {
    historyStore.setState({ error: toErrorData(thrown) });
    return null;
  }
}

/** Adds the entries of an exported file beside those that are there. */
export async function importHistory(text: string): Promise<void> {
  showSection('history');
  historyStore.setState({ error: null, imported: null });
  await attempt(async (storage, database) => {
    const { historyFromJson } = await import('../share/history-file.ts');
    const entries = historyFromJson(text);
    for (const entry of entries) await storage.importEntry(database, entry);
    historyStore.setState({ imported: entries.length });
  });
  await Promise.all([refreshHistory(), refreshUnfinished()]);
}
