/** Choosing model, benchmark, settings and preferences. */

import type { ErrorData } from '../lib/errors.ts';
import type { Capability, ModelSource } from '../worker/protocol.ts';
import { labStore } from './lab-store.ts';
import { type Preferences, savePreferences } from './preferences.ts';
import {
  type BenchmarkChoice,
  DEFAULT_MODEL_FILE,
  DEFAULT_SETTINGS,
  type RunSettings,
  type Setup,
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

export function chooseEmbeddedModel(id: string): void {
  updateSetup({ source: { kind: 'embedded', id }, modelFile: DEFAULT_MODEL_FILE });
  labStore.setState({ variants: null });
}

export function chooseModel(source: ModelSource, modelFile: string): void {
  updateSetup({ source, modelFile });
}

export function chooseModelFile(modelFile: string): void {
  updateSetup({ modelFile });
}

export function chooseBenchmark(benchmark: BenchmarkChoice): void {
  updateSetup({ benchmark });
}

export function changeSettings(patch: Partial<RunSettings>): void {
  labStore.setState(({ setup }) => ({ setup: { ...setup, settings: withSettings(setup.settings, patch) } }));
}

export function resetSettings(): void {
  updateSetup({ settings: DEFAULT_SETTINGS });
}

export function setCapability(capability: Capability): void {
  labStore.setState({ capability });
}

export function setNotice(notice: ErrorData | null): void {
  labStore.setState({ notice });
}

export function setImporting(importing: readonly File[] | null): void {
  labStore.setState({ importing });
}
