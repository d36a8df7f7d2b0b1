/** Choosing model, benchmark, settings and preferences. */

import type { ErrorData } from '../lib/errors.ts';
import type { ModelSource } from '../worker/protocol.ts';
import { labStore } from './lab-store.ts';
import { type Preferences, savePreferences } from './preferences.ts';
import {
  type BenchmarkChoice,
  DEFAULT_MODEL_FILE,
  defaultSettings,
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
  labStore.setState(({ setup }) => ({
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
  updateSetup({ benchmark });
  labStore.setState({ wantedData: null });
}

export function changeSettings(patch: Partial<RunSettings>): void {
  labStore.setState(({ setup }) => ({ setup: { ...setup, settings: withSettings(setup.settings, patch) } }));
}

export function resetSettings(): void {
  updateSetup({ settings: defaultSettings(labStore.getState().setup.source.id) });
}

export function setNotice(notice: ErrorData | null): void {
  labStore.setState({ notice });
}

export function setImporting(importing: readonly File[] | null): void {
  labStore.setState({ importing });
}
