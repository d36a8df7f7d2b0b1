import { describe, expect, it } from 'vitest';
import type { ValueId } from '../program.ts';
import { ProgramBuilder } from '../program-builder.ts';
import { fuse } from './fuse.ts';
import { selectBeforeTail } from './select-rows.ts';

/** A builder with one input of `dims` and short names for ops. */
function start(dims: number[]) {
  const program = new ProgramBuilder();
  const [x] = program.add('embed', [], { weight: -1, scale: 1 }, [{ dims, rows: 'tokens', name: 'x' }], 'x');
  const op = (name: string, inputs: ValueId[], attrs: unknown, out: number[] = dims): ValueId =>
    program.add(name, inputs, attrs, [{ dims: out, rows: 'tokens', name }], name)[0]!;
  const unary = (value: ValueId, attrs: object, out: number[] = dims): ValueId =>
    op('unary', [value], attrs, out);
  const affine = (value: ValueId, scale: number, shift: number, out: number[] = dims): ValueId =>
    unary(value, { fn: 'affine', scale, shift }, out);
  const binary = (fn: string, a: ValueId, b: ValueId): ValueId => op('binary', [a, b], { fn });
  return { program, x: x!, op, unary, affine, binary };
}

const opsOf = (program: { nodes: readonly { op: string }[] }): string[] =>
  program.nodes.map((node) => node.op).slice(1);

describe('fuse', () => {
  it('recognises RMSNorm with its gain', () => {
    const { program, x, op, unary, affine, binary } = start([8]);
    const mean = op('reduce', [unary(x, { fn: 'pow', exponent: 2 })], { fn: 'mean' }, [1]);
    const inverse = unary(unary(affine(mean, 1, 1e-5, [1]), { fn: 'sqrt' }, [1]), { fn: 'reciprocal' }, [1]);
    const vector = program.vector('gain', new Float32Array(8).fill(2));
    const y = op('binaryVector', [binary('mul', x, inverse)], {
      fn: 'mul',
      vector,
      vectorDims: [8],
      swapped: true,
    });
    const fused = fuse(program, [x, y]);
    expect(opsOf(fused)).toEqual(['norm']);
    expect(fused.nodes[1]!.attrs).toEqual({ kind: 'rms', size: 8, eps: 1e-5, gamma: vector });
    expect(fused.nodes[1]!.outputs).toEqual([y]);
  });

  it('recognises LayerNorm with gain and bias', () => {
    const { program, x, op, unary, affine, binary } = start([8]);
    const centred = binary('sub', x, op('reduce', [x], { fn: 'mean' }, [1]));
    const variance = op('reduce', [unary(centred, { fn: 'pow', exponent: 2 })], { fn: 'mean' }, [1]);
    const y = binary('div', centred, unary(affine(variance, 1, 1e-5, [1]), { fn: 'sqrt' }, [1]));
    const gain = program.vector('gain', new Float32Array(8).fill(2));
    const bias = program.vector('bias', new Float32Array(8).fill(3));
    const scaled = op('binaryVector', [y], { fn: 'mul', vector: gain, vectorDims: [8], swapped: false });
    const out = op('binaryVector', [scaled], { fn: 'add', vector: bias, vectorDims: [8], swapped: false });
    const fused = fuse(program, [x, out]);
    expect(fused.nodes[1]!.attrs).toEqual({ kind: 'layer', size: 8, eps: 1e-5, gamma: gain, beta: bias });
    expect(opsOf(fused)).toEqual(['norm']);
  });

  it('leaves a norm alone whose mean is of something else', () => {
    const { program, x, op, unary, affine, binary } = start([8]);
    const other = affine(x, 2, 1);
    const mean = op('reduce', [unary(other, { fn: 'pow', exponent: 2 })], { fn: 'mean' }, [1]);
    const y = binary('div', x, unary(affine(mean, 1, 1e-5, [1]), { fn: 'sqrt' }, [1]));
    expect(opsOf(fuse(program, [x, y]))).not.toContain('norm');
  });

  it('recognises SiLU gates and both GELU forms', () => {
    const { program, x, unary, affine, binary } = start([8]);
    const up = affine(x, 3, 0);
    const silu = binary('mul', binary('mul', x, unary(x, { fn: 'sigmoid' })), up);
    const erf = binary(
      'mul',
      affine(x, 0.5, 0),
      affine(unary(affine(x, Math.SQRT1_2, 0), { fn: 'erf' }), 1, 1),
    );
    const cube = affine(unary(x, { fn: 'pow', exponent: 3 }), 0.044715, 0);
    const inner = affine(binary('add', x, cube), Math.sqrt(2 / Math.PI), 0);
    const tanh = binary('mul', affine(x, 0.5, 0), affine(unary(inner, { fn: 'tanh' }), 1, 1));
    const fused = fuse(program, [x, silu, erf, tanh]);
    expect(fused.nodes.filter((n) => n.op === 'gated').map((n) => n.attrs)).toEqual([
      { act: { fn: 'silu' } },
    ]);
    const functions = fused.nodes.filter((n) => n.op === 'unary').map((n) => (n.attrs as { fn: string }).fn);
    expect(functions).toEqual(['affine', 'geluErf', 'geluTanh']);
  });
});

/** x/2 · (1 + tanh(a·(…))) as exporters group it, and what must be recognised. */
describe('GELU written out', () => {
  const usual = { fn: 'geluTanh' };
  it.each([
    ['GPT-2: pow and sum', Math.sqrt(2 / Math.PI), 0.044715, usual],
    ['rounded to half', 0.7978515625, 0.044708251953125, { scale: 0.7978515625, cubic: 0.044708251953125 }],
  ])('%s keeps its own coefficients', (_, scale, cubic, attrs) => {
    const { program, x, unary, affine, binary } = start([8]);
    const cube = affine(unary(x, { fn: 'pow', exponent: 3 }), cubic, 0);
    const inner = affine(binary('add', x, cube), scale, 0);
    const y = binary('mul', affine(x, 0.5, 0), affine(unary(inner, { fn: 'tanh' }), 1, 1));
    const fused = fuse(program, [x, y]);
    expect(fused.nodes[1]!.attrs).toEqual({ ...usual, ...attrs });
    expect(opsOf(fused)).toEqual(['unary']);
  });

  it('Bloom: x·0.5·(1 + tanh(a·x·(1 + b·x·x)))', () => {
    const { program, x, unary, affine, binary } = start([8]);
    const square = affine(binary('mul', affine(x, 0.044715, 0), x), 1, 1);
    const inner = binary('mul', affine(x, 0.79788456, 0), square);
    const y = binary('mul', affine(x, 0.5, 0), affine(unary(inner, { fn: 'tanh' }), 1, 1));
    const fused = fuse(program, [x, y]);
    expect(opsOf(fused)).toEqual(['unary']);
    expect(fused.nodes[1]!.attrs).toEqual(usual);
  });

  it('erf with a divisor of its own', () => {
    const { program, x, unary, affine, binary } = start([8]);
    const gate = affine(unary(affine(x, 1 / 1.4140625, 0), { fn: 'erf' }), 1, 1);
    const y = affine(binary('mul', x, gate), 0.5, 0);
    const fused = fuse(program, [x, y]);
    expect(fused.nodes[1]!.attrs).toEqual({ fn: 'geluErf', scale: 1 / 1.4140625 });
  });

  const written = (half: number, exponent: number) => {
    const { program, x, unary, affine, binary } = start([8]);
    const power = affine(unary(x, { fn: 'pow', exponent }), 0.044715, 0);
    const inner = affine(binary('add', x, power), 0.79788456, 0);
    const y = binary('mul', affine(x, half, 0), affine(unary(inner, { fn: 'tanh' }), 1, 1));
    return fuse(program, [x, y]);
  };

  it('another half leaves a number behind it', () => {
    const [, gelu, number] = written(1, 3).nodes;
    expect(gelu!.attrs).toEqual(usual);
    expect(number).toMatchObject({
      op: 'unary',
      inputs: gelu!.outputs,
      attrs: { fn: 'affine', scale: 2, shift: 0 },
    });
  });

  it('another power is no GELU', () => {
    expect(opsOf(written(0.5, 2))).toContain('binary');
  });
});

describe('a number before a matrix', () => {
  it('joins its alpha, and leaves its bias alone', () => {
    const { program, x, op, affine } = start([8]);
    const attrs = { weight: 0, transposed: false, alpha: 2, bias: 3 };
    const y = op('linear', [affine(x, 0.25, 0)], attrs);
    const fused = fuse(program, [x, y]);
    expect(fused.nodes[1]).toMatchObject({ op: 'linear', inputs: [x], attrs: { ...attrs, alpha: 0.5 } });
    const shifted = start([8]);
    const z = shifted.op('linear', [shifted.affine(shifted.x, 0.25, 1)], attrs);
    expect(opsOf(fuse(shifted.program, [shifted.x, z]))).toEqual(['unary', 'linear']);
  });
});

describe('selectBeforeTail', () => {
  it('selects rows once, right after the last op that mixes tokens', () => {
    const { program, x, op, binary, affine } = start([8]);
    const mixed = op('attention', [x, x, x], { heads: 1 });
    const logits = op('linear', [affine(binary('add', x, mixed), 2, 0)], {}, [20]);
    const result = selectBeforeTail(program, logits);
    expect(opsOf(result.program)).toEqual([
      'attention',
      'selectRows',
      'selectRows',
      'binary',
      'unary',
      'linear',
    ]);
    expect(result.program.values[result.logits]!.rows).toBe('selected');
  });
});
