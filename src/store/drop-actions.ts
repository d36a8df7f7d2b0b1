/** Where a dropped or chosen set of files goes. Bad input leaves the page as it was. */

import { LabError, toErrorData } from '../lib/errors.ts';
import { classifyDrop, type DroppedFile } from './classify-drop.ts';
import { labStore } from './lab-store.ts';
import { takeFolder } from './model-actions.ts';
import { isBusy } from './run-state.ts';
import { sectionStore, showSection } from './section.ts';
import { openResultFile } from './view-actions.ts';

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

/** The model and the benchmark of a run stay as long as it is on: their controls are off too. */
function refuseWhileRunning(): void {
  if (isBusy(labStore.getState().run.status)) throw new LabError('page.busy');
}

async function take(dropped: readonly DroppedFile[]): Promise<void> {
  const drop = classifyDrop(dropped);
  if (drop.kind === 'model') {
    const files = drop.files.map(({ path, file }) => ({ path, blob: file }));
    if (sectionStore.getState().section === 'study') {
      const { addFolderToStudy } = await import('./study-setup-actions.ts');
      await addFolderToStudy(drop.id, files);
    } else {
      refuseWhileRunning();
      await takeFolder(drop.id, files);
    }
    return;
  }
  const [first] = drop.files;
  if (drop.files.length === 1 && first && /\.json$/i.test(first.path)) {
    if (await takeLabFile(first.file, await beginningOf(first.file))) return;
  }
  refuseWhileRunning();
  await Promise.all(drop.files.map(({ file }) => beginningOf(file)));
  labStore.setState({ importing: drop.files.map(({ file }) => file), notice: null });
}

/** Takes what was dropped on the page or chosen by a button. */
export async function receiveFiles(
  dropped: readonly DroppedFile[] | Promise<readonly DroppedFile[]>,
): Promise<void> {
  try {
    const files = await dropped;
    if (files.length === 0) return;
    await take(files);
  } catch (thrown) {
    labStore.setState({ notice: toErrorData(thrown) });
  }
}
