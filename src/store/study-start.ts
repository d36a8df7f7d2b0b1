/** Puts a new study into the browser's database and starts it in the worker; used by the page and by scripts. */

import type { StudyConfig } from '../lab/study/types.ts';
import { isCondition } from '../lab/types.ts';
import { LabError } from '../lib/errors.ts';
import type { OpenedStudy } from '../storage/index.ts';
import type { LabClient, RunListener } from '../worker/client-types.ts';
import type { Capability, ModelSource } from '../worker/protocol.ts';
import { loadBenchmark } from './benchmarks.ts';
import { historyDatabase } from './history-database.ts';
import { toKeptSource, toSource } from './kept-source.ts';
import { labClient } from './run-actions.ts';
import { type StudySetup, toStudyConfig } from './study-setup.ts';

/** Without WebGPU there is no tuning, and so no placebo of it. Throws `study.needs-webgpu` where nothing is left. */
function conditionsFor(config: StudyConfig, capability: Capability): StudyConfig {
  if (capability.kind === 'webgpu') return config;
  const conditions = config.conditions.filter(
    (condition) => isCondition(condition) && condition !== 'soft-prompt',
  );
  if (conditions.length === 0) throw new LabError('study.needs-webgpu');
  return { ...config, conditions };
}

export interface CreatedStudy {
  readonly id: string;
  readonly config: StudyConfig;
  readonly capability: Capability;
}

async function prepare(setup: StudySetup) {
  const [lab, benchmark] = await Promise.all([labClient(), loadBenchmark(setup.benchmark)]);
  const capability = await lab.probe();
  const config = conditionsFor(toStudyConfig(setup, benchmark), capability);
  return { benchmark, capability, config, sources: setup.models.map(({ source }) => toKeptSource(source)) };
}

/** The newest study of this browser that is this one, with its models that failed or were skipped. */
export async function findKeptStudy(
  setup: StudySetup,
): Promise<{ readonly id: string; readonly again: readonly number[] } | undefined> {
  const [{ config, sources, benchmark }, own, { listEntries, readBenchmark, readStudy, sameItems }] =
    await Promise.all([prepare(setup), historyDatabase(), import('../storage/index.ts')]);
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  for (const { id, kind } of await listEntries(own)) {
    if (kind !== 'study') continue;
    const kept = await readStudy(own, id);
    if (!same(kept.config, config) || !same(kept.sources, sources)) continue;
    if (!sameItems(await readBenchmark(own, id), benchmark)) continue;
    return { id, again: unfinishedModels(kept) };
  }
  return undefined;
}

/** Models, by index, that failed or were skipped. */
export function unfinishedModels({ models }: Pick<OpenedStudy, 'models'>): number[] {
  return models.flatMap(({ state }, model) =>
    state.status === 'failed' || state.status === 'skipped' ? [model] : [],
  );
}

/** Writes the study down. Throws what reading the benchmark and the database throw. */
export async function createStudyFrom(setup: StudySetup, name: string): Promise<CreatedStudy> {
  const [{ config, sources, benchmark, capability }, own, { createStudy }] = await Promise.all([
    prepare(setup),
    historyDatabase(),
    import('../storage/index.ts'),
  ]);
  const id = await createStudy(own, { name, config, sources, benchmark }, new Date().toISOString());
  // Asks not to be evicted when the disk runs short; browsers may say no, and exports remain.
  void navigator.storage?.persist?.().catch(() => false);
  return { id, config, capability };
}

/** Starts or goes on; `given` are the local folders of this visit, `again` the models to take up anew. */
export async function runKeptStudy(
  id: string,
  kept: Pick<OpenedStudy, 'sources'>,
  listener: RunListener,
  { given = [], again = [] }: { given?: readonly ModelSource[]; again?: readonly number[] } = {},
): Promise<LabClient> {
  const lab = await labClient();
  const sources = kept.sources.map((source) => toSource(source, given));
  await lab.startStudy({ studyId: id, sources, again }, listener);
  return lab;
}
