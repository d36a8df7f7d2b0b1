/** The engine's checks on a model the page names: golden cases and golden tuning sequences. */

import { loadCausalLM } from '../engine/model/causal-lm.ts';
import type { CausalLM } from '../engine/model/types.ts';
import { createModelReader } from '../hub/reader.ts';
import type { Site } from '../hub/site.ts';
import { checkCase } from '../lab/checks/check-case.ts';
import { checkTuning } from '../lab/checks/check-tuning.ts';
import { floats } from '../lab/checks/tensors.ts';
import { LabError } from '../lib/errors.ts';
import { type DeviceOwner, isRefusal } from './device-owner.ts';
import type { WorkerCommand } from './protocol.ts';

type Check = Extract<WorkerCommand, { type: 'check-model' | 'check-tuning' }>;

/** Throws `worker.webgpu-needed` {reason}, and what loading and checking throw. */
export async function runCheck(command: Check, owner: DeviceOwner, site: Site) {
  const owned = await owner.get();
  if (isRefusal(owned)) throw new LabError('worker.webgpu-needed', { reason: owned.reason });
  const files = createModelReader(command.source, { site });
  const table = command.type === 'check-model' ? command.case.embedding.table : undefined;
  const model: CausalLM = await loadCausalLM({
    gpu: owned.gpu,
    files,
    path: command.path,
    ...(table ? { embeddings: { data: floats(table), vocabSize: table.shape[0]! } } : {}),
  });
  try {
    return command.type === 'check-model'
      ? await checkCase(model, command.case)
      : await checkTuning(model, command.golden);
  } finally {
    await model.dispose();
  }
}
