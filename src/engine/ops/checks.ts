/**
 * Shape checks shared by the ops: one error form, naming op, node and what does not fit.
 */
import { LabError } from '../../lib/errors.ts';
import type { ProgramNode, RowDomain } from '../graph/program.ts';
import { product } from './shader.ts';

/** Throws `op.shape` when `fits` is false; `expected` and `found` are shapes or lengths in plain notation. */
export function expectShape(fits: boolean, node: ProgramNode, expected: string, found: string): void {
  if (!fits) throw new LabError('op.shape', { op: node.op, node: node.source, expected, found });
}

/** Input i's dims, after checking that the node has exactly `count` inputs. */
export function inputDims(
  node: ProgramNode,
  dims: readonly (readonly number[])[],
  count: number,
): readonly (readonly number[])[] {
  expectShape(dims.length === count, node, `${count} inputs`, `${dims.length} inputs`);
  return dims;
}

/** Checks that a row holds `length` features. */
export function expectLength(node: ProgramNode, dims: readonly number[], length: number): void {
  expectShape(product(dims) === length, node, `${length} features`, `[${dims.join(', ')}]`);
}

/** The one row domain all inputs share. */
export function commonRows(node: ProgramNode, rows: readonly RowDomain[]): RowDomain {
  const first = rows[0] ?? 'tokens';
  expectShape(
    rows.every((r) => r === first),
    node,
    `rows of ${first} everywhere`,
    rows.join(', '),
  );
  return first;
}

/** Checks that the input's rows are of the domain the op works on. */
export function expectRows(node: ProgramNode, rows: readonly RowDomain[], domain: RowDomain): void {
  expectShape(
    rows.every((r) => r === domain),
    node,
    `rows of ${domain}`,
    rows.join(', '),
  );
}

/**
 * `dims` with the axis of `size` that has `outer` features before and `inner` behind it resized; where no single dimension
 * is that axis (the value's shape groups its features otherwise): [outer, resized, inner].
 */
export function resizeAxis(
  dims: readonly number[],
  { outer, size, inner, resized }: { outer: number; size: number; inner: number; resized: number },
): number[] {
  const at = dims.findIndex(
    (n, i) => n === size && product(dims.slice(0, i)) === outer && product(dims.slice(i + 1)) === inner,
  );
  return at < 0 ? [outer, resized, inner] : dims.map((n, i) => (i === at ? resized : n));
}
