/** The samples of the last run, kept for export in lm-evaluation-harness's field names. */

import { type SampleInput, sampleLog } from '../eval/index.ts';
import type { Condition } from '../eval/types.ts';
import { sha256Hex } from '../hub/sha256.ts';
import { LabError } from '../lib/errors.ts';

export interface SampleKeeper {
  keep(condition: Condition, samples: readonly SampleInput[]): void;
  clear(): void;
  /** JSON Lines. Throws `worker.no-samples` where the last run had no such condition, or the worker is new. */
  log(
    condition: Condition,
    provenance: Readonly<Record<string, unknown>>,
    ofItem?: Readonly<Record<string, object>>,
  ): Promise<Blob>;
}

/** The log asks for hashes as it goes; they are computed between two passes, since digests are asynchronous here. */
async function withHashes(make: (hash: (text: string) => string) => string): Promise<string> {
  const texts = new Set<string>();
  make((text) => {
    texts.add(text);
    return '';
  });
  const hashes = new Map<string, string>();
  for (const text of texts) hashes.set(text, await sha256Hex(new Blob([text])));
  return make((text) => hashes.get(text)!);
}

export function createSampleKeeper(): SampleKeeper {
  const kept = new Map<Condition, readonly SampleInput[]>();
  return {
    keep: (condition, samples) => kept.set(condition, samples),
    clear: () => kept.clear(),
    async log(condition, provenance, ofItem = {}) {
      const samples = kept.get(condition);
      if (!samples) throw new LabError('worker.no-samples', { condition });
      const text = await withHashes((hash) => sampleLog(samples, hash, { provenance }, ofItem));
      return new Blob([text], { type: 'application/jsonl' });
    },
  };
}
