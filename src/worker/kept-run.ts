/**
 * A single run that writes down what it finishes, and goes on from what an earlier session of it had finished, so that
 * a closed tab costs at most the current step. The page makes a finished one an entry of its history.
 */

import type { RunJournal } from '../lab/journal.ts';
import type { RunEvent } from '../lab/types.ts';
import { LabError } from '../lib/errors.ts';
import {
  createDatabase,
  createOpenRun,
  type Database,
  deleteEntry,
  openSingleJournal,
} from '../storage/index.ts';
import { lockEntry } from './entry-lock.ts';
import type { KeepRun } from './protocol.ts';
import { type RunCommand, runSession, type SessionDeps } from './run-session.ts';

/** The journal of a run that does without one where the database fails: it loses nothing but its resuming. */
class ForgivingJournal implements RunJournal {
  readonly #journal: RunJournal;
  #failed = false;
  /** Whether there is anything to go on from. */
  kept: boolean;

  constructor(journal: RunJournal, kept: boolean) {
    this.#journal = journal;
    this.kept = kept;
  }

  async #write(work: () => Promise<void>): Promise<void> {
    if (this.#failed) return;
    try {
      await work();
      this.kept = true;
    } catch (error) {
      if (!(error instanceof LabError) || !error.code.startsWith('storage.')) throw error;
      this.#failed = true;
    }
  }

  async begin(files: Parameters<RunJournal['begin']>[0]): Promise<void> {
    const { kept } = this;
    await this.#write(() => this.#journal.begin(files));
    this.kept = kept;
  }

  parts: RunJournal['parts'] = (side, step) => this.#journal.parts(side, step);
  tuning: RunJournal['tuning'] = (placebo) => this.#journal.tuning(placebo);
  keepPart: RunJournal['keepPart'] = (...part) => this.#write(() => this.#journal.keepPart(...part));
  keepTuning: RunJournal['keepTuning'] = (...kept) => this.#write(() => this.#journal.keepTuning(...kept));
}

/** Rows of a benchmark that is written down for a single run; a larger one would cost more than it saves. */
const MOST_ROWS = 50_000;

/** undefined where this browser keeps nothing, or the benchmark is too large. */
async function openJournal(
  database: Database,
  { benchmark, config }: RunCommand,
  { id, name, source, resumed }: KeepRun,
): Promise<ForgivingJournal | undefined> {
  if (benchmark.train.length + benchmark.test.length > MOST_ROWS) return undefined;
  try {
    await createOpenRun(database, id, { name, config, source, benchmark }, new Date().toISOString());
    return new ForgivingJournal(await openSingleJournal(database, id, config), resumed);
  } catch {
    return undefined;
  }
}

/** As runSession. A run that is cancelled, or fails with nothing to go on from, leaves nothing behind. */
export async function* keptRun(
  command: RunCommand,
  keep: KeepRun,
  deps: SessionDeps,
): AsyncGenerator<RunEvent> {
  const database = createDatabase();
  const release = await lockEntry(keep.id);
  let journal: ForgivingJournal | undefined;
  try {
    journal = await openJournal(database, command, keep);
    const { config } = command;
    yield* runSession(command, { ...deps, runs: [{ config, ...(journal ? { journal } : {}) }] });
  } catch (error) {
    if (deps.signal.aborted || !journal?.kept) {
      await deleteEntry(database, keep.id).catch(() => undefined);
    }
    throw error;
  } finally {
    release();
    await database.close();
  }
}
