/** Time per kernel of one gradient step (labels on a fifth of the positions), by timestamp queries. */

import type { Fact } from '../report.ts';
import { type BenchModel, embeddings, FIFTH, gradientBatch, openEngine } from './engine.ts';
import type { DeviceWatch } from './watch-device.ts';

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
    return [
      {
        id: 'profile',
        title: 'GPU time by kernel, gradient step with labels on a fifth of the positions',
        rows: times.map(({ label, calls, seconds }) => [
          `${label} (${calls})`,
          `${(seconds * 1e3).toFixed(1)} ms, ${((100 * seconds) / total).toFixed(1)} %`,
        ]),
      },
    ];
  } finally {
    executor.dispose();
  }
}
