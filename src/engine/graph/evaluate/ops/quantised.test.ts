import { describe, expect, it } from 'vitest';
import { evaluateOne, f32, i64, u8 } from '../testing/evaluate-node.ts';

const run = (
  table: ReturnType<typeof u8>,
  scales: ReturnType<typeof f32>,
  attributes: Record<string, number>,
  zeroPoints?: ReturnType<typeof u8>,
) =>
  evaluateOne('GatherBlockQuantized', [table, i64([2], [1, -2]), scales, zeroPoints], {
    domain: 'com.microsoft',
    attributes,
  });

describe('GatherBlockQuantized', () => {
  it('reads bytes low bits first, with the middle code as zero', async () => {
    const table = u8([2, 2], [0x98, 0xba, 0x10, 0x32]);
    const scales = f32([2, 2], [1, 2, 10, 20]);
    expect(await run(table, scales, { bits: 4, block_size: 2 })).toEqual({
      dtype: 'float32',
      dims: [2, 4],
      data: [-80, -70, -120, -100, 0, 1, 4, 6],
    });
  });

  it('reads one code an element of typed tables, with zero as zero', async () => {
    const table = u8([2, 2], [1, 2, 15, 3]);
    const scales = f32([2, 1], [1, 0.5]);
    expect((await run(table, scales, { bits: 4, block_size: 2 })).data).toEqual([7.5, 1.5, 1, 2]);
  });

  it('subtracts packed zero points', async () => {
    const table = u8([2, 2], [0x98, 0xba, 0x10, 0x32]);
    const scales = f32([2, 2], [1, 1, 1, 1]);
    const zeros = u8([2, 1], [0x21, 0x43]);
    const { data } = await run(table, scales, { bits: 4, block_size: 2 }, zeros);
    expect(data).toEqual([-3, -2, -2, -1, 7, 8, 8, 9]);
  });

  it('refuses other axes and blocks that do not fit', async () => {
    const table = u8([2, 2], [0, 0, 0, 0]);
    const scales = f32([2, 2], [1, 1, 1, 1]);
    await expect(run(table, scales, { bits: 4, block_size: 2, gather_axis: 1 })).rejects.toThrow('axes');
    await expect(run(table, scales, { bits: 4, block_size: 4 })).rejects.toThrow('evaluate-failed');
  });
});
