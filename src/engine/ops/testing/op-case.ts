/**
 * One op as a small program: random inputs, the op, and optionally its VJP for random cotangents.
 *
 * The same case runs in float64 and on the GPU. Inputs of selected rows are gathered from token rows, because that is the
 * only way such rows come into being.
 */
import { createRng } from '../../../lib/rng.ts';
import type { ProgramNode, RowDomain, Value, ValueId } from '../../graph/program.ts';
import { packedBatch } from '../../plan/testing/programs.ts';
import type { BatchSpec } from '../../plan/types.ts';
import { evaluate } from '../../reference/evaluate.ts';
import type { ReferenceContext } from '../../reference/types.ts';
import { broadcastDims } from '../broadcast.ts';
import { product } from '../shader.ts';
import { opTable } from '../table.ts';
import type { VjpBuilder } from '../types.ts';

export interface OpCase {
  readonly name: string;
  readonly op: string;
  readonly attrs: unknown;
  /** Feature dims of each input. */
  readonly inputs: readonly (readonly number[])[];
  /** Domain of the inputs; tokens by default. */
  readonly rows?: RowDomain;
  /** Number `index` of input `input`, from a standard normal draw; by default the draw itself. */
  readonly distribution?: (normal: number, input: number, index: number) => number;
  readonly vectors?: readonly (readonly number[])[];
  /** Tables by width; rows are drawn. */
  readonly tables?: readonly number[];
  /** Lengths of the packed sequences. */
  readonly sequences?: readonly number[];
  readonly selected?: readonly number[];
  readonly targets?: readonly number[];
  /** Outputs that get a cotangent; by default the first. Empty: no VJP. */
  readonly cotangents?: readonly number[];
}

export interface BuiltCase {
  readonly values: Value[];
  readonly nodes: ProgramNode[];
  /** Values without a producer and their numbers, f32-representable. */
  readonly given: Map<ValueId, Float64Array>;
  readonly inputs: readonly ValueId[];
  readonly outputs: readonly ValueId[];
  /** Per entry of OpCase.cotangents, the output and its cotangent. */
  readonly cotangents: readonly { readonly output: ValueId; readonly cotangent: ValueId }[];
  /** Cotangents of the inputs, where one flows. */
  readonly gradients: readonly (ValueId | undefined)[];
  readonly batch: BatchSpec;
  readonly context: ReferenceContext;
  readonly tables: readonly { readonly width: number; readonly data: Float32Array }[];
  readonly vectors: readonly Float32Array[];
}

/** A number a scale: losses of half the rows, as in a micro-batch. */
export const LOSS_SCALE = 0.125;
const TABLE_ROWS = 64;

export function buildCase(opCase: OpCase): BuiltCase {
  const rng = createRng(7, opCase.name);
  const draw = (count: number) => Float32Array.from({ length: count }, () => rng.normal());
  const sequences = opCase.sequences ?? [5, 1, 7];
  let next = 0;
  const packed = sequences.map((length) => Array.from({ length }, () => next++));
  const selected = opCase.selected ?? [1, 4, 0, 9].filter((row) => row < next);
  const batch = packedBatch(packed, {
    selected: Uint32Array.from(selected),
    targets: Int32Array.from(opCase.targets ?? [2, -1, 0, 1].slice(0, selected.length)),
    lossScale: LOSS_SCALE,
  });
  const tables = (opCase.tables ?? []).map((width) => ({ width, data: draw(width * TABLE_ROWS) }));
  const vectors = (opCase.vectors ?? []).map((vector) => Float32Array.from(vector));
  const counts: Record<RowDomain, number> = { tokens: next, selected: batch.selected.length, prompt: 0 };
  const context: ReferenceContext = {
    rows: (domain) => counts[domain],
    vector: (id) => vectors[id]!,
    table: (id) => tables[id]!,
    batch: { ...batch, sequenceEnd: batch.sequenceEnd! },
    lossScale: LOSS_SCALE,
  };

  const values: Value[] = [];
  const nodes: ProgramNode[] = [];
  const given = new Map<ValueId, Float64Array>();
  const addValue = (dims: readonly number[], rows: RowDomain, name: string): ValueId => {
    values.push({ id: values.length, dims, rows, name });
    return values.length - 1;
  };
  const addGiven = (
    dims: readonly number[],
    rows: RowDomain,
    name: string,
    map = (x: number, _index: number) => x,
  ): ValueId => {
    const token = addValue(dims, 'tokens', name);
    given.set(
      token,
      Float64Array.from(draw(next * product(dims)), (x, index) => Math.fround(map(x, index))),
    );
    if (rows === 'tokens') return token;
    const selected = addValue(dims, rows, `${name}[selected]`);
    nodes.push({ op: 'selectRows', inputs: [token], outputs: [selected], attrs: {}, source: name });
    return selected;
  };

  const rows = opCase.rows ?? 'tokens';
  const inputs = opCase.inputs.map((dims, i) =>
    addGiven(dims, rows, `in${i}`, (x, index) => opCase.distribution?.(x, i, index) ?? x),
  );
  const op = opTable.get(opCase.op)!;
  const shell: ProgramNode = { op: op.name, inputs, outputs: [], attrs: opCase.attrs, source: opCase.name };
  const specs = op.outputs(
    shell,
    opCase.inputs,
    inputs.map(() => rows),
    [],
  );
  const outputs = specs.map((spec, i) => addValue(spec.dims, spec.rows, `out${i}`));
  const node = { ...shell, outputs };
  nodes.push(node);

  const cotangents = (op.vjp ? (opCase.cotangents ?? [0]) : []).map((i) => ({
    output: outputs[i]!,
    cotangent: addGiven(specs[i]!.dims, specs[i]!.rows, `g${i}`),
  }));
  const builder = recorder(values, nodes, addValue);
  const gradients =
    op.vjp && cotangents.length > 0
      ? op.vjp(
          node,
          outputs.map((id) => cotangents.find(({ output }) => output === id)?.cotangent),
          builder,
        )
      : [];
  return { values, nodes, given, inputs, outputs, cotangents, gradients, batch, context, tables, vectors };
}

/** The builder an op's VJP writes into; what `differentiate` offers, on the case's own lists. */
function recorder(
  values: readonly Value[],
  nodes: ProgramNode[],
  addValue: (dims: readonly number[], rows: RowDomain, name: string) => ValueId,
): VjpBuilder {
  const add: VjpBuilder['add'] = (op, inputs, attrs, outputs) => {
    const ids = outputs.map(({ dims, rows, name }) => addValue(dims, rows, name));
    nodes.push({ op, inputs, outputs: ids, attrs, source: op });
    return ids;
  };
  const dims = (id: ValueId) => values[id]!.dims;
  const rows = (id: ValueId) => values[id]!.rows;
  const one = (op: string, inputs: readonly ValueId[], attrs: unknown, shape: readonly number[]) =>
    add(op, inputs, attrs, [{ dims: shape, rows: rows(inputs[0]!), name: op }])[0]!;
  return {
    add,
    dims,
    rows,
    binary: (fn, a, b) => one('binary', [a, b], { fn }, broadcastDims(dims(a), dims(b))!),
    affine: (x, scale, shift = 0) => one('unary', [x], { fn: 'affine', scale, shift }, dims(x)),
    sumTo: (x, to) => (dims(x).join() === to.join() ? x : one('sumTo', [x], { dims: to }, to)),
  };
}

/** All values of the case in float64. */
export function evaluateCase(built: BuiltCase, given = built.given): Map<ValueId, Float64Array> {
  return evaluate(built.nodes, built.values, given, built.context);
}

/**
 * Σ cotangent · (f(x+εv) - f(x-εv)) / 2ε, and Σ v · VJP: equal for a right VJP. One random direction v over all inputs.
 */
export function directionalDifference(
  built: BuiltCase,
  epsilon: number,
): { difference: number; vjp: number } {
  const rng = createRng(11, 'direction');
  // Inputs on selected rows are gathered; the direction lives on the token values behind them.
  const roots = built.inputs.map((id) => (built.given.has(id) ? id : id - 1));
  const direction = new Map(roots.map((id) => [id, built.given.get(id)!.map(() => rng.normal())]));
  const forward = (sign: number): number => {
    const given = new Map(built.given);
    for (const [id, v] of direction) {
      const x = built.given.get(id)!;
      given.set(
        id,
        x.map((value, i) => value + sign * epsilon * v[i]!),
      );
    }
    const moved = evaluateCase(built, given);
    return built.cotangents.reduce(
      (sum, { output, cotangent }) => sum + dot(moved.get(output)!, moved.get(cotangent)!),
      0,
    );
  };
  const at = evaluateCase(built);
  const rowsOf = (id: ValueId) => (built.given.has(id) ? undefined : built.batch.selected);
  let vjp = 0;
  built.gradients.forEach((gradient, i) => {
    if (gradient === undefined) return;
    const selected = rowsOf(built.inputs[i]!);
    const v = direction.get(roots[i]!)!;
    const length = product(built.values[built.inputs[i]!]!.dims);
    const along = selected
      ? at.get(gradient)!.map((_, k) => v[selected[Math.floor(k / length)]! * length + (k % length)]!)
      : v;
    vjp += dot(at.get(gradient)!, along);
  });
  return { difference: (forward(1) - forward(-1)) / (2 * epsilon), vjp };
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, x, i) => sum + x * b[i]!, 0);
}
