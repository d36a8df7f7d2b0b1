/**
 * Local folders of studies: browsers do not keep dropped files, so a study that goes on in a later visit asks for them
 * again and knows the right ones by their hashes.
 */

import type { StudyResult } from '../lab/study/types.ts';
import type { RunResult } from '../lab/types.ts';
import { LabError, toErrorData } from '../lib/errors.ts';
import type { EntryRecord } from '../storage/schema.ts';
import type { ModelSource } from '../worker/protocol.ts';
import { classifyDrop, type DroppedFile } from './classify-drop.ts';
import { historyDatabase } from './history-database.ts';
import { unfinishedEntries } from './open-runs.ts';
import { studyStore } from './study-store.ts';

type LocalFiles = Extract<ModelSource, { kind: 'local' }>['files'];
type FileHashes = RunResult['hashes']['model'];

/** A folder a study was begun with. */
export interface WantedFolder {
  readonly id: string;
  /** null where the study stopped before it read the folder. */
  readonly files: FileHashes | null;
}

export interface UnfinishedStudy extends EntryRecord {
  /** Of models that are not done. */
  readonly folders: readonly WantedFolder[];
}

/** Hashes the files that are named; throws what `refuse` makes of the first that is missing or different. */
async function assertFiles(
  files: LocalFiles,
  named: FileHashes,
  refuse: (path: string) => LabError,
): Promise<void> {
  if (named.length === 0) return;
  const { sha256Hex } = await import('../hub/sha256.ts');
  for (const { path, sha256 } of named) {
    const file = files.find((one) => one.path === path);
    if (!file || (await sha256Hex(file.blob)) !== sha256) throw refuse(path);
  }
}

/** Where numbers of a link are run again, a folder must hold the files the link names. Throws `study.other-files`. */
export async function assertLinkedFiles(id: string, files: LocalFiles, linked: StudyResult): Promise<void> {
  const model = linked.config.models.findIndex((one) => one.id === id);
  await assertFiles(
    files,
    linked.models[model]?.hashes ?? [],
    (path) => new LabError('study.other-files', { model: id, path }),
  );
}

/** Remembers a folder of this visit and hands it to whoever waits for it. */
export function rememberFolder(source: ModelSource): void {
  studyStore.setState(({ folders }) => ({
    folders: [...folders.filter(({ id }) => id !== source.id), source],
  }));
}

/** Looks for studies that were cut off, and for the folders they need, so that the page can offer to go on. */
export async function refreshUnfinished(): Promise<void> {
  const entries = await unfinishedEntries('study');
  const unfinished: UnfinishedStudy[] = [];
  for (const entry of entries) {
    const { readStudy } = await import('../storage/index.ts');
    const { sources, models } = await readStudy(await historyDatabase(), entry.id);
    const folders = sources.flatMap(({ kind, id }, model) =>
      kind === 'local' && models[model]?.state.status !== 'done'
        ? [{ id, files: models[model]?.files ?? null }]
        : [],
    );
    unfinished.push({ ...entry, folders });
  }
  studyStore.setState({ unfinished });
}

/**
 * Gives an unfinished study the folder it needs, whatever the folder is called now: its files must be those the study
 * began with. One that was not read yet is known by its name only. A folder that is another becomes a notice.
 */
export async function giveFolder(wanted: WantedFolder, dropped: readonly DroppedFile[]): Promise<void> {
  if (dropped.length === 0) return;
  try {
    const drop = classifyDrop(dropped);
    const name = drop.kind === 'model' ? drop.id : dropped[0]!.file.name;
    if (drop.kind !== 'model' || (!wanted.files && name !== wanted.id)) {
      throw new LabError('study.other-folder', { model: wanted.id, name });
    }
    const files = drop.files.map(({ path, file }) => ({ path, blob: file }));
    await assertFiles(
      files,
      wanted.files ?? [],
      () => new LabError('study.model-changed', { model: wanted.id }),
    );
    rememberFolder({ kind: 'local', id: wanted.id, files });
    studyStore.setState({ notice: null });
  } catch (thrown) {
    studyStore.setState({ notice: toErrorData(thrown) });
  }
}
