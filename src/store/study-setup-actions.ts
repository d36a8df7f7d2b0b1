/** Changing what the next study will be. */

import type { StudyResult } from '../lab/study/types.ts';
import { toErrorData } from '../lib/errors.ts';
import type { ModelSource } from '../worker/protocol.ts';
import { type DraftField, withDraft } from './drafts.ts';
import { EMBEDDED_MODELS, embeddedTask } from './embedded.ts';
import { labStore } from './lab-store.ts';
import { labClient } from './run-actions.ts';
import { DEFAULT_MODEL_FILE, isSameData } from './setup.ts';
import { assertLinkedFiles, rememberFolder } from './study-folders.ts';
import {
  DEFAULT_STUDY_SETTINGS,
  embeddedStudyModels,
  type StudySettings,
  type StudySetupModel,
  withModels,
  withStudySettings,
} from './study-setup.ts';
import { studyStore } from './study-store.ts';

export function changeStudySettings(patch: Partial<StudySettings>): void {
  studyStore.setState(({ settings }) => ({ settings: withStudySettings(settings, patch) }));
}

/** Keeps what is typed into a field and is not valid; null once it is. */
export function keepStudyDraft(field: DraftField, text: string | null): void {
  studyStore.setState(({ drafts }) => ({ drafts: withDraft(drafts, field, text) }));
}

/** The embedded study again. */
export function resetStudy(): void {
  studyStore.setState({
    models: embeddedStudyModels(),
    settings: DEFAULT_STUDY_SETTINGS,
    drafts: {},
    linked: null,
    notice: null,
  });
}

export function changeStudyModel(
  id: string,
  patch: Partial<Pick<StudySetupModel, 'role' | 'family' | 'useChatTemplate' | 'file'>>,
): void {
  studyStore.setState(({ models }) => ({
    models: models.map((model) => (model.id === id ? { ...model, ...patch } : model)),
  }));
}

export function removeStudyModel(id: string): void {
  studyStore.setState(({ models }) => ({ models: models.filter((model) => model.id !== id) }));
}

export function removeAllStudyModels(): void {
  studyStore.setState({ models: [] });
}

function add(source: ModelSource, file: string): void {
  studyStore.setState(({ models }) => ({ models: withModels(models, [{ source, file }]), notice: null }));
}

export function addEmbeddedToStudy(id: string): void {
  add({ kind: 'embedded', id }, DEFAULT_MODEL_FILE);
}

/** Looks the model up before it is added; a failure becomes the section's notice. */
export async function addHubToStudy(id: string): Promise<boolean> {
  try {
    const source: ModelSource = { kind: 'hub', id, revision: 'main' };
    const { preselected } = await (await labClient()).listVariants(source);
    add(source, preselected);
    return true;
  } catch (thrown) {
    studyStore.setState({ notice: toErrorData(thrown) });
    return false;
  }
}

/** A dropped or chosen folder: a new model, or the files of one that is in the study already. */
export async function addFolderToStudy(
  id: string,
  files: readonly { readonly path: string; readonly blob: Blob }[],
): Promise<void> {
  const source: ModelSource = { kind: 'local', id, files };
  try {
    const { linked, models } = studyStore.getState();
    if (linked) await assertLinkedFiles(id, files, linked);
    rememberFolder(source);
    const known = models.find((model) => model.id === id);
    if (known) {
      studyStore.setState({
        models: models.map((model) => (model.id === id ? { ...model, source } : model)),
        notice: null,
      });
      return;
    }
    const { preselected } = await (await labClient()).listVariants(source);
    add(source, preselected);
  } catch (thrown) {
    studyStore.setState({ notice: toErrorData(thrown) });
  }
}

/** Models whose folder has to be given before the study can start. */
export function withoutFiles(models: readonly StudySetupModel[]): readonly string[] {
  return models.flatMap(({ id, source }) =>
    source.kind === 'local' && source.files.length === 0 ? [id] : [],
  );
}

function sourceOf(id: string): ModelSource {
  if (EMBEDDED_MODELS.some((model) => model.id === id)) return { kind: 'embedded', id };
  if (id.includes('/')) return { kind: 'hub', id, revision: 'main' };
  const given = studyStore.getState().folders.find((folder) => folder.id === id);
  return given ?? { kind: 'local', id, files: [] };
}

/** Fills the set-up with a study's configuration; its numbers will stand beside the new ones. Files it needs are waited for. */
export function fillStudyFrom(result: StudyResult): void {
  const { benchmarkName, task: _task, models, ...settings } = result.config;
  const { train, test } = result.hashes;
  const task = embeddedTask(benchmarkName);
  labStore.setState(({ setup }) => ({
    setup: task ? { ...setup, benchmark: { kind: 'embedded', task } } : setup,
    awaited:
      task || isSameData(setup.benchmark, { train, test })
        ? null
        : { kind: 'file', name: benchmarkName, hashes: { train, test } },
  }));
  studyStore.setState({
    models: models.map((model) => ({ ...model, source: sourceOf(model.id) })),
    settings,
    drafts: {},
    linked: result,
    notice: null,
  });
}

export function dropLinked(): void {
  studyStore.setState({ linked: null });
}

export function dismissStudyNotice(): void {
  studyStore.setState({ notice: null });
}
