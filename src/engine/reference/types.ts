/**
 * The float64 definition of the ops, for tests: plain loops that can be read against the op's formula.
 *
 * Values are row-major [rows, ...dims] as in the program. Packed mode only: cached runs must equal packed ones.
 */
import type { RowDomain, TableId, VectorId, WeightId } from '../graph/program.ts';
import type { ReferenceWeight } from './linear.ts';

export interface ReferenceValue {
  readonly rows: number;
  readonly dims: readonly number[];
  readonly data: Float64Array;
}

/** What the ops read besides their inputs. */
export interface ReferenceContext {
  rows(domain: RowDomain): number;
  vector(id: VectorId): ArrayLike<number>;
  /** Needed by linear and embed. */
  weight?(id: WeightId): ReferenceWeight;
  table(id: TableId): { readonly width: number; readonly data: ArrayLike<number> };
  readonly batch: {
    /** Needed by embed and promptGradient. */
    readonly ids?: ArrayLike<number>;
    readonly softPrompt?: ArrayLike<number>;
    readonly positions: ArrayLike<number>;
    readonly keyStart: ArrayLike<number>;
    readonly sequenceEnd: ArrayLike<number>;
    readonly selected: ArrayLike<number>;
    readonly targets: ArrayLike<number>;
  };
  readonly lossScale: number;
}

/** Attributes and inputs of a node to the data of its outputs. */
export type Reference<A> = (
  attrs: A,
  inputs: readonly ReferenceValue[],
  context: ReferenceContext,
) => Float64Array[];

/** Features a row holds. */
export function rowLength(value: ReferenceValue): number {
  return value.dims.reduce((a, b) => a * b, 1);
}
