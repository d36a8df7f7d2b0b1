/** What ships with the page: model names and benchmark files. Sizes are those of the files in `public/`. */

import type { Task } from '../eval/types.ts';

export interface EmbeddedModel {
  readonly id: string;
  readonly name: string;
  readonly kind: 'base' | 'post-trained';
}

export const EMBEDDED_MODELS: readonly EmbeddedModel[] = [1, 2, 3, 4, 5].flatMap((n) => [
  { id: `micro/m${n}-base`, name: `m${n}-base`, kind: 'base' as const },
  { id: `micro/m${n}-chat`, name: `m${n}-chat`, kind: 'post-trained' as const },
]);

/** Model file plus tokenizer and configuration of one embedded model, in bytes (all ten are alike). */
export const EMBEDDED_MODEL_BYTES = 1_900_000;

/** The engine's scripts and onnxruntime's wasm, which the self-check needs, as they lie on the site. */
export const ENGINE_BYTES = 15_200_000;

export function embeddedBenchmarkName(task: Task): string {
  return `micro-${task}`;
}

/** The task of an embedded benchmark's name; null for any other name. */
export function embeddedTask(name: string): Task | null {
  return name === 'micro-closed' ? 'closed' : name === 'micro-open' ? 'open' : null;
}
