/**
 * GPU time of one gradient step (labels on a fifth of the positions) by op class and by kernel, by timestamp queries. Classes
 * are what stands before the first dot of a kernel's name.
 */

import type { Fact } from '../report.ts';
import { type BenchModel, embeddings, FIFTH, gradientBatch, openEngine } from './engine.ts';
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

export async function profile(model: BenchModel, watch: DeviceWatch): Promise<Fact[]> {
  if (!model.gpu.facts.features.includes('timestamp-query')) return [];
  const engine = await openEngine(model);
  const { executor, program } = engine;
  try {
    const batch = gradientBatch(program.vocabSize, FIFTH, await embeddings(engine));
    const wanted = [program.rowLoss, program.promptGradient];
    await executor.run(batch, wanted);
    const times = await watch.profile(() => executor.run(batch, wanted));
    const total = times.reduce((sum, { seconds }) => sum + seconds, 0);
    const rows = (entries: readonly KernelTime[]): Fact['rows'] =>
      entries.map(({ label, calls, seconds }) => [
        `${label} (${calls})`,
        `${(seconds * 1e3).toFixed(1)} ms, ${((100 * seconds) / total).toFixed(1)} %`,
      ]);
    const what = 'gradient step with labels on a fifth of the positions';
    return [
      {
        id: 'profile-classes',
        title: `GPU time by op class, ${what}`,
        rows: rows(grouped(times, (label) => label.split('.')[0]!)),
      },
      { id: 'profile', title: 'GPU time by kernel, the same step', rows: rows(times) },
    ];
  } finally {
    executor.dispose();
  }
}
