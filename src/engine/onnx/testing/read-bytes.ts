/** Reads a model from bytes, and the LabError that a promise must end in. For tests. */
import { LabError } from '../../../lib/errors.ts';
import { readModel } from '../read-model.ts';
import type { OnnxModel } from '../types.ts';
import { memoryFiles } from './write-model.ts';

/** The file is onnx/m.onnx; `others` are further files by path. */
export function readBytes(bytes: Uint8Array, others: Record<string, Uint8Array> = {}): Promise<OnnxModel> {
  return readModel(memoryFiles({ 'onnx/m.onnx': bytes, ...others }), 'onnx/m.onnx');
}

/** Fails when the promise resolves or rejects with anything but a LabError. */
export async function errorOf(promise: Promise<unknown>): Promise<LabError> {
  const thrown = await promise.then(
    () => new Error('no error'),
    (error: unknown) => error,
  );
  if (!(thrown instanceof LabError)) throw thrown;
  return thrown;
}
