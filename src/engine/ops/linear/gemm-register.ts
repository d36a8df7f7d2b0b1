/**
 * GEMM kernels without workgroup memory or barriers: one invocation computes a tile of `rows` tokens x `cols` outputs in
 * registers, reading four reduction steps at a time.
 *
 * Two loop orders over the same stored matrix W:
 * - 'nn': outputs lie along the stored rows' columns, the reduction walks stored rows (forward of [K,N], dX of [N,K]);
 * - 'nt': the reduction lies along the columns, outputs are stored rows (forward of [N,K], dX of [K,N]).
 *
 * Why: software adapters run invocations as SIMD lanes, where a barrier is a context switch and every load a gather. A tile
 * of 8 x 16 does 128 multiply-adds per 6 vec4 loads (10.7 FLOP a byte of f32), and decoding a packed weight is shared by 8
 * tokens. Ragged edges: indices are clamped (loads repeat the last row or column) and only stores are guarded, so the
 * inner loop has no branch.
 */
import type { WeightLoader } from '../types.ts';

export type GemmStyle = 'nn' | 'nt';

export interface GemmShape {
  readonly style: GemmStyle;
  /** Length of the reduction over all chunks = row length of x. */
  readonly inDim: number;
  /** Row length of y. */
  readonly outDim: number;
  readonly bias: boolean;
}

export interface RegisterTile {
  readonly rows: number;
  /** A multiple of 4. */
  readonly cols: number;
  readonly invocations: number;
}

/** Uniform words of every linear kernel, in order. */
export const linearParams = `struct Params {
  rows: u32,       // rows of x and y
  count: u32,      // stored rows of this chunk
  start: u32,      // first stored row of this chunk
  add: u32,        // 1: add to y (a later chunk of a reduction); 0: write y, with bias
  alpha: f32,
  tiles_n: u32,    // tiles along the outputs
}`;

export const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
export const lines = (n: number, line: (i: number) => string): string => range(n).map(line).join('\n');

/** Bindings x, W's parts, [bias], y, params and the loader's functions. */
export function linearHeader(shape: GemmShape, loader: WeightLoader): string {
  const first = 1 + loader.partCount;
  const y = first + (shape.bias ? 1 : 0);
  const vector = shape.outDim % 4 === 0;
  return `
@group(0) @binding(0) var<storage, read> x: array<${shape.inDim % 4 === 0 ? 'vec4<f32>' : 'f32'}>;
${loader.wgsl(1)}
${shape.bias ? `@group(0) @binding(${first}) var<storage, read> bias: array<${vector ? 'vec4<f32>' : 'f32'}>;` : ''}
@group(0) @binding(${y}) var<storage, read_write> y: array<${vector ? 'vec4<f32>' : 'f32'}>;
${linearParams}
@group(0) @binding(${y + 1}) var<uniform> params: Params;
${storeFunction(shape, vector)}`;
}

/**
 * `store4(row, col, v)`: y[row, col..col+3] = alpha*v + bias, or += alpha*v. The row must exist; columns that are not this
 * dispatch's are dropped ('nt' chunks of a row length divisible by 4 hold whole quads: see formats.ts, rowStep).
 */
function storeFunction(shape: GemmShape, vector: boolean): string {
  const n = shape.outDim;
  const end = shape.style === 'nt' ? 'params.start + params.count' : `${n}u`;
  if (vector) {
    return `
fn store4(row: u32, col: u32, v: vec4<f32>) {
  if (col >= ${end}) { return; }
  let i = (row * ${n}u + col) >> 2u;
  if (params.add == 1u) { y[i] += params.alpha * v; return; }
  y[i] = params.alpha * v${shape.bias ? ' + bias[col >> 2u]' : ''};
}`;
  }
  return `
fn store1(row: u32, col: u32, v: f32) {
  if (col >= ${end}) { return; }
  let i = row * ${n}u + col;
  if (params.add == 1u) { y[i] += params.alpha * v; return; }
  y[i] = params.alpha * v${shape.bias ? ' + bias[col]' : ''};
}
fn store4(row: u32, col: u32, v: vec4<f32>) {
  store1(row, col, v.x); store1(row, col + 1u, v.y); store1(row, col + 2u, v.z); store1(row, col + 3u, v.w);
}`;
}

export function gemmRegister(shape: GemmShape, tile: RegisterTile, loader: WeightLoader): string {
  const { rows, cols } = tile;
  const quads = cols / 4;
  const vectorX = shape.inDim % 4 === 0;
  const unit = vectorX ? shape.inDim / 4 : shape.inDim;
  const x4 = (i: number, k: string): string =>
    vectorX
      ? `x[r${i} + ((${k}) >> 2u)]`
      : `vec4<f32>(x[r${i} + ${k}], x[r${i} + ${k} + 1u], x[r${i} + ${k} + 2u], x[r${i} + ${k} + 3u])`;
  const x1 = (i: number, k: string): string =>
    vectorX ? `x[r${i} + ((${k}) >> 2u)][(${k}) & 3u]` : `x[r${i} + ${k}]`;
  const head = `${linearHeader(shape, loader)}
@compute @workgroup_size(${tile.invocations})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_index) lane: u32) {
  let index = (group.y * groups.x + group.x) * ${tile.invocations}u + lane;
  let t0 = (index / params.tiles_n) * ${rows}u;
  let n0 = (index % params.tiles_n) * ${cols}u;
  if (t0 >= params.rows) { return; }
${lines(rows, (i) => `  let r${i} = min(t0 + ${i}u, params.rows - 1u) * ${unit}u;`)}
${lines(rows, (i) => lines(quads, (j) => `  var a${i}_${j} = vec4<f32>(0.0);`))}`;
  const first = shape.style === 'nn' ? 'n0' : 'params.start + n0';
  return `${head}
${shape.style === 'nn' ? bodyNn(tile, x4, x1) : bodyNt(shape, tile, x4, x1)}
${lines(
  rows,
  (i) => `  if (t0 + ${i}u < params.rows) {
${lines(quads, (j) => `    store4(t0 + ${i}u, ${first} + ${4 * j}u, a${i}_${j});`)}
  }`,
)}
}`;
}

type LoadX = (i: number, k: string) => string;

function bodyNn({ rows, cols }: RegisterTile, x4: LoadX, x1: LoadX): string {
  const quads = cols / 4;
  const step = (k: string, factor: (i: number) => string): string => `
${lines(quads, (j) => `    let w${j} = w4(${k}, c${j});`)}
${lines(rows, (i) => lines(quads, (j) => `    a${i}_${j} += ${factor(i)} * w${j};`))}`;
  return `${lines(quads, (j) => `  let c${j} = min(n0 + ${4 * j}u, (W_COLS - 1u) & ~3u);`)}
  let whole = params.count & ~3u;
  for (var k = 0u; k < whole; k += 4u) {
${lines(rows, (i) => `    let x${i} = ${x4(i, 'params.start + k')};`)}
${range(4)
  .map((kk) => `    {${step(`k + ${kk}u`, (i) => `x${i}[${kk}]`)}\n    }`)
  .join('\n')}
  }
  for (var k = whole; k < params.count; k++) {${step('k', (i) => x1(i, 'params.start + k'))}
  }`;
}

function bodyNt(shape: GemmShape, { rows, cols }: RegisterTile, x4: LoadX, x1: LoadX): string {
  const quads = cols / 4;
  const whole = shape.inDim - (shape.inDim % 4);
  const tail = range(shape.inDim - whole);
  const dots = (i: number, j: number): string =>
    `    a${i}_${j} += vec4<f32>(${range(4)
      .map((n) => `dot(x${i}, w${n})`)
      .join(', ')});`;
  const block = (j: number): string => `    {
${lines(4, (n) => `    let w${n} = w4(b${4 * j + n}, k);`)}
${lines(rows, (i) => dots(i, j))}
    }`;
  // Past the last whole quad the next row's x begins: it must not meet the loader's zeros, NaN * 0 is NaN.
  const padded = (i: number): string =>
    `vec4<f32>(${range(4)
      .map((n) => (n < tail.length ? x1(i, `k + ${n}u`) : '0.0'))
      .join(', ')})`;
  return `${lines(cols, (n) => `  let b${n} = min(n0 + ${n}u, params.count - 1u);`)}
  for (var k = 0u; k < ${whole}u; k += 4u) {
${lines(rows, (i) => `    let x${i} = ${x4(i, 'k')};`)}
${lines(quads, block)}
  }
${
  tail.length === 0
    ? ''
    : `  {
    let k = ${whole}u;
${lines(rows, (i) => `    let x${i} = ${padded(i)};`)}
${lines(quads, block)}
  }`
}`;
}
