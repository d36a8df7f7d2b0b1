/**
 * Checks of what callers hand in, and the errors for it. Nothing reaches the GPU that an index could run out of bounds
 * with: there, reads beyond a buffer are clamped and would give wrong numbers silently.
 */
import { LabError } from '../../lib/errors.ts';

/** Throws `model.aborted` once the signal fired. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new LabError('model.aborted');
}

/** Throws `model.bad-token` {id, vocabSize, row} for an id outside the embedding table. */
export function assertTokens(ids: readonly number[], vocabSize: number, row: number): void {
  for (const id of ids) {
    if (!Number.isInteger(id) || id < 0 || id >= vocabSize) {
      throw new LabError('model.bad-token', { id, vocabSize, row });
    }
  }
}

/** Throws `model.too-long` {need, have, row} when `need` positions exceed the `have` that the file's tables serve. */
export function assertPositions(need: number, have: number | undefined, row: number): void {
  if (have !== undefined && need > have) throw new LabError('model.too-long', { need, have, row });
}

/** Rows of a soft prompt; throws `model.soft-prompt-shape` {length, hiddenSize} or `model.not-finite`. */
export function virtualTokenCount(softPrompt: Float32Array | undefined, hiddenSize: number): number {
  if (!softPrompt) return 0;
  if (softPrompt.length === 0 || softPrompt.length % hiddenSize !== 0) {
    throw new LabError('model.soft-prompt-shape', { length: softPrompt.length, hiddenSize });
  }
  if (!allFinite(softPrompt))
    throw new LabError('model.not-finite', { what: 'soft prompt', tensor: 'soft prompt' });
  return softPrompt.length / hiddenSize;
}

export function allFinite(values: Float32Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return false;
  return true;
}
