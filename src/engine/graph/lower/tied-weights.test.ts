import { describe, expect, it } from 'vitest';
import { causalProgram, memoryTensor } from '../../plan/testing/programs.ts';
import type { MatrixWeight } from '../program.ts';
import { shareTiedWeights } from './tied-weights.ts';

const V = 37;
const H = 12;
const number = (v: number, h: number): number => Math.fround(Math.sin(v * H + h));

function matrix(
  name: string,
  order: 'kn' | 'nk',
  of: (v: number, h: number) => number,
  half = false,
): MatrixWeight {
  const values = Float32Array.from({ length: V * H }, (_, i) =>
    order === 'kn' ? of(i % V, Math.floor(i / V)) : of(Math.floor(i / H), i % H),
  );
  // Any 16-bit patterns serve as halves here.
  const data = half ? Uint16Array.from(values, (x) => Math.round((x + 2) * 1000)) : values;
  const dims = order === 'kn' ? [H, V] : [V, H];
  // One byte off: views of a file are rarely aligned.
  const bytes = new Uint8Array(1 + data.byteLength);
  bytes.set(new Uint8Array(data.buffer), 1);
  const tensor = memoryTensor(name, half ? 'float16' : 'float32', dims, bytes.subarray(1));
  return { name, k: H, n: V, order, format: { kind: half ? 'f16' : 'f32' }, data: tensor };
}

/** Embedding (weight 0), a projection (weight 1) and the head (weight 2). */
function program(table: MatrixWeight, head: MatrixWeight) {
  const projection: MatrixWeight = { ...matrix('projection', 'kn', number), n: V, k: H, name: 'projection' };
  const token = { rows: 'tokens' as const, dims: [H] };
  const linear = (weight: number, from: number, to: number) => ({
    op: 'linear',
    inputs: [from],
    outputs: [to],
    attrs: { weight, transposed: false, alpha: 1 },
  });
  return causalProgram({
    values: [token, { ...token, dims: [V] }, { ...token, dims: [V] }],
    nodes: [
      { op: 'embed', inputs: [], outputs: [0], attrs: { weight: 0, scale: 1 } },
      linear(1, 0, 1),
      linear(2, 0, 2),
    ],
    weights: [table, { ...projection, k: H, n: V, data: matrix('p', 'kn', (v, h) => v + h).data }, head],
    hiddenSize: H,
    vocabSize: V,
    logits: 2,
  });
}

describe('shareTiedWeights', () => {
  it.each([
    ['transposed', 'kn', false],
    ['in the same order', 'nk', false],
    ['transposed halves', 'kn', true],
  ] as const)('finds a copy %s', async (_, order, half) => {
    const tied = await shareTiedWeights(
      program(matrix('e', 'nk', number, half), matrix('h', order, number, half)),
    );
    expect(tied.weights.map((weight) => weight.name)).toEqual(['e', 'projection']);
    expect(tied.nodes.map((node) => (node.attrs as { weight: number }).weight)).toEqual([0, 1, 0]);
  });

  it.each([
    ['in its last element', V - 1, H - 1],
    ['in the corner', 0, 0],
  ])('keeps a head that differs %s', async (_, v, h) => {
    const other = matrix('h', 'kn', (a, b) => number(a, b) + (a === v && b === h ? 1 : 0));
    const untied = program(matrix('e', 'nk', number), other);
    expect(await shareTiedWeights(untied)).toBe(untied);
  });

  it('keeps a head of another type', async () => {
    const untied = program(matrix('e', 'nk', number), matrix('h', 'kn', number, true));
    expect((await shareTiedWeights(untied)).weights).toHaveLength(3);
  });
});
