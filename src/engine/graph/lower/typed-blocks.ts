/**
 * Matrices of the types int4 and uint4 (GatherBlockQuantized, DequantizeLinear) as the unsigned blocks that the engine
 * reads: codes of int4 get their sign bit flipped, zero points are laid out row by row. The matrix itself stays in the file
 * and is streamed.
 */

import { elementType } from '../../onnx/dtypes.ts';
import { inlineTensor } from '../../onnx/parse-tensor.ts';
import type { TensorRef } from '../../onnx/types.ts';
import type { MatrixFormat } from '../program.ts';

type Blocks = Extract<MatrixFormat, { readonly kind: 'blocks' }>;

/** Sign bits of two int4 codes: q + 8 of a signed code is its unsigned code with this bit flipped. */
const SIGN_BITS = 0x88;
const UINT8 = 2;

/**
 * Storage and format of a [rows, k] table, k even, with blocks of `block` along k. Rows that end within a block are filled up
 * as they are read. Without zero points these types have zero 0 (uint8 tables have 8).
 */
export async function typedBlocks(
  data: TensorRef,
  block: number,
  scales: TensorRef,
  zeroPoints: TensorRef | undefined,
): Promise<{ readonly data: TensorRef; readonly format: Blocks }> {
  const [rows, k] = data.dims as [number, number];
  const signed = data.dtype === 'int4';
  const flip = signed ? SIGN_BITS : 0;
  const blocks = Math.ceil(k / block);
  const zeros = await rowAligned(zeroPoints, rows, blocks, flip, `${data.name} zero points`);
  const format: Blocks = { kind: 'blocks', bits: 4, block, scales, zeroPoints: zeros };
  const whole = k % block === 0;
  if (!signed && whole) return { data, format };
  const flipped = (bytes: Uint8Array): Uint8Array => (signed ? bytes.map((byte) => byte ^ flip) : bytes);
  const [own, stride] = [k / 2, (blocks * block) / 2];
  const readRange = async (offset: number, length: number): Promise<Uint8Array> => {
    if (whole) return flipped(await data.readRange(offset, length));
    const first = Math.floor(offset / stride);
    const count = Math.ceil((offset + length) / stride) - first;
    const stored = flipped(await data.readRange(first * own, count * own));
    const filled = new Uint8Array(count * stride);
    for (let row = 0; row < count; row++) {
      filled.set(stored.subarray(row * own, (row + 1) * own), row * stride);
    }
    return filled.subarray(offset - first * stride, offset - first * stride + length);
  };
  const byteLength = rows * stride;
  const unsigned: TensorRef = {
    name: data.name,
    dtype: 'uint8',
    dims: [rows, stride],
    byteLength,
    read: () => readRange(0, byteLength),
    readRange,
  };
  return { data: unsigned, format };
}

/** Zero points [rows, blocks], packed without gaps in the file, as rows of whole bytes. */
async function rowAligned(
  zeroPoints: TensorRef | undefined,
  rows: number,
  blocks: number,
  flip: number,
  name: string,
): Promise<TensorRef> {
  const packed = zeroPoints ? await zeroPoints.read() : new Uint8Array(Math.ceil((rows * blocks) / 2));
  const rowBytes = Math.ceil(blocks / 2);
  const bytes = new Uint8Array(rows * rowBytes);
  for (let row = 0; row < rows; row++) {
    for (let b = 0; b < blocks; b++) {
      const from = row * blocks + b;
      const code = (packed[from >> 1]! >> (4 * (from % 2))) & 15;
      bytes[row * rowBytes + (b >> 1)]! |= (code ^ (flip & 15)) << (4 * (b % 2));
    }
  }
  return inlineTensor(name, elementType(UINT8), [rows, rowBytes], bytes);
}
