/**
 * The browser's database: its stores, its version, and how it is opened. One database for runs and studies.
 *
 * Keys of what belongs to a study begin with the study's id, so that one range holds all of it.
 */

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Benchmark } from '../eval/types.ts';
import type { KeptPart, KeptTuning } from '../lab/journal.ts';
import type { KeptSource } from '../lab/study/kept.ts';
import type { ModelState, StudyConfig, StudyResult } from '../lab/study/types.ts';
import type { ExampleRecord, Placebo, RunConfig, RunResult } from '../lab/types.ts';

/** A line of the history; small, so that listing reads nothing else. */
export interface EntryRecord {
  readonly id: string;
  readonly kind: 'run' | 'study';
  readonly name: string;
  /** ISO time. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly benchmarkName: string;
  readonly modelIds: readonly string[];
  /** Whether it came to its end. */
  readonly complete: boolean;
}

export interface RunRecord {
  readonly id: string;
  readonly result: RunResult;
  readonly examples: readonly ExampleRecord[];
}

export interface StudyRecord {
  readonly id: string;
  readonly config: StudyConfig;
  readonly sources: readonly KeptSource[];
  /** Key in `benchmarks`: what asks exactly the same shares it. */
  readonly benchmarkKey: string;
  readonly result: StudyResult | null;
}

/** A single run that has not come to its end; its journal is kept as a study's, as its model 0. */
export interface OpenRunRecord {
  readonly id: string;
  readonly config: RunConfig;
  readonly source: KeptSource;
  readonly benchmarkKey: string;
}

export interface ModelRecord {
  readonly state: ModelState;
  /** Files the kept numbers were made with. */
  readonly files: RunResult['hashes']['model'] | null;
}

export type ModelKey = [study: string, model: number];
export type RunKey = [study: string, model: number, seed: number];
/** Of the real tuning, or of a placebo's. */
export type TuningKey = RunKey | [study: string, model: number, seed: number, placebo: Placebo];
export type PartKey = [study: string, model: number, seed: number, side: string, step: number, index: number];

export interface LabSchema extends DBSchema {
  entries: { key: string; value: EntryRecord };
  runs: { key: string; value: RunRecord };
  studies: { key: string; value: StudyRecord };
  openRuns: { key: string; value: OpenRunRecord };
  benchmarks: { key: string; value: Benchmark };
  models: { key: ModelKey; value: ModelRecord };
  results: { key: RunKey; value: RunResult };
  tuning: { key: TuningKey; value: KeptTuning };
  parts: { key: PartKey; value: KeptPart };
}

export type LabDatabase = IDBPDatabase<LabSchema>;

export const DATABASE_NAME = 'soft-prompt-lab';
/** 2 added `openRuns`. */
const VERSION = 2;

/** Stores whose keys begin with a study's id. */
export const STUDY_STORES = ['models', 'results', 'tuning', 'parts'] as const;

/** Rejects with what the browser throws; `guarded` in errors.ts turns it into codes. */
export function openDatabase(name: string, onClosed: () => void): Promise<LabDatabase> {
  return openDB<LabSchema>(name, VERSION, {
    upgrade(db, before) {
      if (before < 1) {
        for (const store of ['entries', 'runs', 'studies'] as const)
          db.createObjectStore(store, { keyPath: 'id' });
        for (const store of ['benchmarks', ...STUDY_STORES] as const) db.createObjectStore(store);
      }
      if (before < 2) db.createObjectStore('openRuns', { keyPath: 'id' });
    },
    // A newer page waits for this one to let go; what is written here later says so.
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      onClosed();
    },
    terminated: onClosed,
  });
}

/** What a tab holds while it works on an entry. */
export const entryLockName = (id: string): string => `soft-prompt-lab entry ${id}`;

/** All keys that begin with these parts. */
export function keysBelow(...parts: readonly (string | number)[]): IDBKeyRange {
  // An array sorts after every number and string.
  return IDBKeyRange.bound([...parts], [...parts, []]);
}
