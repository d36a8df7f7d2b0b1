/** What a study's result says about one model, from the runs it finished. Pure. */

import type { RunResult } from '../types.ts';
import type { ModelState, StudyModelResult } from './types.ts';

export function modelResult(state: ModelState, results: readonly RunResult[]): StudyModelResult {
  const [first] = results;
  const steps = results.flatMap(({ losses }) => losses);
  return {
    state,
    description: first?.model ?? null,
    hashes: first?.hashes.model ?? [],
    adapter: first?.adapter ?? '',
    backend: first?.backend ?? null,
    seconds: results.reduce((sum, { cost }) => sum + cost.totalSeconds, 0),
    secondsPerStep: steps.reduce((sum, { seconds }) => sum + seconds, 0) / Math.max(1, steps.length),
    peakGpuBytes: results.reduce((most, { cost }) => Math.max(most, cost.peakGpuBytes), 0),
  };
}
