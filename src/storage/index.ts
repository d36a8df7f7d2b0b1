/** The storage room's public face: what this browser keeps of runs and studies. */

export { sameItems } from './benchmarks.ts';
export { createDatabase, type Database } from './database.ts';
export { storageEstimate } from './errors.ts';
export { deleteEntry, entryBytes, listEntries, renameEntry } from './history.ts';
export {
  countReplies,
  createJudgeDatabase,
  forgetJudging,
  forgetReplies,
  type JudgeDatabase,
  judgeKey,
  readJudging,
  readLabels,
  readReply,
  writeJudging,
  writeLabels,
  writeReply,
} from './judge.ts';
export { createKernelStore } from './kernels.ts';
export { createOpenRun, type OpenRun, openSingleJournal, readOpenRun } from './open-runs.ts';
export { keepRun, readRun } from './runs.ts';
export { type EntryRecord, entryLockName } from './schema.ts';
export {
  createStudy,
  type NewStudy,
  type OpenedStudy,
  openJournal,
  readBenchmark,
  readStudy,
} from './studies.ts';
export { exportEntry, importEntry } from './transfer.ts';
