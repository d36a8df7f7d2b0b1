/**
 * What the axes of an ONNX value mean: batch, new tokens, all tokens (past and new), or features.
 *
 * The token program keeps one row a token, so a value's ONNX shape is only followed as a list of axes, each a product of
 * atoms. Reshape regroups atoms, Transpose reorders axes; data moves only when the order of feature atoms changes.
 */

/** B batch, S new tokens, T past and new tokens, F features. A repeated F atom is broadcast: it is not stored. */
export type Atom =
  | { readonly kind: 'B' }
  | { readonly kind: 'S' }
  | { readonly kind: 'T' }
  | { readonly kind: 'F'; readonly size: number; readonly repeated: boolean };

/** The atoms whose sizes multiply to the axis' size, outermost first; none = size 1. */
export type Axis = readonly Atom[];

/** Sizes of the run for which shapes are asked. */
export interface Extent {
  readonly batch: number;
  readonly tokens: number;
  readonly past: number;
}

export const BATCH: Axis = [{ kind: 'B' }];
export const TOKENS: Axis = [{ kind: 'S' }];

/** An axis of `size` features; size 1 has no atom. */
export function features(size: number): Axis {
  return size === 1 ? [] : [{ kind: 'F', size, repeated: false }];
}

export function atomSize(atom: Atom, extent: Extent): number {
  if (atom.kind === 'F') return atom.size;
  if (atom.kind === 'B') return extent.batch;
  return atom.kind === 'S' ? extent.tokens : extent.tokens + extent.past;
}

export function axisSize(axis: Axis, extent: Extent): number {
  return axis.reduce((product, atom) => product * atomSize(atom, extent), 1);
}

export function shapeOf(axes: readonly Axis[], extent: Extent): number[] {
  return axes.map((axis) => axisSize(axis, extent));
}

/** Sizes of the stored feature atoms in storage order. */
export function storedDims(axes: readonly Axis[]): number[] {
  return axes.flat().flatMap((atom) => (atom.kind === 'F' && !atom.repeated ? [atom.size] : []));
}

/** Product of the stored feature atoms of one axis. */
export function storedSize(axis: Axis): number {
  return axis.reduce(
    (product, atom) => (atom.kind === 'F' && !atom.repeated ? product * atom.size : product),
    1,
  );
}

export function isFeatureAxis(axis: Axis): boolean {
  return axis.every((atom) => atom.kind === 'F');
}

export function isTokenAxis(axis: Axis): boolean {
  return axis.length === 1 && (axis[0]!.kind === 'S' || axis[0]!.kind === 'T');
}

export function isBatchAxis(axis: Axis): boolean {
  return axis.length === 1 && axis[0]!.kind === 'B';
}

/** Regroups atoms into axes of the wanted sizes, splitting feature atoms; undefined where that is impossible. */
export function reshapeAxes(
  axes: readonly Axis[],
  shape: readonly number[],
  extent: Extent,
): Axis[] | undefined {
  const rest: Atom[] = axes.flat();
  const out: Axis[] = [];
  for (const size of shape) {
    const axis: Atom[] = [];
    let open = size;
    while (open > 1) {
      const atom = rest.shift();
      if (!atom) return undefined;
      const own = atomSize(atom, extent);
      if (own === 1) {
        if (atom.kind !== 'F') axis.push(atom);
      } else if (open % own === 0) {
        axis.push(atom);
        open /= own;
      } else if (atom.kind === 'F' && own % open === 0) {
        axis.push({ ...atom, size: open });
        rest.unshift({ ...atom, size: own / open });
        open = 1;
      } else {
        return undefined;
      }
    }
    out.push(axis);
  }
  return rest.every((atom) => atomSize(atom, extent) === 1) ? out : undefined;
}

/** Axes after Transpose, and the permutation of stored feature atoms it causes (undefined: none, no data moves). */
export function transposeAxes(
  axes: readonly Axis[],
  perm: readonly number[],
): { axes: Axis[]; featurePerm: number[] | undefined } {
  let stored = 0;
  const numbers = axes.map((axis) =>
    axis.flatMap((atom) => (atom.kind === 'F' && !atom.repeated ? [stored++] : [])),
  );
  const featurePerm = perm.flatMap((from) => numbers[from]!);
  const moved = featurePerm.some((from, to) => from !== to);
  return { axes: perm.map((from) => axes[from]!), featurePerm: moved ? featurePerm : undefined };
}

export function sameAxis(a: Axis, b: Axis): boolean {
  if (a.length === b.length && a.every((atom, i) => sameAtom(atom, b[i]!))) return true;
  // [64] and [4, 16] are the same stored features, seen in different groups.
  return (
    isFeatureAxis(a) && isFeatureAxis(b) && !hasRepeat(a) && !hasRepeat(b) && storedSize(a) === storedSize(b)
  );
}

export function hasRepeat(axis: Axis): boolean {
  return axis.some((atom) => atom.kind === 'F' && atom.repeated);
}

function sameAtom(a: Atom, b: Atom): boolean {
  return (
    a.kind === b.kind &&
    (a.kind !== 'F' || b.kind !== 'F' || (a.size === b.size && a.repeated === b.repeated))
  );
}
