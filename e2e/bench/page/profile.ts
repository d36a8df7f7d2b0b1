/**
 * GPU time of one gradient step (labels on a fifth of the positions) and of one evaluation with a shared prefix, by op class
 * and by kernel, by timestamp queries. Classes are what stands before the first dot of a kernel's name.
 */

import type { Fact } from '../report.ts';
import { type BenchModel, embeddings, FIFTH, gradientBatch, openEngine } from './engine.ts';
import { fewShotContestants } from './few-shot.ts';
import type { DeviceWatch, KernelTime } from './watch-device.ts';

/** Sums over what `nameOf` calls the same, longest first. */
function grouped(times: readonly KernelTime[], nameOf: (label: string) => string): KernelTime[] {
  const sums = new Map<string, KernelTime>();
  for (const { label, calls, seconds } of times) {
    const name = nameOf(label);
    const sum = sums.get(name) ?? { label: name, calls: 0, seconds: 0 };
    sums.set(name, { label: name, calls: sum.calls + calls, seconds: sum.seconds + seconds });
  }
  return [...sums.values()].sort((a, b) => b.seconds - a.seconds);
}

/** Both tables of one profile. */
function facts(id: string, what: string, times: readonly KernelTime[]): Fact[] {
  const total = times.reduce((sum, { seconds }) => sum + seconds, 0);
  const rows = (entries: readonly KernelTime[]): Fact['rows'] =>
    entries.map(({ label, calls, seconds }) => [
      `${label} (${calls})`,
      `${(seconds * 1e3).toFixed(1)} ms, ${((100 * seconds) / total).toFixed(1)} %`,
    ]);
  return [
    {
      id: `${id}-classes`,
      title: `GPU time by op class, ${what}`,
      rows: rows(grouped(times, (label) => label.split('.')[0]!)),
    },
    { id, title: `GPU time by kernel, ${what}`, rows: rows(times) },
  ];
}

async function gradientStep(model: BenchModel, watch: DeviceWatch): Promise<KernelTime[]> {
  const engine = await openEngine(model);
  const { executor, program } = engine;
  try {
    const batch = gradientBatch(program.vocabSize, FIFTH, await embeddings(engine));
    const wanted = [program.rowLoss, program.promptGradient];
    await executor.run(batch, wanted);
    return await watch.profile(() => executor.run(batch, wanted));
  } finally {
    executor.dispose();
  }
}

async function evaluation(model: BenchModel, watch: DeviceWatch): Promise<KernelTime[]> {
  const shared = await fewShotContestants(model)[0]!.prepare();
  try {
    await shared.run();
    return await watch.profile(() => shared.run());
  } finally {
    await shared.dispose();
  }
}

export async function profile(model: BenchModel, watch: DeviceWatch): Promise<Fact[]> {
  if (!model.gpu.facts.features.includes('timestamp-query')) return [];
  return [
    ...facts(
      'profile',
      'gradient step with labels on a fifth of the positions',
      await gradientStep(model, watch),
    ),
    ...facts(
      'profile-evaluation',
      'three-shot evaluation with a shared prefix',
      await evaluation(model, watch),
    ),
  ];
}
