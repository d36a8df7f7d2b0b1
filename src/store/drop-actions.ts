/** What a dropped or chosen set of files is, and where it goes. Bad input leaves the page as it was. */

import { LabError, toErrorData } from '../lib/errors.ts';
import { labStore } from './lab-store.ts';
import { takeFolder } from './model-actions.ts';
import { sectionStore, showSection } from './section.ts';
import { openResultFile } from './view-actions.ts';

/** A file with its path inside what was dropped. */
export interface DroppedFile {
  readonly path: string;
  readonly file: File;
}

export type DropKind =
  | { readonly kind: 'model'; readonly id: string; readonly files: readonly DroppedFile[] }
  | { readonly kind: 'data'; readonly files: readonly DroppedFile[] };

/** Endings a benchmark or a result may have; anything else is unknown. */
const DATA_FILE = /\.(jsonl|ndjson|json|csv|tsv|tab|txt|parquet)(\.gz)?$/i;

/** Sorts files into a model folder or data files. Throws page.no-onnx, page.unknown-file, page.too-many-files. */
export function classifyDrop(dropped: readonly DroppedFile[]): DropKind {
  const files = dropped.filter(({ path }) => !path.split('/').some((part) => part.startsWith('.')));
  const first = files[0] ?? dropped[0];
  if (!first) throw new LabError('page.unknown-file', { name: '' });
  if (files.some(({ path }) => /\.onnx$/i.test(path))) {
    const roots = new Set(files.map(({ path }) => path.split('/')[0]!));
    const [root] = roots;
    const inFolder = roots.size === 1 && files.every(({ path }) => path.includes('/'));
    if (!inFolder) return { kind: 'model', id: first.file.name.replace(/\.onnx$/i, ''), files };
    const inside = files.map(({ path, file }) => ({ path: path.slice(root!.length + 1), file }));
    return { kind: 'model', id: root!, files: inside };
  }
  if (first.path.includes('/') && files.some(({ path }) => /(^|\/)config\.json$/.test(path))) {
    throw new LabError('page.no-onnx', { name: first.path.split('/')[0]! });
  }
  const unknown = files.find(({ path }) => !DATA_FILE.test(path));
  if (unknown) throw new LabError('page.unknown-file', { name: unknown.file.name });
  if (files.length > 2) throw new LabError('page.too-many-files');
  return { kind: 'data', files };
}

async function beginningOf(file: File): Promise<string> {
  try {
    return await file.slice(0, 200).text();
  } catch (cause) {
    throw new LabError('page.unreadable-file', { name: file.name }, { cause });
  }
}

/** Opens a file that this lab wrote: a result, a study or an export of the history; false for any other. */
async function takeLabFile(file: File, beginning: string): Promise<boolean> {
  if (!/"soft-prompt-lab\//.test(beginning)) return false;
  const [{ looksLikeResultJson }, { looksLikeStudyJson }, { looksLikeHistoryJson }] = await Promise.all([
    import('../share/json-file.ts'),
    import('../share/study-file.ts'),
    import('../share/history-file.ts'),
  ]);
  if (looksLikeResultJson(beginning)) {
    await openResultFile(file.name, await file.text());
    showSection('run');
  } else if (looksLikeStudyJson(beginning)) {
    const { openStudyFile } = await import('./study-view-actions.ts');
    await openStudyFile(file.name, await file.text());
  } else if (looksLikeHistoryJson(beginning)) {
    const { importHistory } = await import('./history-actions.ts');
    await importHistory(await file.text());
  } else return false;
  return true;
}

async function take(dropped: readonly DroppedFile[]): Promise<void> {
  const drop = classifyDrop(dropped);
  if (drop.kind === 'model') {
    const files = drop.files.map(({ path, file }) => ({ path, blob: file }));
    if (sectionStore.getState().section === 'study') {
      const { addFolderToStudy } = await import('./study-setup-actions.ts');
      await addFolderToStudy(drop.id, files);
    } else await takeFolder(drop.id, files);
    return;
  }
  const [first] = drop.files;
  if (drop.files.length === 1 && first && /\.json$/i.test(first.path)) {
    if (await takeLabFile(first.file, await beginningOf(first.file))) return;
  }
  await Promise.all(drop.files.map(({ file }) => beginningOf(file)));
  labStore.setState({ importing: drop.files.map(({ file }) => file), notice: null });
}

/** Takes what was dropped on the page or chosen by a button. */
export async function receiveFiles(dropped: readonly DroppedFile[]): Promise<void> {
  if (dropped.length === 0) return;
  try {
    await take(dropped);
  } catch (thrown) {
    labStore.setState({ notice: toErrorData(thrown) });
  }
}
