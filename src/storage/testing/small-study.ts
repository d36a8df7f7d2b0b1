/** The smallest benchmark, study and set of sources that tests of the database keep. */

import type { Benchmark } from '../../eval/types.ts';
import type { StudyConfig } from '../../lab/study/types.ts';
import { DEFAULT_TUNING } from '../../lab/types.ts';

export const benchmark: Benchmark = {
  name: 'tiny',
  task: 'open',
  train: [],
  test: [{ id: '1', task: 'open', question: 'q', answer: '#### a', accepted: ['a'], prompt: 'Q: q\nA:' }],
  split: { kind: 'files' },
  rejected: [],
  hashes: { train: 'a'.repeat(64), test: 'b'.repeat(64) },
};
export const config: StudyConfig = {
  benchmarkName: 'tiny',
  task: 'open',
  models: [
    { id: 'x-base', file: 'x.onnx', role: 'base', family: 'x', useChatTemplate: false },
    { id: 'x-chat', file: 'x.onnx', role: 'post-trained', family: 'x', useChatTemplate: true },
  ],
  conditions: ['zero-shot', 'soft-prompt'],
  seeds: [1],
  itemSeed: 1,
  itemLimit: 0,
  fewShotCount: 3,
  evalSteps: [80],
  tuning: DEFAULT_TUNING,
  maxNewTokens: 0,
};
export const sources = config.models.map(({ id }) => ({ kind: 'local' as const, id }));
