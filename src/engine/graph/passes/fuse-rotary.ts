/**
 * Rotary embedding written out: x·cos + concat(-x₂, x₁)·sin with halves (Llama) or neighbours (GPT-J) as partners, on whole
 * heads or on their first channels.
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

/** What is turned: x, its heads, their size, and whether partners lie side by side. */
interface Turned {
  readonly x: ValueId;
  readonly heads: number;
  readonly size: number;
  readonly interleaved: boolean;
}

/** concat(-x₂, x₁) over each head; x₁ and x₂ are its halves, or its even and odd channels put side by side. */
function turnedHalf(value: ValueId, m: Matcher): Turned | undefined {
  const concat = m.producer(value, 'concat');
  const attrs = concat?.attrs as ConcatAttrs | undefined;
  if (!concat || !attrs || attrs.sizes.length !== 2 || attrs.inner !== 1 || attrs.sizes[0] !== attrs.sizes[1])
    return undefined;
  const negated = m.affine(concat.inputs[0]!);
  const second =
    negated && negated.scale === -1 && negated.shift === 0 ? m.producer(negated.input, 'slice') : undefined;
  const first = m.producer(concat.inputs[1]!, 'slice');
  if (!first || !second || !m.same(first.inputs[0]!, second.inputs[0]!)) return undefined;
  const size = (first.attrs as SliceAttrs).axis;
  const half = size / 2;
  const interleaved = attrs.sizes[0] === 1 && size > 2;
  const [step, start] = interleaved ? [2, 1] : [1, half];
  const takes = (node: ProgramNode, from: number): boolean => {
    const s = node.attrs as SliceAttrs;
    return s.axis === size && s.inner === 1 && s.step === step && s.start === from && s.count === half;
  };
  const heads = (first.attrs as SliceAttrs).outer;
  const runs = interleaved ? heads * half : heads;
  const fits = interleaved || attrs.sizes[0] === half;
  if (!fits || attrs.outer !== runs || !takes(first, 0) || !takes(second, start)) return undefined;
  return { x: first.inputs[0]!, heads, size, interleaved };
}

/** Columns of the two partners of pair `c` in a table of `size` columns. */
function partners(c: number, size: number, interleaved: boolean): readonly [number, number] {
  return interleaved ? [2 * c, 2 * c + 1] : [c, c + size / 2];
}

/** One column a pair, out of a table that has each twice; undefined where the partners differ. */
function paired(program: Program, id: TableId, size: number, interleaved: boolean): TableId | undefined {
  const full = program.tables[id]!;
  const half = size / 2;
  if (full.width !== size || !full.sample) return undefined;
  const one = (both: Float32Array): Float32Array | undefined => {
    const out = new Float32Array(both.length / 2);
    for (let i = 0; i < out.length; i++) {
      const row = Math.floor(i / half) * size;
      const [a, b] = partners(i % half, size, interleaved);
      if (both[row + a] !== both[row + b]) return undefined;
      out[i] = both[row + a]!;
    }
    return out;
  };
  const sample = one(full.sample);
  if (!sample) return undefined;
  const name = `${full.name} (${interleaved ? 'pairs' : 'half'})`;
  const known = program.tables.findIndex((table) => table.name === name);
  if (known >= 0) return known;
  const rows = async (count: number): Promise<Float32Array> => {
    const out = one(await full.rows(count));
    if (!out) throw new LabError('graph.rotary-table', { table: full.name, count });
    return out;
  };
  const limit = full.limit === undefined ? {} : { limit: full.limit };
  const table: PositionTable = { name, width: half, rows, sample, ...limit };
  program.tables.push(table);
  return program.tables.length - 1;
}

const whole: FuseRule = (node, m) => {
  if (node.op !== 'binary' || (node.attrs as { fn: string }).fn !== 'add') return undefined;
  for (const [a, b] of [node.inputs, [...node.inputs].reverse()] as [ValueId, ValueId][]) {
    const straight = tableProduct(a, m);
    const other = tableProduct(b, m);
    const turned = other && turnedHalf(other.input, m);
    if (!straight || !turned || !m.same(straight.input, turned.x)) continue;
    const { size, interleaved } = turned;
    const cos = paired(m.program, straight.table, size, interleaved);
    const sin = paired(m.program, other.table, size, interleaved);
    if (cos === undefined || sin === undefined) continue;
    const attrs: RotaryAttrs = {
      heads: turned.heads,
      headDim: size,
      rotaryDim: size,
      interleaved,
      cos,
      sin,
      inverse: false,
    };
    return { ...node, op: 'rotary', inputs: [turned.x], attrs };
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
