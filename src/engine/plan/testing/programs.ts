/**
 * Small programs and batches for tests, without any model file.
 */
import type { CausalProgram, MatrixWeight, Program, ProgramNode, Value } from '../../graph/program.ts';
import type { OnnxDtype, TensorRef } from '../../onnx/types.ts';
import type { BatchSpec } from '../types.ts';

/** A tensor whose bytes are in memory. */
export function memoryTensor(
  name: string,
  dtype: OnnxDtype,
  dims: readonly number[],
  bytes: ArrayBufferView,
): TensorRef {
  const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    name,
    dtype,
    dims,
    byteLength: view.byteLength,
    read: async () => view,
    readRange: async (offset, length) => view.subarray(offset, offset + length),
  };
}

/** An f32 matrix in either order. */
export function f32Matrix(
  name: string,
  k: number,
  n: number,
  order: 'kn' | 'nk',
  data: Float32Array,
): MatrixWeight {
  const dims = order === 'kn' ? [k, n] : [n, k];
  return { name, k, n, order, format: { kind: 'f32' }, data: memoryTensor(name, 'float32', dims, data) };
}

export interface ProgramParts extends Partial<Omit<Program, 'values' | 'nodes'>> {
  readonly values: readonly Omit<Value, 'id' | 'name'>[];
  readonly nodes: readonly Omit<ProgramNode, 'source'>[];
  readonly inputsEmbeds?: number;
  readonly logits?: number;
  readonly hiddenSize: number;
  readonly vocabSize?: number;
}

/** Fills in ids, names and what the parts leave out. */
export function causalProgram(parts: ProgramParts): CausalProgram {
  return {
    values: parts.values.map((value, id) => ({ ...value, id, name: `v${id}` })),
    nodes: parts.nodes.map((node, i) => ({ ...node, source: `${node.op}${i}` })),
    weights: parts.weights ?? [],
    vectors: parts.vectors ?? [],
    tables: parts.tables ?? [],
    inputsEmbeds: parts.inputsEmbeds ?? 0,
    logits: parts.logits ?? 0,
    hiddenSize: parts.hiddenSize,
    vocabSize: parts.vocabSize ?? 0,
    layers: 0,
    maxPositions: undefined,
  };
}

/** Packed sequences of the given ids; logits wanted and targets given as the caller says, by default none. */
export function packedBatch(
  sequences: readonly (readonly number[])[],
  rest: Partial<Omit<BatchSpec, 'mode' | 'ids' | 'positions' | 'keyStart' | 'sequenceEnd'>> = {},
): BatchSpec {
  const ids: number[] = [];
  const positions: number[] = [];
  const keyStart: number[] = [];
  const sequenceEnd: number[] = [];
  for (const sequence of sequences) {
    const start = ids.length;
    sequence.forEach((id, position) => {
      ids.push(id);
      positions.push(position);
      keyStart.push(start);
      sequenceEnd.push(start + sequence.length);
    });
  }
  return {
    mode: 'packed',
    ids: Int32Array.from(ids),
    positions: Uint32Array.from(positions),
    keyStart: Uint32Array.from(keyStart),
    sequenceEnd: Uint32Array.from(sequenceEnd),
    selected: new Uint32Array(),
    targets: new Int32Array(),
    ...rest,
  };
}
