/**
 * f32, f16 and bf16 matrices: a row of the file is a row of the buffer; halves stay two to a word.
 */
import type { MatrixWeight } from '../../graph/program.ts';
import {
  elementwise,
  type FloatKind,
  floatArray,
  floatBytes,
  floatQuads,
  type Layout,
  rowPart,
} from './layout.ts';

export function floats(weight: MatrixWeight, kind: FloatKind, cols: number): Layout {
  return {
    key: kind,
    parts: [rowPart(weight.name, weight.data, cols * floatBytes[kind])],
    wgsl: (at) =>
      cols % 4 === 0
        ? `${floatQuads(at(0), 'w_data', kind)}
fn w4(row: u32, col: u32) -> vec4<f32> { return w_data_quad(row * W_COLS + col); }`
        : `${floatArray(at(0), 'w_data', kind)}
fn w1(row: u32, col: u32) -> f32 { return w_data_at(row * W_COLS + col); }
${elementwise}`,
  };
}
