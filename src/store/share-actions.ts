/** Making links and files from what is on screen, and choosing the examples that go into them. */

import type { ExampleRecord, RunResult } from '../lab/types.ts';
import { labStore } from './lab-store.ts';

export function toggleShared(itemId: string): void {
  labStore.setState(({ sharedExamples: ids }) => ({
    sharedExamples: ids.includes(itemId) ? ids.filter((id) => id !== itemId) : [...ids, itemId],
  }));
}

export interface MadeLink {
  readonly url: string;
  readonly length: number;
  readonly tooLong: boolean;
}

export async function makeLink(result: RunResult, examples: readonly ExampleRecord[]): Promise<MadeLink> {
  const [{ encodeResult, MAX_LINK_LENGTH }, { linkFor }] = await Promise.all([
    import('../share/permalink.ts'),
    import('../share/location.ts'),
  ]);
  const { hash, length } = await encodeResult(result, { examples });
  return { url: linkFor(hash), length, tooLong: length > MAX_LINK_LENGTH };
}

/** `m1-base-micro-closed-seed1.json` */
export function resultFileName({ config }: RunResult): string {
  const parts = [config.modelId.split('/').at(-1), config.benchmarkName, `seed${config.seed}`];
  return `${parts.join('-').replace(/[^\w.-]+/g, '_')}.json`;
}

export async function makeResultFile(
  result: RunResult,
  examples: readonly ExampleRecord[],
): Promise<{ name: string; blob: Blob }> {
  const { resultToJson } = await import('../share/json-file.ts');
  const text = resultToJson(result, examples);
  return { name: resultFileName(result), blob: new Blob([text], { type: 'application/json' }) };
}
