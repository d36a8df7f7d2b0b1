/** What the next study will be: models with their roles, benchmark and settings. Pure. */

import type { Benchmark } from '../eval/types.ts';
import type { StudyCondition, StudyConfig, StudyModel } from '../lab/study/types.ts';
import { DEFAULT_TUNING, isCondition, PLACEBOS, type TuningConfig } from '../lab/types.ts';
import type { ModelSource } from '../worker/protocol.ts';
import { EMBEDDED_MODELS } from './embedded.ts';
import { ALL_CONDITIONS, type BenchmarkChoice, DEFAULT_MODEL_FILE, suggestsChatTemplate } from './setup.ts';
import { guessModels } from './study-models.ts';

export interface StudySetupModel extends StudyModel {
  readonly source: ModelSource;
}

export interface StudySettings {
  readonly conditions: readonly StudyCondition[];
  readonly seeds: readonly number[];
  readonly itemSeed: number;
  readonly itemLimit: number;
  readonly fewShotCount: number;
  readonly evalSteps: readonly number[];
  readonly tuning: TuningConfig;
  readonly maxNewTokens: number;
}

export interface StudySetup {
  readonly models: readonly StudySetupModel[];
  readonly benchmark: BenchmarkChoice;
  readonly settings: StudySettings;
}

/** In the order of the table. */
export const STUDY_CONDITIONS: readonly StudyCondition[] = [
  ...ALL_CONDITIONS,
  ...PLACEBOS.map((placebo) => `placebo-${placebo}` as const),
];

/** All test items: a ranking of near models needs them more than a single curve does. */
export const DEFAULT_STUDY_SETTINGS: StudySettings = {
  conditions: ALL_CONDITIONS,
  seeds: [0],
  itemSeed: 0,
  itemLimit: 0,
  fewShotCount: 3,
  evalSteps: [DEFAULT_TUNING.steps],
  tuning: DEFAULT_TUNING,
  maxNewTokens: 0,
};

/** Adds models and guesses the roles and pairs of all anew; a model that is there already is replaced. */
export function withModels(
  models: readonly StudySetupModel[],
  added: readonly { readonly source: ModelSource; readonly file: string }[],
): readonly StudySetupModel[] {
  const kept = models.filter(({ id }) => !added.some(({ source }) => source.id === id));
  const guessed = guessModels([...kept.map(({ id }) => id), ...added.map(({ source }) => source.id)]);
  return [
    ...kept.map((model, i) => (model.family === '' ? { ...model, family: guessed[i]!.family } : model)),
    ...added.map(({ source, file }, i) => {
      const guess = guessed[kept.length + i]!;
      const useChatTemplate = guess.role === 'post-trained' || suggestsChatTemplate(source.id);
      return { id: source.id, file, source, useChatTemplate, ...guess };
    }),
  ];
}

/** The ten embedded models, paired. */
export function embeddedStudyModels(): readonly StudySetupModel[] {
  return withModels(
    [],
    EMBEDDED_MODELS.map(({ id }) => ({ source: { kind: 'embedded', id }, file: DEFAULT_MODEL_FILE })),
  );
}

export const DEFAULT_STUDY_SETUP: StudySetup = {
  models: embeddedStudyModels(),
  benchmark: { kind: 'embedded', task: 'closed' },
  settings: DEFAULT_STUDY_SETTINGS,
};

/**
 * Patches settings; the last step stays among the evaluated ones, since it is the one that counts, and placebos go with
 * the soft prompt they control.
 */
export function withStudySettings(settings: StudySettings, patch: Partial<StudySettings>): StudySettings {
  const asked = { ...settings, ...patch };
  const tunes = asked.conditions.includes('soft-prompt');
  const next = tunes ? asked : { ...asked, conditions: asked.conditions.filter(isCondition) };
  const { steps } = next.tuning;
  const evalSteps = [...new Set([...next.evalSteps.filter((step) => step < steps), steps])];
  // The default evaluates the end only; a shorter study must not keep an old end as a step on the way.
  const onlyEnd = settings.evalSteps.length === 1 && patch.evalSteps === undefined;
  return { ...next, evalSteps: onlyEnd ? [steps] : evalSteps.sort((a, b) => a - b) };
}

/** The configuration the worker gets. */
export function toStudyConfig(setup: StudySetup, benchmark: Benchmark): StudyConfig {
  return {
    benchmarkName: benchmark.name,
    task: benchmark.task,
    models: setup.models.map(({ source: _source, ...model }) => model),
    ...setup.settings,
  };
}

/** "0, 1 2": whole numbers, each once; null where it is none. */
export function parseSeeds(text: string): readonly number[] | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const seeds = parts.map(Number);
  if (seeds.length === 0 || !seeds.every(Number.isSafeInteger)) return null;
  return new Set(seeds).size === seeds.length ? seeds : null;
}
