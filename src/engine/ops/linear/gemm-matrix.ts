/**
 * GEMM on the adapter's matrix unit (subgroup matrices): a workgroup computes 64 tokens x 64 outputs (32 x 64 where there are
 * no more tokens), 16 reduction steps a turn; each of its subgroups 32 x 32 of them, or 16 x 16 where it is narrow.
 *
 * Why: units of halves multiply 2 to 16 times as fast as other lanes multiply f32, so that three products for one can pay;
 * f32 units (Apple) need fewer instructions and registers. Whether it pays on an adapter is measured. A turn loads 2048 numbers
 * for 131,072 FLOP: 16 FLOP a byte in f32, 28 with 4-bit weights, and decodes every weight once for 64 tokens. Tiles go
 * through workgroup memory, because factors are prepared there anyway: decoded, cut at edges (tokens and terms beyond them
 * are zeros), for units of halves scaled and split (halves.ts). For 16 steps a subgroup of a 16 x 16 x 16 unit loads 4 left and
 * 4 right matrices for 12 products of halves, and holds 8 results, 64 registers of 32 lanes; subgroups of 8 to 16 lanes would
 * need all their registers for that, hence the smaller share. Workgroup memory: numbers take 8 KB as f32 or two halves, results
 * leave through 4 KB, 256 bytes are scales: below 16 KB, two workgroups where there are 32.
 *
 * The scale of x is a row's own, so that no row depends on another, and found by reading the row once before (a third more
 * loads, from cache). W's is common to a tile's outputs, found as its terms come: where a turn brings a larger weight than any
 * before, sums so far are scaled down by that power of two. f16 weights are halves already: neither scaled nor split, and two
 * products do. Everything else is decoded to f32 and split (f32, bf16, 2/4/8 bits: none had to be left out). Errors stay those
 * of f32 sums, mostly below the other kernels' (a unit sums a few terms at a time before it rounds). f32 units take all
 * numbers as they are. A row that holds an infinity or a NaN gives only such.
 *
 * Nothing relies on a subgroup's size: subgroups are at least as many as their shares, and lanes prepare and store by their
 * index in the workgroup. Products of up to four rows stay with gemv.ts: they are bound by reading W, and a tile of 32 rows
 * would be mostly empty. WGSL of Dawn's docs/dawn/features/subgroup_matrix.md, majorness as a template argument.
 */
import type { MatrixUnit } from '../../gpu/matrix-unit.ts';
import { unroll } from '../shader.ts';
import type { WeightLoader } from '../types.ts';
import { declarations, type GemmShape, tileIndex } from './frame.ts';
import { LOW_SCALE, splitting } from './halves.ts';

/** Reduction steps of a turn. */
const TURN = 16;
const INVOCATIONS = 256;
/** Numbers of all subgroups' results that leave at once. */
const LEAVING = 1024;

/** How a workgroup's results are shared out: `tall` x `wide` subgroups with `side` x `side` each. */
export interface MatrixTile {
  readonly side: 16 | 32;
  readonly tall: number;
  readonly wide: number;
}

/** Narrow subgroups hold fewer results, but more of them fit a workgroup. */
export function matrixTile({ m, n, leastLanes, mostLanes }: MatrixUnit, rows: number): MatrixTile {
  if (leastLanes >= 32) return { side: 32, tall: rows <= 32 ? 1 : 2, wide: 2 };
  const most = Math.min(16, INVOCATIONS / mostLanes, LEAVING / (m * n));
  const tall = rows <= 32 ? 2 : Math.min(4, most / 2);
  return { side: 16, tall, wide: Math.min(4, most / tall) };
}

/** What the texts of one kernel depend on. */
interface Parts {
  readonly unit: MatrixUnit;
  readonly nn: boolean;
  readonly tile: MatrixTile;
  readonly rows: number;
  readonly cols: number;
  readonly subgroups: number;
  readonly invocations: number;
  /** Rows and columns of each subgroup's results that leave at once. */
  readonly block: readonly [number, number];
  /** Numbers are two halves. */
  readonly splitX: boolean;
  readonly splitW: boolean;
}

export function gemmMatrix(
  shape: GemmShape,
  tile: MatrixTile,
  unit: MatrixUnit,
  loader: WeightLoader,
): string {
  const { side, tall, wide } = tile;
  const subgroups = tall * wide;
  const halves = unit.factors === 'f16';
  const nn = shape.style === 'nn';
  const parts: Parts = {
    unit,
    nn,
    tile,
    rows: tall * side,
    cols: wide * side,
    subgroups,
    invocations: subgroups * unit.mostLanes,
    block: subgroups > 4 ? [unit.m, unit.n] : [16, 16],
    splitX: halves,
    splitW: halves && !/^f16\b/.test(loader.key),
  };
  const { rows, cols, block, invocations, splitX, splitW } = parts;
  const array = (name: string, length: number, type: string = unit.factors): string =>
    `var<workgroup> ${name}: array<${type}, ${length}>;`;
  return `${halves ? 'enable f16;\n' : ''}enable subgroups;
enable chromium_experimental_subgroup_matrix;
diagnostic(off, chromium.subgroup_matrix_uniformity);
${declarations(shape, loader, false)}
alias Left = subgroup_matrix_left<${unit.factors}, ${unit.k}, ${unit.m}>;
alias Right = subgroup_matrix_right<${unit.factors}, ${unit.n}, ${unit.k}>;
alias Result = subgroup_matrix_result<f32, ${unit.n}, ${unit.m}>;
${array('xh', rows * TURN)}
${array('wh', cols * TURN)}
${splitX ? `${array('xl', rows * TURN)}\n${array('powers', rows, 'f32')}` : ''}
${splitW ? `${array('wl', cols * TURN)}\nvar<workgroup> peak: atomic<u32>;` : ''}
${array('results', subgroups * block[0] * block[1], 'f32')}
${halves ? splitting : ''}
fn largest(v: vec4<f32>) -> f32 { let a = abs(v); return max(max(a.x, a.y), max(a.z, a.w)); }
${tileIndex(invocations, true, '@builtin(subgroup_id) subgroup: u32')}
  let m0 = (tile % params.tiles_m) * ${rows}u;
  let n0 = (tile / params.tiles_m) * ${cols}u;
  let terms = ${nn ? 'params.count' : 'params.in_dim'};
  let start = ${nn ? 'params.start' : '0u'};
  let own_m = (subgroup % ${tall}u) * ${side}u;
  let own_n = (subgroup / ${tall}u) * ${side}u;
${splitX ? rowPowers(parts) : ''}
${eachResult(parts, (i, j) => `  var a${i}_${j} = Result();${splitX ? ` var c${i}_${j} = Result();` : ''}`)}
${splitW ? `  var w_power = power_for(0.0);` : ''}
  for (var k0 = 0u; k0 < terms; k0 += ${TURN}u) {
${unroll(xQuads(parts), (t) => `    ${loadX(parts, t)}${splitX ? ` v${t} *= p${t};` : ''}`)}
${unroll(wQuads(parts), (t) => `    var w${t} = ${loadW(parts, t)};`)}
${splitW ? sendPeak(parts) : ''}
    workgroupBarrier();
${splitW ? followPeak(parts) : ''}
${unroll(xQuads(parts), (t) => keep('x', `v${t}`, t, parts, splitX))}
${unroll(wQuads(parts), (t) => keep('w', `w${t}`, t, parts, splitW))}
    workgroupBarrier();
${whereOwned(parts, products(parts))}
  }
${splitX ? `  let w_inverse = ${splitW ? 'inverse(w_power)' : '1.0'};` : ''}
${unroll(side / block[0], (i) => unroll(side / block[1], (j) => storeBlock(parts, i, j)))}
}`;
}

const eachResult = ({ unit, tile }: Parts, f: (i: number, j: number) => string): string =>
  unroll(tile.side / unit.m, (i) => unroll(tile.side / unit.n, (j) => f(i, j)));

/** Quads that an invocation stages a turn: those `lane`, `lane + invocations`, … of the tile's. */
const perLane = (side: number, { invocations }: Parts): number => Math.ceil((side * TURN) / 4 / invocations);
const xQuads = (parts: Parts): number => perLane(parts.rows, parts);
const wQuads = (parts: Parts): number => perLane(parts.cols, parts);

/** The index of quad t among those of a tile of `side` rows or outputs. Where lanes are more than quads, the rest repeat them. */
function quad(side: number, { invocations }: Parts, t: number): string {
  const quads = (side * TURN) / 4;
  return quads < invocations ? `(lane % ${quads}u)` : `(lane + ${t * invocations}u)`;
}

/** For stores of quads: repeated ones are left out. */
function once(side: number, { invocations }: Parts, text: string): string {
  const quads = (side * TURN) / 4;
  return quads < invocations ? `    if (lane < ${quads}u) {\n${text}\n    }` : text;
}

/** Declares v<t>, this invocation's quad of x, zeros beyond the edges. */
function loadX(parts: Parts, t: number): string {
  const row = `m0 + ${quad(parts.rows, parts, t)} / ${TURN / 4}u`;
  const k = `k0 + 4u * (lane % ${TURN / 4}u)`;
  return `var v${t} = vec4<f32>(0.0);
    if (${row} < params.rows && ${k} < terms) { v${t} = x4((${row}) * params.in_dim, start + ${k}); }`;
}

/** Stored rows beyond the chunk repeat its last one: their x is zero ('nn'), or their outputs are not stored ('nt'). */
function loadW(parts: Parts, t: number): string {
  const q = quad(parts.cols, parts, t);
  return parts.nn
    ? `load_w4(min(k0 + ${q} / ${parts.cols / 4}u, terms - 1u), n0 + 4u * (${q} % ${parts.cols / 4}u))`
    : `load_w4(min(n0 + ${q} / ${TURN / 4}u, params.count - 1u), k0 + 4u * (${q} % ${TURN / 4}u))`;
}

/** Stores a quad in the tile (tokens x terms; W as it is stored: 'nt' outputs x terms, 'nn' terms x outputs). */
function keep(name: 'x' | 'w', value: string, t: number, parts: Parts, split: boolean): string {
  const { factors } = parts.unit;
  const side = name === 'x' ? parts.rows : parts.cols;
  const line = (array: string, v: string): string =>
    unroll(4, (c) => `      ${array}[at + ${c}u] = ${factors}(${v}[${c}]);`);
  const text = `    {
      let at = 4u * ${quad(side, parts, t)};
${split ? `      let h = high(${value});\n      let l = (${value} - h) * ${LOW_SCALE}.0;` : `      let h = ${value};`}
${line(`${name}h`, 'h')}
${split ? line(`${name}l`, 'l') : ''}
    }`;
  return once(side, parts, text);
}

/** p<t>: the power of two that scales the row of this invocation's quad t. Four neighbours read a row together. */
function rowPowers(parts: Parts): string {
  const { rows, invocations } = parts;
  const count = xQuads(parts);
  const perRow = TURN / 4;
  return `${unroll(count, (t) => `  var p${t} = 0.0;`)}
  for (var k0 = 0u; k0 < terms; k0 += ${TURN}u) {
${unroll(count, (t) => `    ${loadX(parts, t)} p${t} = max(p${t}, largest(v${t}));`)}
  }
${unroll(count, (t) => once(rows, parts, `  results[${quad(rows, parts, t)}] = p${t};`))}
  workgroupBarrier();
  for (var row = lane; row < ${rows}u; row += ${invocations}u) {
    let r = row * ${perRow}u;
    powers[row] = power_for(largest(vec4<f32>(results[r], results[r + 1u], results[r + 2u], results[r + 3u])));
  }
  workgroupBarrier();
${unroll(count, (t) => `  p${t} = powers[${quad(rows, parts, t)} / ${perRow}u];`)}`;
}

/** The largest weight so far, of all outputs of the tile. The barrier that follows also ends the last turn's reading. */
function sendPeak(parts: Parts): string {
  const all = Array.from({ length: wQuads(parts) }, (_, t) => `largest(w${t})`);
  const most = all.reduce((sum, each) => `max(${sum}, ${each})`);
  return `    let most = subgroupMax(${most});
    if (subgroupElect()) { atomicMax(&peak, bitcast<u32>(most)); }`;
}

function followPeak(parts: Parts): string {
  return `    let next = power_for(bitcast<f32>(atomicLoad(&peak)));
    if (next != w_power) {
      let change = next * inverse(w_power);
      w_power = next;
${whereOwned(
  parts,
  eachResult(parts, (i, j) =>
    ['a', 'c']
      .map((name) => `      ${name}${i}_${j} = subgroupMatrixScalarMultiply(${name}${i}_${j}, change);`)
      .join('\n'),
  ),
)}
    }
${unroll(wQuads(parts), (t) => `    w${t} *= next;`)}`;
}

/** Where subgroups may be smaller than the workgroup is cut for, those beyond the tiles only help to stage. */
function whereOwned({ unit, subgroups }: Parts, text: string): string {
  const { leastLanes, mostLanes } = unit;
  return leastLanes === mostLanes ? text : `    if (subgroup < ${subgroups}u) {\n${text}\n    }`;
}

/** A turn's products of this subgroup's matrices, `unit.k` terms a step. */
function products({ unit, nn, tile, cols, splitX, splitW }: Parts): string {
  const { m, n, k } = unit;
  const { side } = tile;
  const left = (array: string, i: number): string =>
    `subgroupMatrixLoad<Left, row_major>(&${array}, (own_m + ${i * m}u) * ${TURN}u + k, ${TURN}u)`;
  const right = (array: string, j: number): string =>
    nn
      ? `subgroupMatrixLoad<Right, row_major>(&${array}, k * ${cols}u + own_n + ${j * n}u, ${cols}u)`
      : `subgroupMatrixLoad<Right, col_major>(&${array}, (own_n + ${j * n}u) * ${TURN}u + k, ${TURN}u)`;
  const add = (sum: string, x: string, w: string): string =>
    `        ${sum} = subgroupMatrixMultiplyAccumulate(${x}, ${w}, ${sum});\n`;
  return `    for (var k = 0u; k < ${TURN}u; k += ${k}u) {
${unroll(side / m, (i) => `      let h${i} = ${left('xh', i)};${splitX ? `\n      let l${i} = ${left('xl', i)};` : ''}`)}
${unroll(
  side / n,
  (j) => `      {
        let h = ${right('wh', j)};
${splitW ? `        let l = ${right('wl', j)};\n` : ''}${unroll(
  side / m,
  (i) =>
    add(`a${i}_${j}`, `h${i}`, 'h') +
    (splitX ? add(`c${i}_${j}`, `l${i}`, 'h') : '') +
    (splitW ? add(`c${i}_${j}`, `h${i}`, 'l') : ''),
)}
      }`,
)}
    }`;
}

/** Block bi, bj of every subgroup's results through workgroup memory to y, four neighbouring outputs an invocation. */
function storeBlock(parts: Parts, bi: number, bj: number): string {
  const { unit, tile, subgroups, invocations, splitX, nn } = parts;
  const { m, n } = unit;
  const [high, wide] = parts.block;
  const area = high * wide;
  const quads = (subgroups * area) / 4 / invocations;
  const index = (t: number): string => `(lane + ${t * invocations}u)`;
  const share = (name: string): string => `  workgroupBarrier();
${whereOwned(
  parts,
  unroll(high / m, (i) =>
    unroll(wide / n, (j) => {
      const at = `subgroup * ${area}u + ${i * m * wide + j * n}u`;
      const result = `${name}${(bi * high) / m + i}_${(bj * wide) / n + j}`;
      return `  subgroupMatrixStore<row_major>(&results, ${at}, ${result}, ${wide}u);`;
    }),
  ),
)}
  workgroupBarrier();`;
  const read = (t: number): string => {
    const at = `4u * ${index(t)}`;
    return `vec4<f32>(${Array.from({ length: 4 }, (_, c) => `results[${at} + ${c}u]`).join(', ')})`;
  };
  return `  {
${share('a')}
${unroll(quads, (t) => `  var y${t} = ${read(t)};`)}
${splitX ? `${share('c')}\n${unroll(quads, (t) => `  y${t} += ${read(t)} * ${1 / LOW_SCALE};`)}` : ''}
${unroll(
  quads,
  (t) => `  {
    let q = ${index(t)};
    let owner = q / ${area / 4}u;
    let row = (owner % ${tile.tall}u) * ${tile.side}u + ${bi * high}u + q % ${area / 4}u / ${wide / 4}u;
    let col = (owner / ${tile.tall}u) * ${tile.side}u + ${bj * wide}u + 4u * (q % ${wide / 4}u);
    if (m0 + row < params.rows) {
      store4(m0 + row, ${nn ? '' : 'params.start + '}n0 + col, y${t}${splitX ? ' * w_inverse * inverse(powers[row])' : ''});
    }
  }`,
)}
  }`;
}
