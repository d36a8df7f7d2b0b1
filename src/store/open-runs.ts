/** Single runs of this browser that were cut off: found, gone on with, put away. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { LabError, toErrorData } from '../lib/errors.ts';
import type { EntryRecord } from '../storage/schema.ts';
import { historyDatabase } from './history-database.ts';
import { toSource } from './kept-source.ts';
import { labStore } from './lab-store.ts';

/** Runs that nobody works on, newest first. */
export const openRunsStore = createStore<readonly EntryRecord[]>(() => []);

export function useOpenRuns(): readonly EntryRecord[] {
  return useStore(openRunsStore);
}

/** Entries of a kind that did not come to their end and that no tab works on; empty where nothing is kept. */
export async function unfinishedEntries(kind: EntryRecord['kind']): Promise<readonly EntryRecord[]> {
  try {
    const { listEntries, entryLockName } = await import('../storage/index.ts');
    const entries = await listEntries(await historyDatabase());
    const { held = [] } = await navigator.locks.query();
    const busy = new Set(held.map(({ name }) => name));
    return entries.filter(
      (entry) => entry.kind === kind && !entry.complete && !busy.has(entryLockName(entry.id)),
    );
  } catch {
    // Without a database there is nothing to go on with; starting says why.
    return [];
  }
}

export async function refreshOpenRuns(): Promise<void> {
  openRunsStore.setState(await unfinishedEntries('run'), true);
}

/** What it takes to go on with a run. Throws `study.files-needed` {model}, `storage.*`. */
export async function readOpenRun(id: string) {
  const { readOpenRun: read } = await import('../storage/index.ts');
  const { name, config, source: kept, benchmark } = await read(await historyDatabase(), id);
  // A local folder's files are those of the set-up, if it is the same folder.
  const source = toSource(kept, [labStore.getState().setup.source]);
  if (source.kind === 'local' && source.files.length === 0) {
    throw new LabError('study.files-needed', { model: source.id });
  }
  return { name, config, benchmark, kept, source };
}

export async function discardOpenRun(id: string): Promise<void> {
  try {
    const { deleteEntry } = await import('../storage/index.ts');
    await deleteEntry(await historyDatabase(), id);
  } catch (thrown) {
    labStore.setState({ notice: toErrorData(thrown) });
  }
  await refreshOpenRuns();
}
