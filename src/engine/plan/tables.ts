/**
 * Position tables (rotary cos/sin, learned positions) on the GPU, as long as the runs so far needed them.
 */
import { LabError } from '../../lib/errors.ts';
import { type BufferLedger, roundUp } from '../gpu/buffers.ts';
import type { PositionTable, TableId } from '../graph/program.ts';
import type { BufferView } from '../ops/types.ts';
import type { WeightUploader } from './weights.ts';

export interface TableStore {
  /** Makes rows 0..count-1 of the tables present. Throws the table's own `graph.positions-exceeded`. */
  ensure(ids: Iterable<TableId>, count: number): Promise<void>;
  view(id: TableId): BufferView;
  release(): void;
}

export function createTableStore(
  tables: readonly PositionTable[],
  uploader: WeightUploader,
  ledger: BufferLedger,
): TableStore {
  const held = new Map<TableId, { view: BufferView; rows: number }>();
  const load = async (table: PositionTable, count: number): Promise<{ data: Float32Array; rows: number }> => {
    // Ahead of need, so that decoding does not reload every step; not beyond what the model can serve.
    const ahead = roundUp(count, 256);
    try {
      return { data: await table.rows(ahead), rows: ahead };
    } catch (error) {
      if (!(error instanceof LabError) || error.code !== 'graph.positions-exceeded') throw error;
      return { data: await table.rows(count), rows: count };
    }
  };
  return {
    async ensure(ids, count) {
      for (const id of ids) {
        const have = held.get(id);
        if (have && have.rows >= count) continue;
        const table = tables[id]!;
        const { data, rows } = await load(table, count);
        if (have) ledger.destroy(have.view.buffer);
        held.delete(id);
        held.set(id, { view: await uploader.floats(table.name, data), rows });
      }
    },
    view(id) {
      const table = held.get(id);
      if (!table) throw new LabError('plan.missing', { what: 'table', id });
      return table.view;
    },
    release() {
      for (const { view } of held.values()) ledger.destroy(view.buffer);
      held.clear();
    },
  };
}
