/** Lookups in block-quantised tables (com.microsoft): learned positions of 4-bit files. Not for token embeddings. */
import type { HostTensor } from '../../host-tensor.ts';
import type { EvaluateOp } from '../context.ts';
import { rounding } from '../numeric.ts';

/** Codes of one row: typed int4 and uint4 tensors have one an element, uint8 ones `bits` low first in each byte. */
function codes(table: HostTensor, bits: number, packed: boolean): (row: number, i: number) => number {
  const width = table.dims.at(-1)!;
  if (!packed) return (row, i) => table.data[row * width + i]!;
  const perByte = 8 / bits;
  const mask = 2 ** bits - 1;
  return (row, i) => (table.data[row * width + Math.floor(i / perByte)]! >> ((i % perByte) * bits)) & mask;
}

/** (q - zero point) · scale of the rows that the indices name; blocks along the last axis. */
const gatherBlockQuantized: EvaluateOp = (ctx) => {
  const [table, indices, scales, zeroPoints] = [ctx.input(0), ctx.input(1), ctx.input(2), ctx.optional(3)];
  const bits = ctx.int('bits', 4);
  const block = ctx.int('block_size', 128);
  const [rows, blocks] = scales.dims as [number, number];
  const width = table.dims.at(-1)!;
  const typed = bits === 4 && width > (blocks * block) / 2;
  const hidden = typed ? width : (width * 8) / bits;
  const axes = [ctx.int('gather_axis', 0), ctx.int('quantize_axis', 1)];
  const fits = table.dims.length === 2 && table.dims[0] === rows && Math.ceil(hidden / block) === blocks;
  if (!fits || ![2, 4, 8].includes(bits) || axes.join() !== '0,1')
    throw ctx.fail(`[${table.dims}], scale [${scales.dims}], axes ${axes}`);
  const code = codes(table, bits, !typed);
  const neutral = typed ? 0 : 2 ** (bits - 1);
  const zero = zeroPoints ? codes(zeroPoints, bits, !typed) : () => neutral;
  const round = rounding(scales.dtype);
  const data = ctx.alloc([...indices.dims, hidden]);
  indices.data.forEach((index, at) => {
    const row = ctx.index(index, rows);
    for (let i = 0; i < hidden; i++) {
      const b = Math.floor(i / block);
      data[at * hidden + i] = round((code(row, i) - zero(row, b)) * scales.data[row * blocks + b]!);
    }
  });
  return ctx.result(scales.dtype, [...indices.dims, hidden], data);
};

export const microsoftOps: Readonly<Record<string, EvaluateOp>> = {
  GatherBlockQuantized: gatherBlockQuantized,
};
