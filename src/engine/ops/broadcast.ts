/**
 * Numpy broadcasting over feature dimensions: shapes, merged axes and the index arithmetic of elementwise kernels.
 *
 * Adjacent axes that all operands walk through alike are merged, so the common cases (equal shapes, one vector a row, one
 * number a head) cost no division.
 */
import type { BinaryFn } from '../graph/program.ts';
import { ELEMENTWISE, kernel, type Lane, laneFor, product } from './shader.ts';

/** An axis of the output and each operand's step along it in elements (0: broadcast). */
export interface Axis {
  readonly size: number;
  readonly strides: readonly number[];
}

/** The broadcast shape, or undefined where the shapes do not fit. */
export function broadcastDims(a: readonly number[], b: readonly number[]): number[] | undefined {
  const rank = Math.max(a.length, b.length);
  const out: number[] = [];
  for (let i = 0; i < rank; i++) {
    const m = a[a.length - rank + i] ?? 1;
    const n = b[b.length - rank + i] ?? 1;
    if (m !== n && m !== 1 && n !== 1) return undefined;
    out.push(m === 1 ? n : m);
  }
  return out;
}

/** Axes of `out` from outer to inner for operands that broadcast to it; axes of size 1 vanish, like neighbours merge. */
export function mergedAxes(out: readonly number[], operands: readonly (readonly number[])[]): Axis[] {
  const axes: { size: number; strides: number[] }[] = [];
  out.forEach((size, i) => {
    if (size === 1) return;
    const strides = operands.map((dims) => {
      const at = dims.length - out.length + i;
      return (dims[at] ?? 1) === 1 ? 0 : product(dims.slice(at + 1));
    });
    const outer = axes.at(-1);
    if (outer?.strides.every((stride, k) => stride === strides[k]! * size)) {
      axes[axes.length - 1] = { size: outer.size * size, strides };
    } else {
      axes.push({ size, strides });
    }
  });
  return axes;
}

/** Where an operand's row comes from: the value's own row, one constant row, or the table row of the token's position. */
export type OperandKind = 'row' | 'constant' | 'position';

export interface Operand {
  readonly kind: OperandKind;
  readonly dims: readonly number[];
}

/** A broadcasting kernel and the number of invocations a row takes. Bindings: a, b, [positions], y. */
export interface BroadcastKernel {
  readonly wgsl: string;
  readonly unitsPerRow: number;
}

const operators: Readonly<Record<BinaryFn, string>> = { add: '+', sub: '-', mul: '*', div: '/' };

/** y = a (fn) b for operands that broadcast to `out`. */
export function broadcastKernel(
  fn: BinaryFn,
  out: readonly number[],
  a: Operand,
  b: Operand,
): BroadcastKernel {
  const axes = mergedAxes(out, [a.dims, b.dims]);
  const lane = [a, b].every((operand, k) => fitsVectors(axes, k, operand))
    ? laneFor(axes.at(-1)?.size ?? 1)
    : laneFor(1);
  const unitsPerRow = product(out) / lane.width;
  const positions = a.kind === 'position' || b.kind === 'position';
  const reads = [a, b].map((operand, k) => operandRead('ab'[k]!, operand, axes, k, lane));
  const wgsl = kernel({
    inputs: { a: reads[0]!.type, b: reads[1]!.type, ...(positions ? { positions: 'u32' } : {}) },
    outputs: { y: lane.type },
    params: { count: 'u32' },
    invocations: ELEMENTWISE,
    body: `  if (index >= params.count) { return; }
  let row = index / ${unitsPerRow}u;
  let unit = index % ${unitsPerRow}u;
${axisCoordinates(axes, lane)}
  y[index] = ${lane.type}(${reads[0]!.text}) ${operators[fn]} ${lane.type}(${reads[1]!.text});`,
  });
  return { wgsl, unitsPerRow };
}

/** Whether operand k can be read as vec4 along the inner axis, or is one number there. */
function fitsVectors(axes: readonly Axis[], k: number, operand: Operand): boolean {
  const inner = axes.at(-1);
  if (!inner || inner.strides[k] === 0) return true;
  return laneFor(product(operand.dims), ...axes.slice(0, -1).map((axis) => axis.strides[k]!)).width === 4;
}

/** `c0`, `c1`, …: the coordinate along each axis; the innermost counts lanes. */
export function axisCoordinates(axes: readonly Axis[], lane: Lane): string {
  const lines: string[] = [];
  let rest = 'unit';
  for (let i = axes.length - 1; i >= 0; i--) {
    const size = i === axes.length - 1 ? axes[i]!.size / lane.width : axes[i]!.size;
    if (i === 0) {
      lines.push(`  let c0 = ${rest};`);
    } else {
      lines.push(`  let c${i} = ${rest} % ${size}u;`, `  let r${i} = ${rest} / ${size}u;`);
      rest = `r${i}`;
    }
  }
  return lines.join('\n');
}

function operandRead(name: string, operand: Operand, axes: readonly Axis[], k: number, lane: Lane) {
  const wide = lane.width === 4 && axes.at(-1)?.strides[k] !== 0;
  const unit = wide ? 4 : 1;
  const length = product(operand.dims) / unit;
  const whole = operand.kind === 'row' && axes.length === 1 && axes[0]!.strides[k] === 1;
  if (whole) return { type: wide ? 'vec4<f32>' : 'f32', text: `${name}[index]` };
  const base = { row: `row * ${length}u`, constant: '0u', position: `positions[row] * ${length}u` }[
    operand.kind
  ];
  const terms = axes.flatMap((axis, i) => {
    const stride = axis.strides[k]!;
    if (stride === 0) return [];
    return i === axes.length - 1 && wide ? [`c${i}`] : [`c${i} * ${stride / unit}u`];
  });
  return { type: wide ? 'vec4<f32>' : 'f32', text: `${name}[${[base, ...terms].join(' + ')}]` };
}
