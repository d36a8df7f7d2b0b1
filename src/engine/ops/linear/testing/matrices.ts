/**
 * Random matrices in every stored format, for tests.
 */
import type { Rng } from '../../../../lib/rng.ts';
import type { MatrixFormat, MatrixWeight } from '../../../graph/program.ts';
import type { OnnxDtype, TensorRef } from '../../../onnx/types.ts';
import { memoryTensor } from '../../../plan/testing/programs.ts';

export interface MatrixCase {
  readonly name: string;
  readonly orders: readonly ('kn' | 'nk')[];
  build(k: number, n: number, order: 'kn' | 'nk', rng: Rng): MatrixWeight;
}

const bytes = (count: number, rng: Rng): Uint8Array =>
  Uint8Array.from({ length: Math.ceil(count) }, () => rng.int(256));

/** Halves between 2^-14 and 1, with both signs and some subnormals. */
const halves = (count: number, rng: Rng): Uint16Array =>
  Uint16Array.from({ length: count }, () => (rng.int(2) << 15) | (rng.int(15) << 10) | rng.int(1024));

const bfloats = (count: number, rng: Rng): Uint16Array =>
  Uint16Array.from({ length: count }, () => (rng.int(2) << 15) | ((118 + rng.int(10)) << 7) | rng.int(128));

function floatTensor(name: string, dtype: OnnxDtype, count: number, rng: Rng): TensorRef {
  const data =
    dtype === 'float32'
      ? Float32Array.from({ length: count }, () => rng.normal())
      : dtype === 'float16'
        ? halves(count, rng)
        : bfloats(count, rng);
  return memoryTensor(name, dtype, [count], data);
}

const floats = (kind: 'f32' | 'f16' | 'bf16', dtype: OnnxDtype): MatrixCase => ({
  name: kind,
  orders: ['kn', 'nk'],
  build: (k, n, order, rng) => ({
    name: 'w',
    k,
    n,
    order,
    format: { kind },
    data: floatTensor('w', dtype, k * n, rng),
  }),
});

const blocks = (
  bits: 2 | 4 | 8,
  block: number,
  scaleType: OnnxDtype,
  zeros: 'none' | 'packed' | 'float',
): MatrixCase => ({
  name: `${bits}-bit blocks of ${block}, scales ${scaleType}, zero points ${zeros}`,
  orders: ['nk'],
  build: (k, n, order, rng) => {
    const count = Math.ceil((order === 'nk' ? k : n) / block);
    const rows = order === 'nk' ? n : k;
    const zeroPoints =
      zeros === 'packed'
        ? memoryTensor('w.zp', 'uint8', [], bytes(rows * Math.ceil((count * bits) / 8), rng))
        : zeros === 'float'
          ? floatTensor('w.zp', scaleType, rows * count, rng)
          : undefined;
    const format: MatrixFormat = {
      kind: 'blocks',
      bits,
      block,
      scales: floatTensor('w.scales', scaleType, rows * count, rng),
      ...(zeroPoints ? { zeroPoints } : {}),
    };
    const data = memoryTensor('w', 'uint8', [], bytes((rows * count * block * bits) / 8, rng));
    return { name: 'w', k, n, order, format, data };
  },
});

const bnb4 = (table: 'nf4' | 'fp4', block: number, dtype: OnnxDtype): MatrixCase => ({
  name: `${table} blocks of ${block}, absmax ${dtype}`,
  orders: ['nk'],
  build: (k, n, order, rng) => ({
    name: 'w',
    k,
    n,
    order,
    format: {
      kind: 'bnb4',
      table,
      block,
      absmax: floatTensor('w.absmax', dtype, Math.ceil((k * n) / block), rng),
    },
    data: memoryTensor('w', 'uint8', [], bytes((k * n) / 2, rng)),
  }),
});

const int8 = (signed: boolean, per: 'tensor' | 'column' | 'mixed'): MatrixCase => ({
  name: `${signed ? 'int8' : 'uint8'} per ${per}`,
  orders: ['kn', 'nk'],
  build: (k, n, order, rng) => {
    const numbers = (count: number, scale: number) =>
      Float32Array.from({ length: count }, () => scale * rng.normal());
    return {
      name: 'w',
      k,
      n,
      order,
      format: {
        kind: 'int8',
        signed,
        scales: numbers(per === 'tensor' ? 1 : n, 0.01),
        zeroPoints: numbers(per === 'column' ? n : 1, 10),
      },
      data: memoryTensor('w', signed ? 'int8' : 'uint8', [k, n], bytes(k * n, rng)),
    };
  },
});

const qdq4 = (signed: boolean, block: number, scaleType: OnnxDtype, zeros: boolean): MatrixCase => ({
  name: `qdq ${signed ? 'int4' : 'uint4'} blocks of ${block}, scales ${scaleType}${zeros ? ', zero points' : ''}`,
  orders: ['kn'],
  build: (k, n, order, rng) => {
    const dtype = signed ? 'int4' : 'uint4';
    const count = Math.ceil(k / block) * n;
    const zeroPoints = zeros ? memoryTensor('w.zp', dtype, [], bytes(count / 2, rng)) : undefined;
    const format: MatrixFormat = {
      kind: 'qdq4',
      signed,
      block,
      scales: floatTensor('w.scales', scaleType, count, rng),
      ...(zeroPoints ? { zeroPoints } : {}),
    };
    return {
      name: 'w',
      k,
      n,
      order,
      format,
      data: memoryTensor('w', dtype, [k, n], bytes((k * n) / 2, rng)),
    };
  },
});

export const matrixCases: readonly MatrixCase[] = [
  floats('f32', 'float32'),
  floats('f16', 'float16'),
  floats('bf16', 'bfloat16'),
  blocks(4, 32, 'float32', 'none'),
  blocks(4, 16, 'float16', 'packed'),
  blocks(4, 32, 'float16', 'float'),
  blocks(8, 32, 'float32', 'packed'),
  blocks(8, 16, 'bfloat16', 'none'),
  blocks(2, 16, 'float32', 'packed'),
  blocks(2, 32, 'float32', 'none'),
  bnb4('nf4', 16, 'float32'),
  bnb4('fp4', 64, 'float16'),
  int8(true, 'tensor'),
  int8(false, 'column'),
  int8(true, 'mixed'),
  qdq4(true, 32, 'float32', false),
  qdq4(false, 16, 'float16', true),
  qdq4(true, 16, 'bfloat16', true),
];
