/**
 * Stored matrices in float64, read from the bytes as the formats' specifications say; shares no code with the GPU's loaders.
 */
import type { MatrixWeight } from '../graph/program.ts';
import type { TensorRef } from '../onnx/types.ts';

/** IEEE half to number. */
export function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

async function floats(tensor: TensorRef): Promise<(i: number) => number> {
  const bytes = (await tensor.read()).slice();
  if (tensor.dtype === 'float32') {
    const values = new Float32Array(bytes.buffer);
    return (i) => values[i]!;
  }
  const words = new Uint16Array(bytes.buffer);
  if (tensor.dtype === 'float16') return (i) => half(words[i]!);
  const pair = new DataView(new ArrayBuffer(4));
  return (i) => {
    pair.setUint32(0, words[i]! << 16);
    return pair.getFloat32(0);
  };
}

/** Unsigned field i of `bits` bits in a stream of low-first fields, rows of `rowBytes` bytes. */
const field = (bytes: Uint8Array, rowBytes: number, bits: number) => (row: number, i: number) =>
  (bytes[row * rowBytes + Math.floor((i * bits) / 8)]! >> ((i * bits) % 8)) & (2 ** bits - 1);

const signedNibble = (q: number, signed: boolean): number => (signed && q > 7 ? q - 16 : q);

const tables = {
  nf4: [
    -1.0, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453, -0.28444138169288635,
    -0.18477343022823334, -0.09105003625154495, 0.0, 0.07958029955625534, 0.16093020141124725,
    0.24611230194568634, 0.33791524171829224, 0.44070982933044434, 0.5626170039176941, 0.7229568362236023,
    1.0,
  ],
  fp4: [
    0,
    0.005208333333,
    2 / 3,
    1,
    1 / 3,
    0.5,
    1 / 6,
    0.25,
    0,
    -0.005208333333,
    -2 / 3,
    -1,
    -1 / 3,
    -0.5,
    -1 / 6,
    -0.25,
  ],
} as const;

/** Elements in stored order: [K, N] for 'kn', [N, K] for 'nk'. */
export async function decodeMatrix(weight: MatrixWeight): Promise<Float64Array> {
  const [rows, cols] = weight.order === 'kn' ? [weight.k, weight.n] : [weight.n, weight.k];
  const at = await element(weight, cols);
  return Float64Array.from({ length: rows * cols }, (_, i) => at(Math.floor(i / cols), i % cols));
}

async function element(weight: MatrixWeight, cols: number): Promise<(row: number, col: number) => number> {
  const { format, data } = weight;
  switch (format.kind) {
    case 'f32':
    case 'f16':
    case 'bf16': {
      const value = await floats(data);
      return (row, col) => value(row * cols + col);
    }
    case 'blocks': {
      const { bits, block } = format;
      const count = Math.ceil(cols / block);
      const q = field(await data.read(), (count * block * bits) / 8, bits);
      const scale = await floats(format.scales);
      let zero = (_row: number, _b: number) => 2 ** (bits - 1);
      if (format.zeroPoints?.dtype === 'uint8') {
        zero = field(await format.zeroPoints.read(), Math.ceil((count * bits) / 8), bits);
      } else if (format.zeroPoints) {
        const value = await floats(format.zeroPoints);
        zero = (row, b) => value(row * count + b);
      }
      return (row, col) => {
        const b = Math.floor(col / block);
        return (q(row, col) - zero(row, b)) * scale(row * count + b);
      };
    }
    case 'bnb4': {
      const bytes = await data.read();
      const absmax = await floats(format.absmax);
      return (row, col) => {
        const i = row * cols + col;
        const byte = bytes[i >> 1]!;
        return (
          tables[format.table][i % 2 === 0 ? byte >> 4 : byte & 15]! * absmax(Math.floor(i / format.block))
        );
      };
    }
    case 'int8': {
      const bytes = await data.read();
      const { scales, zeroPoints, signed } = format;
      return (row, col) => {
        const byte = bytes[row * cols + col]!;
        const output = weight.order === 'kn' ? col : row;
        const of = (values: Float32Array) => values[values.length === 1 ? 0 : output]!;
        return ((signed && byte > 127 ? byte - 256 : byte) - of(zeroPoints)) * of(scales);
      };
    }
    case 'qdq4': {
      const { block, signed } = format;
      const q = field(await data.read(), 0, 4);
      const scale = await floats(format.scales);
      const zeros = format.zeroPoints ? field(await format.zeroPoints.read(), 0, 4) : () => 0;
      return (row, col) => {
        const b = Math.floor(row / block) * cols + col;
        return (signedNibble(q(0, row * cols + col), signed) - signedNibble(zeros(0, b), signed)) * scale(b);
      };
    }
  }
}
