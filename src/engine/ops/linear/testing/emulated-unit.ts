/**
 * A matrix unit in plain WGSL, for tests: runs a matrix kernel's own text on a device without one, and for units of shapes
 * that no device at hand has.
 *
 * Subgroups are cut from the workgroup in order, `lanes` to each. Loaded matrices are places in workgroup memory, read when
 * multiplied; a result lies spread over its subgroup's lanes, as in hardware. Halves are f32 numbers rounded to f16. Products
 * are summed in f32 one by one, which the unit need not do.
 */
import type { MatrixUnit } from '../../../gpu/matrix-unit.ts';

export function emulateUnit(wgsl: string, { m, n, k }: MatrixUnit, lanes: number): string {
  const arrays = ['xh', 'xl', 'wh', 'wl'].filter((name) => wgsl.includes(`> ${name}: array<`));
  const at = (name: string): string => `${arrays.indexOf(name)}u`;
  const text = wgsl
    .replace(/^enable .*;$\n/gm, '')
    .replace(/^diagnostic\(.*;$\n/m, '')
    .replace(/array<f16,/g, 'array<f32,')
    .replace(/= f16\(/g, '= half(')
    .replace(/subgroupMax\(/g, '(')
    .replace('if (subgroupElect())', '')
    .replace(
      ', @builtin(subgroup_id) subgroup: u32) {',
      ') {\n  emulated_lane = lane;\n  let subgroup = lane / EMULATED;',
    )
    .replace(/alias (Left|Right) = .*;/g, 'alias $1 = Emulated;')
    .replace(/alias Result = .*;/, `alias Result = array<f32, ${(m * n) / lanes}>;`)
    .replace(
      /subgroupMatrixLoad<\w+, (\w+)>\(&(\w+), (.*), (\d+u)\);/g,
      (_, major: string, name: string, offset: string, stride: string) =>
        `Emulated(${at(name)}, ${offset}, ${major === 'row_major' ? `${stride}, 1u` : `1u, ${stride}`});`,
    )
    .replace(/subgroupMatrixMultiplyAccumulate/g, 'emulated_multiply')
    .replace(/subgroupMatrixScalarMultiply/g, 'emulated_scale')
    .replace(/subgroupMatrixStore<row_major>\(&results, /g, 'emulated_store(');
  return `const EMULATED = ${lanes}u;
var<private> emulated_lane: u32;
struct Emulated { source: u32, offset: u32, by_row: u32, by_col: u32 }
fn emulated_at(a: Emulated, row: u32, col: u32) -> f32 {
  let i = a.offset + row * a.by_row + col * a.by_col;
  switch (a.source) {
${arrays.map((name) => `    case ${at(name)}: { return ${name}[i]; }`).join('\n')}
    default: { return 0.0; }
  }
}
fn emulated_multiply(a: Left, b: Right, sum: Result) -> Result {
  var out = sum;
  for (var t = 0u; t < ${(m * n) / lanes}u; t++) {
    let e = emulated_lane % EMULATED + t * EMULATED;
    for (var i = 0u; i < ${k}u; i++) { out[t] += emulated_at(a, e / ${n}u, i) * emulated_at(b, i, e % ${n}u); }
  }
  return out;
}
fn emulated_scale(a: Result, by: f32) -> Result {
  var out = a;
  for (var t = 0u; t < ${(m * n) / lanes}u; t++) { out[t] *= by; }
  return out;
}
fn emulated_store(offset: u32, a: Result, stride: u32) {
  for (var t = 0u; t < ${(m * n) / lanes}u; t++) {
    let e = emulated_lane % EMULATED + t * EMULATED;
    results[offset + e / ${n}u * stride + e % ${n}u] = a[t];
  }
}
fn half(x: f32) -> f32 { return unpack2x16float(pack2x16float(vec2<f32>(x, 0.0))).x; }
${text}`;
}
