/**
 * Broadcast features (Expand, Tile): kept as repeated atoms, which cost nothing, and written out where an op reads every one.
 *
 * Does not repeat tokens or batches.
 */
import type { OnnxNode } from '../../onnx/types.ts';
import type { RepeatAttrs } from '../program.ts';
import { type Axis, hasRepeat } from './axes.ts';
import type { Lowering } from './lowering.ts';
import type { TensorValue } from './types.ts';

function featureAtoms(axes: readonly Axis[]) {
  return axes.flat().flatMap((atom) => (atom.kind === 'F' ? [atom] : []));
}

/**
 * The dims of a constant, aligned at the right to all features of `axes`, for the stored ones alone; undefined where it varies
 * along repeats.
 */
export function withoutRepeats(
  axes: readonly Axis[],
  dims: readonly number[],
): readonly number[] | undefined {
  const atoms = featureAtoms(axes).slice(-dims.length);
  const varies = atoms.some(({ repeated }, i) => repeated && dims[i] !== 1);
  return varies ? undefined : dims.filter((_, i) => !atoms[i]!.repeated);
}

/** The value with all its features stored. */
export function written(L: Lowering, node: OnnxNode, x: TensorValue): TensorValue {
  if (!x.axes.some(hasRepeat)) return x;
  const atoms = featureAtoms(x.axes);
  let { id } = x;
  atoms.forEach((atom, at) => {
    if (!atom.repeated) return;
    // Repeats before this one are stored by now, those after it are not.
    const outer = atoms.slice(0, at).reduce((product, { size }) => product * size, 1);
    const inner = atoms.slice(at + 1).reduce((p, { size, repeated }) => (repeated ? p : p * size), 1);
    const attrs: RepeatAttrs = { outer, times: atom.size, inner };
    id = L.emit('repeat', [id], attrs, [[outer, atom.size, inner]], node)[0]!;
  });
  const stored = (axis: Axis): Axis =>
    axis.map((atom) => (atom.kind === 'F' ? { ...atom, repeated: false } : atom));
  return { ...x, id, axes: x.axes.map(stored) };
}

/**
 * Keys or values whose repeats serve consecutive query heads, as attention itself counts them; other repeats are written out.
 * `inner`: features of one head.
 */
export function groupedHeads(L: Lowering, node: OnnxNode, x: TensorValue, inner: number): TensorValue {
  const atoms = featureAtoms(x.axes);
  let features = 1;
  let at = atoms.length - 1;
  for (; at >= 0 && !atoms[at]!.repeated; at--) features *= atoms[at]!.size;
  while (at >= 0 && atoms[at]!.repeated) at--;
  const grouped = features === inner && atoms.slice(0, at + 1).every((atom) => !atom.repeated);
  return grouped ? x : written(L, node, x);
}
