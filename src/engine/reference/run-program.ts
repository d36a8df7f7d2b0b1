/**
 * A whole program in float64: what the executor does, without a device. Tests only.
 */
import type { Program, RowDomain, ValueId } from '../graph/program.ts';
import type { BatchSpec } from '../plan/types.ts';
import { decodeMatrix } from './decode.ts';
import { evaluate } from './evaluate.ts';
import type { ReferenceWeight } from './linear.ts';
import type { ReferenceContext } from './types.ts';

/** A program whose weights are decoded; runs whole sequences (packed batches). */
export interface ReferenceProgram {
  /** The numbers of `wanted`, each [rows, ...dims]. */
  run(batch: BatchSpec, wanted: readonly ValueId[]): Promise<Float64Array[]>;
}

/** Decodes every weight once; matrices that several programs of one file share come out of `decoded`. */
export async function referenceProgram(
  program: Program & { readonly hiddenSize: number },
  decoded = new Map<unknown, ReferenceWeight>(),
): Promise<ReferenceProgram> {
  const weights: ReferenceWeight[] = [];
  for (const weight of program.weights) {
    const { k, n, order } = weight;
    const known = decoded.get(weight) ?? { k, n, order, data: await decodeMatrix(weight) };
    decoded.set(weight, known);
    weights.push(known);
  }
  return {
    async run(batch, wanted) {
      const positions = Math.max(0, ...batch.positions) + 1;
      const used = new Set(program.nodes.flatMap((node) => tablesOf(node.attrs)));
      const tables = await Promise.all(
        program.tables.map(async (table, id) => ({
          width: table.width,
          data: used.has(id) ? await table.rows(positions) : new Float32Array(),
        })),
      );
      const counts: Record<RowDomain, number> = {
        tokens: batch.ids.length,
        selected: batch.selected.length,
        prompt: (batch.softPrompt?.length ?? 0) / program.hiddenSize,
      };
      const context: ReferenceContext = {
        rows: (domain) => counts[domain],
        vector: (id) => program.vectors[id]!.data,
        weight: (id) => weights[id]!,
        table: (id) => tables[id]!,
        batch: { ...batch, sequenceEnd: batch.sequenceEnd! },
        lossScale: batch.lossScale ?? 1,
      };
      const values = evaluate(program.nodes, program.values, new Map(), context);
      return wanted.map((id) => values.get(id)!);
    },
  };
}

function tablesOf(attrs: unknown): number[] {
  const { table, cos, sin } = attrs as { table?: number; cos?: number; sin?: number };
  return [table, cos, sin].filter((id) => id !== undefined);
}
