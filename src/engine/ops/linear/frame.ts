/**
 * What all kernels of `linear` have in common: the problem, bindings, uniform words, and how a result is stored.
 *
 * A kernel multiplies x [rows, inDim] by one chunk of a stored matrix W, in one of two loop orders:
 * - 'nn': outputs lie along the stored row's columns, the reduction walks stored rows (forward of [K,N], dX of [N,K]);
 * - 'nt': the reduction lies along the columns, outputs are the stored rows (forward of [N,K], dX of [K,N]).
 * Sizes are uniforms: one pipeline serves all matrices of a format.
 */
import { unroll } from '../shader.ts';
import { f32Bits, type WeightLoader } from '../types.ts';

export type GemmStyle = 'nn' | 'nt';

/** What a kernel's text depends on besides the weight format. */
export interface GemmShape {
  readonly style: GemmStyle;
  /** Row length of x (of y) is a multiple of 4: it is read (written) as vec4. */
  readonly inQuads: boolean;
  readonly outQuads: boolean;
  /** y = alpha*sum, or that plus the bias, or y += alpha*sum (a later chunk of a reduction). */
  readonly result: 'plain' | 'bias' | 'add';
  /** Something of y's shape is added as well: a residual, or what other paths gave to a gradient. */
  readonly sum: boolean;
}

/** Also the kernel's name in timings: e.g. 'nn.bias', 'nt.ragged'. */
export function shapeKey(shape: GemmShape): string {
  const ragged = `${shape.inQuads ? '' : '.in1'}${shape.outQuads ? '' : '.out1'}`;
  const result = shape.result === 'plain' ? '' : `.${shape.result}`;
  return `${shape.style}${result}${shape.sum ? '.sum' : ''}${ragged}`;
}

/** Uniform words of one dispatch. */
export interface LinearParams {
  readonly rows: number;
  readonly inDim: number;
  readonly outDim: number;
  /** Length of a stored row. */
  readonly cols: number;
  /** Stored rows of the chunk, and the first of them. */
  readonly count: number;
  readonly start: number;
  readonly alpha: number;
  /** Tiles along the rows; tile i of the dispatch covers rows i % tilesM, outputs i / tilesM. */
  readonly tilesM: number;
  /** Where a large product is cut into dispatches: the first tile and the one after the last. */
  readonly firstTile: number;
  readonly endTile: number;
}

export function paramWords(p: LinearParams): number[] {
  return [
    p.rows,
    p.inDim,
    p.outDim,
    p.cols,
    p.count,
    p.start,
    f32Bits(p.alpha),
    p.tilesM,
    p.firstTile,
    p.endTile,
  ];
}

/** `x4(base, k)`: four elements of the row that begins at element `base`, from k on; k % 4 == 0 and inside the row. */
function loadX(shape: GemmShape): string {
  return shape.inQuads
    ? 'fn x4(base: u32, k: u32) -> vec4<f32> { return x[(base + k) >> 2u]; }'
    : `fn x4(base: u32, k: u32) -> vec4<f32> {
  let i = base + k;
  // Past the row's end the next row begins: it must not meet the loader's zeros, NaN * 0 is NaN.
  var v = vec4<f32>(x[i], 0.0, 0.0, 0.0);
  if (k + 1u < params.in_dim) { v.y = x[i + 1u]; }
  if (k + 2u < params.in_dim) { v.z = x[i + 2u]; }
  if (k + 3u < params.in_dim) { v.w = x[i + 3u]; }
  return v;
}`;
}

/**
 * `store4(row, col, v)`: stores v at y[row, col..col+3]. The row must exist; columns that are not this dispatch's are dropped
 * ('nt' chunks of a row length divisible by 4 hold whole quads: see formats.ts, rowStep). `store1` alike where y is scalar.
 */
function store(shape: GemmShape): string {
  const end = shape.style === 'nt' ? 'params.start + params.count' : 'params.out_dim';
  const start = { plain: () => '', bias: (col: string) => ` + bias[${col}]`, add: () => ' + y[i]' }[
    shape.result
  ];
  const more = (col: string): string => `${start(col)}${shape.sum ? ' + summand[i]' : ''}`;
  if (shape.outQuads) {
    return `
fn store4(row: u32, col: u32, v: vec4<f32>) {
  if (col >= ${end}) { return; }
  let i = (row * params.out_dim + col) >> 2u;
  y[i] = params.alpha * v${more('col >> 2u')};
}`;
  }
  return `
fn store1(row: u32, col: u32, v: f32) {
  if (col >= ${end}) { return; }
  let i = row * params.out_dim + col;
  y[i] = params.alpha * v${more('col')};
}
fn store4(row: u32, col: u32, v: vec4<f32>) {
  for (var n = 0u; n < 4u; n++) { store1(row, col + n, v[n]); }
}`;
}

/**
 * Declarations of a kernel: bindings x, W's parts, bias and summand where there are such, y; the loader; `x4`, or the scalar array x where
 * `scalarX`; `store4`.
 */
export function declarations(shape: GemmShape, loader: WeightLoader, scalarX: boolean): string {
  const element = (quads: boolean): string => (quads ? 'vec4<f32>' : 'f32');
  let out = 1 + loader.partCount;
  const vector = (name: string): string =>
    `@group(0) @binding(${out++}) var<storage, read> ${name}: array<${element(shape.outQuads)}>;`;
  return `
@group(0) @binding(0) var<storage, read> x: array<${element(shape.inQuads && !scalarX)}>;
${loader.wgsl(1)}
${shape.result === 'bias' ? vector('bias') : ''}
${shape.sum ? vector('summand') : ''}
@group(0) @binding(${out}) var<storage, read_write> y: array<${element(shape.outQuads)}>;
struct Params {
  rows: u32, in_dim: u32, out_dim: u32, cols: u32, count: u32, start: u32, alpha: f32,
  tiles_m: u32, first_tile: u32, end_tile: u32,
}
@group(0) @binding(${out + 1}) var<uniform> params: Params;
${scalarX ? '' : loadX(shape)}
${store(shape)}`;
}

/**
 * The head of main: `lane`, and `tile`, the flat index of this invocation's (or, `cooperative`, this workgroup's) tile;
 * returns where there is none. `more` declares a further parameter.
 */
export function tileIndex(invocations: number, cooperative: boolean, more?: string): string {
  const flat = '(group.y * groups.x + group.x)';
  return `@compute @workgroup_size(${invocations})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_index) lane: u32${more === undefined ? '' : `, ${more}`}) {
  w_init(params.cols);
  let tile = params.first_tile + ${cooperative ? flat : `${flat} * ${invocations}u + lane`};
  if (tile >= params.end_tile) { return; }`;
}

/**
 * Stores a register tile of `rows` x 4*`quads` accumulators a<i>_<j> at m0, n0 (n0 counts from the chunk's first output), as
 * far as rows lie before `rowEnd`.
 */
export function storeTile(shape: GemmShape, rows: number, quads: number, rowEnd = 'params.rows'): string {
  const col = shape.style === 'nn' ? 'n0' : 'params.start + n0';
  return unroll(
    rows,
    (i) => `  if (m0 + ${i}u < ${rowEnd}) {
${unroll(quads, (j) => `    store4(m0 + ${i}u, ${col} + ${4 * j}u, a${i}_${j});`)}
  }`,
  );
}
