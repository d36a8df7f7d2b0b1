/**
 * A Llama-like program of any size with seeded weights, for tests and measurements of what grows with layers and
 * vocabulary. Rotary positions, grouped heads, gated MLP, tied head; no file needed.
 */
import { createRng } from '../../../lib/rng.ts';
import type { CausalProgram, PositionTable, RowDomain } from '../../graph/program.ts';
import { ProgramBuilder } from '../../graph/program-builder.ts';
import { f32Matrix } from './programs.ts';

export interface LlamaShape {
  readonly layers: number;
  readonly hidden: number;
  readonly wide: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly headDim: number;
  readonly vocab: number;
}

function rotaryTable(name: string, half: number, of: (angle: number) => number): PositionTable {
  return {
    name,
    width: half,
    rows: async (count) =>
      Float32Array.from({ length: count * half }, (_, i) =>
        of(Math.floor(i / half) * 10_000 ** -((i % half) / half)),
      ),
  };
}

/** The forward program; every matrix has entries of variance 1/k, so that activations stay of order one. */
export function llamaProgram(shape: LlamaShape): CausalProgram {
  const { layers, hidden, wide, heads, kvHeads, headDim, vocab } = shape;
  const b = new ProgramBuilder();
  const rng = createRng(7, 'weights');
  const matrix = (name: string, k: number, n: number, order: 'kn' | 'nk') => {
    const scale = Math.sqrt(3 / k);
    const data = Float32Array.from({ length: k * n }, () => scale * (2 * rng.next() - 1));
    return b.weight(f32Matrix(name, k, n, order, data));
  };
  const one = (
    op: string,
    inputs: readonly number[],
    attrs: unknown,
    dims: readonly number[],
    rows: RowDomain = 'tokens',
  ) => b.add(op, inputs, attrs, [{ dims, rows, name: `${op} ${b.values.length}` }], op)[0]!;
  const gamma = b.vector('gamma', new Float32Array(hidden).fill(1));
  const norm = (x: number, rows?: RowDomain) =>
    one('norm', [x], { kind: 'rms', size: hidden, eps: 1e-6, gamma }, [hidden], rows);
  const linear = (x: number, weight: number, n: number, rows?: RowDomain) =>
    one('linear', [x], { weight, transposed: false, alpha: 1 }, [n], rows);
  const add = (x: number, y: number, rows: RowDomain) => one('binary', [x, y], { fn: 'add' }, [hidden], rows);
  const cos = b.table(rotaryTable('cos', headDim / 2, Math.cos));
  const sin = b.table(rotaryTable('sin', headDim / 2, Math.sin));
  const rotary = (x: number, count: number) =>
    one(
      'rotary',
      [x],
      { heads: count, headDim, rotaryDim: headDim, interleaved: false, cos, sin, inverse: false },
      [count * headDim],
    );

  const table = matrix('table', hidden, vocab, 'nk');
  const inputsEmbeds = one('embed', [], { weight: table, scale: 1 }, [hidden]);
  let x = inputsEmbeds;
  for (let layer = 0; layer < layers; layer++) {
    const weight = (name: string, k: number, n: number) => matrix(`${name}.${layer}`, k, n, 'kn');
    const normed = norm(x);
    const q = rotary(linear(normed, weight('q', hidden, heads * headDim), heads * headDim), heads);
    const k = rotary(linear(normed, weight('k', hidden, kvHeads * headDim), kvHeads * headDim), kvHeads);
    const v = linear(normed, weight('v', hidden, kvHeads * headDim), kvHeads * headDim);
    const attrs = { layer, heads, kvHeads, headDim, valueDim: headDim };
    const [mixed] = b.add(
      'attention',
      [q, k, v],
      { ...attrs, scale: headDim ** -0.5, window: 0, softcap: 0 },
      [
        { dims: [heads * headDim], rows: 'tokens', name: `attention ${layer}` },
        { dims: [heads], rows: 'tokens', name: `lse ${layer}` },
      ],
      'attention',
    );
    // After the last attention only rows whose logits are wanted go on, as in lowered programs.
    const rows: RowDomain = layer + 1 < layers ? 'tokens' : 'selected';
    const select = (id: number, size: number) =>
      rows === 'tokens' ? id : one('selectRows', [id], {}, [size], rows);
    const o = weight('o', heads * headDim, hidden);
    x = add(select(x, hidden), linear(select(mixed!, heads * headDim), o, hidden, rows), rows);
    const inner = norm(x, rows);
    const gate = linear(inner, weight('gate', hidden, wide), wide, rows);
    const up = linear(inner, weight('up', hidden, wide), wide, rows);
    const gated = one('gated', [gate, up], { act: { fn: 'silu' } }, [wide], rows);
    x = add(x, linear(gated, weight('down', wide, hidden), hidden, rows), rows);
  }
  const logits = linear(norm(x, 'selected'), table, vocab, 'selected');
  return {
    values: b.values,
    nodes: b.nodes,
    weights: b.weights,
    vectors: b.vectors,
    tables: b.tables,
    inputsEmbeds,
    logits,
    hiddenSize: hidden,
    vocabSize: vocab,
    layers,
    maxPositions: undefined,
  };
}
