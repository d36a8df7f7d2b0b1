/** State of the history section. Actions are in history-actions.ts. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ErrorData } from '../lib/errors.ts';
import type { EntryRecord } from '../storage/schema.ts';
import type { RunComparison, RunFacts } from './compare-runs.ts';

export type { EntryRecord };

export interface HistoryState {
  /** Newest first; null until the database was read. */
  readonly entries: readonly EntryRecord[] | null;
  /** Bytes by entry id, as far as they were measured. */
  readonly sizes: Readonly<Record<string, number>>;
  /** What tells runs apart, by entry id, as far as they were read. */
  readonly facts: Readonly<Record<string, RunFacts>>;
  /** What the browser says of this site's room; null until asked. */
  readonly room: { readonly used: number; readonly quota: number; readonly persisted: boolean } | null;
  /** Ids ticked for comparison or export, in the order of ticking. */
  readonly chosen: readonly string[];
  readonly comparison: RunComparison | null;
  readonly error: ErrorData | null;
  /** How many entries an import brought; null before one. */
  readonly imported: number | null;
}

export const historyStore = createStore<HistoryState>(() => ({
  entries: null,
  sizes: {},
  facts: {},
  room: null,
  chosen: [],
  comparison: null,
  error: null,
  imported: null,
}));

export function useHistory<T>(selector: (state: HistoryState) => T): T {
  return useStore(historyStore, selector);
}
