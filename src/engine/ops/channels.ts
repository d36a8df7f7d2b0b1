/**
 * Text over the channels of a head: unrolled into registers where a head is short, else loops.
 *
 * Software adapters compile long straight-line code in more than linear time (the backward pass of a head of 256 took half
 * a minute), so long heads loop: accumulators become private arrays, and operands are read again where they are used.
 */
import { unroll } from './shader.ts';

/** Longest head, in elements, that is unrolled. */
const REGISTERS = 16;
/** Elements a loop step handles. */
const STEP = 8;

/** A variable with one element a channel. */
export interface ChannelVariable {
  readonly declare: string;
  at(i: string): string;
}

export interface Channels {
  readonly count: number;
  /** Operands and accumulators are in registers: the head is short. */
  readonly unrolled: boolean;
  /** Statements f(i) for every channel i, a u32 expression. */
  each(f: (i: string) => string): string;
  /** Declares the f32 `name` as the sum of f(i). */
  sum(name: string, f: (i: string) => string): string;
  /** What `read(i)` gives, held in registers where the head is short. */
  operand(name: string, read: (i: string) => string): ChannelVariable;
  /** Zeros to add to. */
  accumulator(name: string, type: string): ChannelVariable;
}

export function channels(count: number): Channels {
  return count <= REGISTERS ? unrolled(count) : looped(count);
}

function unrolled(count: number): Channels {
  const list = Array.from({ length: count }, (_, i) => `${i}u`);
  const each = (f: (i: string) => string) => list.map(f).join('\n');
  const named = (name: string) => (i: string) => `${name}_${i.slice(0, -1)}`;
  return {
    count,
    unrolled: true,
    each,
    sum: (name, f) => `let ${name} = ${list.map(f).join(' + ')};`,
    operand: (name, read) => ({
      declare: each((i) => `let ${named(name)(i)} = ${read(i)};`),
      at: named(name),
    }),
    accumulator: (name, type) => ({
      declare: each((i) => `var ${named(name)(i)} = ${type}(0.0f);`),
      at: named(name),
    }),
  };
}

function looped(count: number): Channels {
  let step = STEP;
  while (count % step !== 0) step--;
  const list = Array.from({ length: step }, (_, i) => `(c + ${i}u)`);
  const loop = (body: string) => `for (var c = 0u; c < ${count}u; c += ${step}u) {\n${body}\n}`;
  return {
    count,
    unrolled: false,
    each: (f) => loop(unroll(step, (i) => f(list[i]!))),
    sum: (name, f) => `var ${name} = 0.0f;\n${loop(`${name} += ${list.map(f).join(' + ')};`)}`,
    operand: (_, read) => ({ declare: '', at: read }),
    accumulator: (name, type) => ({
      declare: `var ${name}: array<${type}, ${count}>;`,
      at: (i) => `${name}[${i}]`,
    }),
  };
}
