/**
 * Memory of a program's values: row counts rounded up to capacities, slots of a plan mapped to buffers that all plans share.
 *
 * Buffers only grow, so runs with changing row counts keep their buffers and bind groups; a budget that would be broken
 * first drops what an earlier, larger run left behind.
 */
import type { BufferLedger } from '../gpu/buffers.ts';
import { roundUp } from '../gpu/buffers.ts';
import type { RowDomain, Value } from '../graph/program.ts';
import type { BufferView } from '../ops/types.ts';

export type RowCounts = Readonly<Record<RowDomain, number>>;

/** Rows to make room for: multiples of 32, from 512 rows on steps of at most an eighth. */
export function rowCapacity(rows: number): number {
  const step = Math.max(32, 2 ** Math.floor(Math.log2(Math.max(rows, 1))) / 8);
  return Math.max(step, roundUp(rows, step));
}

/** Bytes of one row of a value. */
export function rowBytes(value: Value): number {
  return value.dims.reduce((product, dim) => product * dim, 4);
}

export interface Arena {
  /** Bytes that the arena would hold for slots of these sizes, without allocating. */
  predict(sizes: readonly number[]): { readonly grown: number; readonly fresh: number };
  /** Makes every slot at least its size. Throws `gpu.out-of-memory`. `fresh`: drops all buffers first. */
  ensure(sizes: readonly number[], fresh: boolean): Promise<void>;
  slot(index: number): BufferView;
  readonly bytes: number;
  release(): void;
}

export function createArena(ledger: BufferLedger): Arena {
  let buffers: GPUBuffer[] = [];
  const release = (): void => {
    for (const buffer of buffers) ledger.destroy(buffer);
    buffers = [];
  };
  return {
    predict(sizes) {
      let grown = 0;
      let fresh = 0;
      for (let i = 0; i < Math.max(sizes.length, buffers.length); i++) {
        grown += Math.max(sizes[i] ?? 0, buffers[i]?.size ?? 0);
        fresh += sizes[i] ?? 0;
      }
      return { grown, fresh };
    },
    async ensure(sizes, fresh) {
      if (fresh) release();
      try {
        for (let i = 0; i < sizes.length; i++) {
          const buffer = buffers[i];
          if (buffer && buffer.size >= sizes[i]!) continue;
          if (buffer) ledger.destroy(buffer);
          buffers[i] = await ledger.create(
            `slot ${i}`,
            sizes[i]!,
            GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
          );
        }
      } catch (error) {
        // What fitted so far would stand in the way of a smaller attempt.
        release();
        throw error;
      }
    },
    slot(index) {
      const buffer = buffers[index]!;
      return { buffer, offset: 0, size: buffer.size };
    },
    get bytes() {
      return buffers.reduce((sum, buffer) => sum + buffer.size, 0);
    },
    release,
  };
}
