/**
 * Memory sharing, for random programs: nothing that is still needed is ever overwritten.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Program, ProgramNode, Value } from '../graph/program.ts';
import { assignSlots, lifetimes, neededNodes, sharing } from './liveness.ts';

/** Random straight-line programs: node i writes 1 or 2 values and reads up to 3 earlier ones. */
const programs = fc
  .array(
    fc.record({
      reads: fc.array(fc.nat(), { maxLength: 3 }),
      writes: fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 2 }),
      root: fc.boolean(),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((steps): Program => {
    const values: Value[] = [];
    const nodes: ProgramNode[] = [];
    for (const { reads, writes, root } of steps) {
      const inputs = values.length === 0 ? [] : reads.map((n) => n % values.length);
      const outputs = writes.map((dim) => {
        values.push({ id: values.length, rows: 'tokens', dims: [dim], name: `v${values.length}` });
        return values.length - 1;
      });
      nodes.push({ op: root ? 'attention' : 'step', inputs, outputs, attrs: {}, source: '' });
    }
    return { values, nodes, weights: [], vectors: [], tables: [] };
  });

const plans = fc.tuple(programs, fc.array(fc.nat(), { maxLength: 3 })).map(([program, picks]) => {
  const wanted = picks.map((n) => n % program.values.length);
  const nodes = neededNodes(program, wanted, (node) => node.op === 'attention');
  const lives = lifetimes(program, nodes, wanted);
  const bytes = (value: Value) => value.dims[0]! * 4;
  return { program, wanted, nodes, lives, bytes, slots: assignSlots(lives, bytes) };
});

test('a run in shared slots reads exactly what was written, and the wanted values survive', () => {
  fc.assert(
    fc.property(plans, ({ wanted, nodes, slots }) => {
      const held = new Map<number, number>();
      for (const node of nodes) {
        for (const id of node.inputs) expect(held.get(slots.slotOf.get(id)!)).toBe(id);
        for (const id of node.outputs) held.set(slots.slotOf.get(id)!, id);
        // No slot is read and written by one node, nor written twice.
        const bound = [...new Set(node.inputs), ...node.outputs].map((id) => slots.slotOf.get(id)!);
        expect(new Set(bound).size).toBe(bound.length);
      }
      for (const id of wanted) expect(held.get(slots.slotOf.get(id)!)).toBe(id);
    }),
    { numRuns: 500 },
  );
});

test('an output written over an input leaves everybody what they read', () => {
  let shared = 0;
  fc.assert(
    fc.property(plans, ({ program, wanted, nodes, lives, bytes }) => {
      const size = (id: number) => program.values[id]!.dims[0];
      const { lives: fewer, placeOf } = sharing(lives, nodes, ({ inputs: [input], outputs: [output] }) =>
        input !== undefined && size(input) === size(output!) ? [input, output!] : undefined,
      );
      shared += placeOf.size;
      const { slotOf } = assignSlots(fewer, bytes);
      const slot = (id: number) => slotOf.get(placeOf.get(id) ?? id)!;
      const held = new Map<number, number>();
      for (const node of nodes) {
        for (const id of node.inputs) expect(held.get(slot(id))).toBe(id);
        for (const id of node.outputs) held.set(slot(id), id);
      }
      for (const id of wanted) expect(held.get(slot(id))).toBe(id);
    }),
    { numRuns: 500 },
  );
  expect(shared).toBeGreaterThan(0);
});

test('every slot is as large as its largest value, and slots fall in size', () => {
  fc.assert(
    fc.property(plans, ({ lives, bytes, slots }) => {
      for (const { value } of lives) {
        expect(slots.sizes[slots.slotOf.get(value.id)!]).toBeGreaterThanOrEqual(bytes(value));
      }
      expect(slots.sizes).toEqual(slots.sizes.toSorted((a, b) => b - a));
    }),
  );
});

test('only needed nodes run, in program order, and roots always', () => {
  fc.assert(
    fc.property(plans, ({ program, nodes, wanted }) => {
      const order = nodes.map((node) => program.nodes.indexOf(node));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      const read = new Set([...wanted, ...nodes.flatMap((node) => node.inputs)]);
      for (const node of program.nodes) {
        const needed = node.op === 'attention' || node.outputs.some((id) => read.has(id));
        expect(nodes.includes(node)).toBe(needed);
      }
    }),
  );
});

test('a chain of equal values needs two slots', () => {
  const dims = [8];
  const values = Array.from({ length: 6 }, (_, id): Value => ({ id, rows: 'tokens', dims, name: '' }));
  const nodes = values.map(
    ({ id }): ProgramNode => ({
      op: 'step',
      inputs: id ? [id - 1] : [],
      outputs: [id],
      attrs: {},
      source: '',
    }),
  );
  const program = { values, nodes, weights: [], vectors: [], tables: [] };
  expect(assignSlots(lifetimes(program, nodes, [5]), () => 32).sizes).toEqual([32, 32]);
});
