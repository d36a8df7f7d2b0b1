/**
 * Rotary embedding written out: x·cos + concat(-x₂, x₁)·sin, whole or on the first channels of each head.
 */
import { LabError } from '../../../lib/errors.ts';
import type {
  BinaryTableAttrs,
  ConcatAttrs,
  PositionTable,
  Program,
  ProgramNode,
  RotaryAttrs,
  SliceAttrs,
  TableId,
  ValueId,
} from '../program.ts';
import type { FuseRule } from './fuse.ts';
import type { Matcher } from './pattern.ts';

function tableProduct(
  value: ValueId,
  m: Matcher,
): { readonly input: ValueId; readonly table: TableId } | undefined {
  const node = m.producer(value, 'binaryTable');
  const attrs = node?.attrs as BinaryTableAttrs | undefined;
  return node && attrs?.fn === 'mul' ? { input: node.inputs[0]!, table: attrs.table } : undefined;
}

/** concat(-x[half:], x[:half]) over each head, returning x and the head's size. */
function rotatedHalf(
  value: ValueId,
  m: Matcher,
): { readonly x: ValueId; readonly outer: number; readonly size: number } | undefined {
  const concat = m.producer(value, 'concat');
  const attrs = concat?.attrs as ConcatAttrs | undefined;
  if (!concat || !attrs || attrs.sizes.length !== 2 || attrs.inner !== 1 || attrs.sizes[0] !== attrs.sizes[1])
    return undefined;
  const negated = m.affine(concat.inputs[0]!);
  const second =
    negated && negated.scale === -1 && negated.shift === 0 ? m.producer(negated.input, 'slice') : undefined;
  const first = m.producer(concat.inputs[1]!, 'slice');
  const half = attrs.sizes[0]!;
  const isHalf = (node: ProgramNode | undefined, start: number): node is ProgramNode => {
    const s = node?.attrs as SliceAttrs | undefined;
    return (
      s !== undefined &&
      s.axis === 2 * half &&
      s.inner === 1 &&
      s.step === 1 &&
      s.start === start &&
      s.count === half
    );
  };
  if (!isHalf(first, 0) || !isHalf(second, half) || !m.same(first.inputs[0]!, second.inputs[0]!))
    return undefined;
  return { x: first.inputs[0]!, outer: attrs.outer, size: 2 * half };
}

/** The first half of each row: exporters write cos and sin twice. */
function halved(program: Program, id: TableId, size: number): TableId | undefined {
  const full = program.tables[id]!;
  if (full.width !== size) return undefined;
  const name = `${full.name} (half)`;
  const known = program.tables.findIndex((table) => table.name === name);
  if (known >= 0) return known;
  const half = size / 2;
  const rows = async (count: number): Promise<Float32Array> => {
    const both = await full.rows(count);
    const out = new Float32Array(count * half);
    for (let p = 0; p < count; p++) {
      for (let c = 0; c < half; c++) {
        const value = both[p * size + c]!;
        if (value !== both[p * size + half + c])
          throw new LabError('graph.position-table', { value: full.name, file: '' });
        out[p * half + c] = value;
      }
    }
    return out;
  };
  const limit = full.limit === undefined ? {} : { limit: full.limit };
  const table: PositionTable = { name, width: half, rows, ...limit };
  program.tables.push(table);
  return program.tables.length - 1;
}

const whole: FuseRule = (node, m) => {
  if (node.op !== 'binary' || (node.attrs as { fn: string }).fn !== 'add') return undefined;
  for (const [a, b] of [node.inputs, [...node.inputs].reverse()] as [ValueId, ValueId][]) {
    const straight = tableProduct(a, m);
    const turned = tableProduct(b, m);
    const rotated = turned && rotatedHalf(turned.input, m);
    if (!straight || !turned || !rotated || !m.same(straight.input, rotated.x)) continue;
    const cos = halved(m.program, straight.table, rotated.size);
    const sin = halved(m.program, turned.table, rotated.size);
    if (cos === undefined || sin === undefined) continue;
    const attrs: RotaryAttrs = {
      heads: rotated.outer,
      headDim: rotated.size,
      rotaryDim: rotated.size,
      interleaved: false,
      cos,
      sin,
      inverse: false,
    };
    return { ...node, op: 'rotary', inputs: [rotated.x], attrs };
  }
  return undefined;
};

/** concat(rotary(x[:r]), x[r:]) is a partial rotary of x. */
const partial: FuseRule = (node, m) => {
  const attrs = node.op === 'concat' ? (node.attrs as ConcatAttrs) : undefined;
  if (attrs?.sizes.length !== 2 || attrs.inner !== 1) return undefined;
  const rotary = m.producer(node.inputs[0]!, 'rotary');
  const rest = m.producer(node.inputs[1]!, 'slice');
  const head = rotary && m.producer(rotary.inputs[0]!, 'slice');
  if (!rotary || !rest || !head || !m.same(head.inputs[0]!, rest.inputs[0]!)) return undefined;
  const [h, r] = [head.attrs as SliceAttrs, rest.attrs as SliceAttrs];
  const size = attrs.sizes[0]! + attrs.sizes[1]!;
  const fits =
    h.axis === size &&
    r.axis === size &&
    h.start === 0 &&
    h.count === attrs.sizes[0] &&
    r.start === h.count &&
    h.step === 1 &&
    r.step === 1;
  if (!fits || h.inner !== 1) return undefined;
  return {
    ...node,
    op: 'rotary',
    inputs: [head.inputs[0]!],
    attrs: { ...(rotary.attrs as RotaryAttrs), headDim: size },
  };
};

export const rotaryRules: readonly FuseRule[] = [whole, partial];
