/** Choosing model, benchmark, settings and preferences. */

import type { ErrorData } from '../lib/errors.ts';
import type { ModelSource } from '../worker/protocol.ts';
import { type DraftField, withDraft, withoutDrafts } from './drafts.ts';
import { labStore } from './lab-store.ts';
import { type Preferences, savePreferences } from './preferences.ts';
import {
  type BenchmarkChoice,
  DEFAULT_MODEL_FILE,
  defaultSettings,
  isSameData,
  type RunSettings,
  type Setup,
  suggestsChatTemplate,
  withSettings,
} from './setup.ts';

function updateSetup(patch: Partial<Setup>): void {
  labStore.setState(({ setup }) => ({ setup: { ...setup, ...patch } }));
}

export function setPreferences(patch: Partial<Preferences>): void {
  const preferences = { ...labStore.getState().preferences, ...patch };
  savePreferences(preferences);
  labStore.setState({ preferences });
}

/** Takes a model; the chat template follows what its name says, and stays changeable. */
export function chooseModel(source: ModelSource, modelFile: string): void {
  labStore.setState(({ setup, awaited }) => ({
    awaited: awaited?.kind === 'folder' ? null : awaited,
    setup: {
      ...setup,
      source,
      modelFile,
      settings: { ...setup.settings, useChatTemplate: suggestsChatTemplate(source.id) },
    },
    hubPending: false,
  }));
}

export function chooseEmbeddedModel(id: string): void {
  chooseModel({ kind: 'embedded', id }, DEFAULT_MODEL_FILE);
  labStore.setState({ variants: null });
}

/** A hub id is being typed: until it was looked up there is nothing to run. */
export function setHubPending(hubPending: boolean): void {
  labStore.setState({ hubPending });
}

export function chooseModelFile(modelFile: string): void {
  updateSetup({ modelFile });
}

export function chooseBenchmark(benchmark: BenchmarkChoice): void {
  // Another task has other fields for prompts. Only the files that are waited for end the wait; an embedded benchmark is
  // chosen by hand, against the files.
  labStore.setState(({ setup, drafts, awaited }) => ({
    setup: { ...setup, benchmark },
    drafts: withoutDrafts(drafts, 'prompts.'),
    wantedData: null,
    awaited:
      awaited?.kind === 'file' && (benchmark.kind === 'embedded' || isSameData(benchmark, awaited.hashes))
        ? null
        : awaited,
  }));
}

/** Goes on with the benchmark and the model that are chosen, not with those of the result. */
export function dismissAwaited(): void {
  labStore.setState({ awaited: null });
}

/** Keeps what is typed into a field and is not valid; null once it is. */
export function keepDraft(field: DraftField, text: string | null): void {
  labStore.setState(({ drafts }) => ({ drafts: withDraft(drafts, field, text) }));
}

export function changeSettings(patch: Partial<RunSettings>): void {
  labStore.setState(({ setup, drafts }) => {
    const settings = withSettings(setup.settings, patch);
    const { prompt } = settings;
    const sameForm = prompt?.form?.kind === setup.settings.prompt?.form?.kind;
    const kept = prompt
      ? sameForm
        ? drafts
        : withoutDrafts(drafts, 'prompts.form-')
      : withoutDrafts(drafts, 'prompts.');
    return { setup: { ...setup, settings }, drafts: kept };
  });
}

export function resetSettings(): void {
  updateSetup({ settings: defaultSettings(labStore.getState().setup.source.id) });
  labStore.setState({ drafts: {} });
}

export function setNotice(notice: ErrorData | null): void {
  labStore.setState({ notice });
}

export function setImporting(importing: readonly File[] | null): void {
  labStore.setState({ importing });
}
