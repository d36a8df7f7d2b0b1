/**
 * Collects the parts of a token program while it is lowered, fused or differentiated.
 */
import type {
  MatrixWeight,
  PositionTable,
  Program,
  ProgramNode,
  RowDomain,
  TableId,
  Value,
  ValueId,
  VectorId,
  WeightId,
} from './program.ts';

export interface OutputSpec {
  readonly dims: readonly number[];
  readonly rows: RowDomain;
  readonly name: string;
}

export class ProgramBuilder implements Program {
  readonly values: Value[] = [];
  nodes: ProgramNode[] = [];
  readonly weights: MatrixWeight[] = [];
  readonly vectors: { readonly name: string; readonly data: Float32Array }[] = [];
  readonly tables: PositionTable[] = [];
  private readonly tableIds = new Map<string, TableId>();
  private readonly weightIds = new Map<unknown, Map<string, WeightId>>();

  /** Appends a node and returns the ids of its outputs. */
  add(
    op: string,
    inputs: readonly ValueId[],
    attrs: unknown,
    outputs: readonly OutputSpec[],
    source: string,
  ): ValueId[] {
    const ids = outputs.map((output) => this.value(output));
    this.nodes.push({ op, inputs, outputs: ids, attrs, source });
    return ids;
  }

  /** A value without a producer yet. */
  value(spec: OutputSpec): ValueId {
    const id = this.values.length;
    this.values.push({ id, ...spec });
    return id;
  }

  dims(id: ValueId): readonly number[] {
    return this.values[id]!.dims;
  }

  rows(id: ValueId): RowDomain {
    return this.values[id]!.rows;
  }

  vector(name: string, data: Float32Array): VectorId {
    this.vectors.push({ name, data });
    return this.vectors.length - 1;
  }

  /** The same stored tensor read in the same order is one weight, e.g. a tied embedding and head. */
  weight(weight: MatrixWeight): WeightId {
    const key = `${weight.order}:${weight.k}:${weight.n}:${weight.format.kind}`;
    const byKey = this.weightIds.get(weight.data) ?? new Map<string, WeightId>();
    this.weightIds.set(weight.data, byKey);
    const known = byKey.get(key);
    if (known !== undefined) return known;
    this.weights.push(weight);
    byKey.set(key, this.weights.length - 1);
    return this.weights.length - 1;
  }

  table(table: PositionTable): TableId {
    const known = this.tableIds.get(table.name);
    if (known !== undefined) return known;
    this.tables.push(table);
    this.tableIds.set(table.name, this.tables.length - 1);
    return this.tables.length - 1;
  }

  producer(id: ValueId): ProgramNode | undefined {
    return this.nodes.find((node) => node.outputs.includes(id));
  }
}
