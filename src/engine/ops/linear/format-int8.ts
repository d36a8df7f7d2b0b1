/**
 * One byte a weight (dynamic quantisation): w = (q - zero point) * scale, per tensor or per output column.
 */
import { LabError } from '../../../lib/errors.ts';
import type { MatrixFormat, MatrixWeight } from '../../graph/program.ts';
import { declare, elementwise, type Layout, rowPart, type StoredPart } from './layout.ts';

type Format = Extract<MatrixFormat, { kind: 'int8' }>;

export function int8(weight: MatrixWeight, format: Format, rows: number, cols: number): Layout {
  const { scales, zeroPoints, signed } = format;
  const outputs = weight.order === 'kn' ? cols : rows;
  /** Where the factor of an element lies: one for all, one a stored column, one a stored row. */
  const along = (values: Float32Array): '0u' | 'col' | 'row' => {
    if (values.length === 1) return '0u';
    if (values.length !== outputs) {
      const sizes = { needBytes: outputs * 4, haveBytes: values.byteLength };
      throw new LabError('plan.weight-size', { tensor: weight.name, ...sizes });
    }
    return weight.order === 'kn' ? 'col' : 'row';
  };
  const part = (label: string, values: Float32Array): StoredPart => ({
    label: `${weight.name} ${label}`,
    source: values,
    range: (first, count) =>
      along(values) === 'row'
        ? { offset: first * 4, length: count * 4 }
        : { offset: 0, length: values.byteLength },
  });
  const four = (name: string, values: Float32Array): string =>
    along(values) === 'col'
      ? `vec4<f32>(${name}[col], ${name}[col + 1u], ${name}[col + 2u], ${name}[col + 3u])`
      : `${name}[${along(values)}]`;
  const quads = `fn w4(row: u32, col: u32) -> vec4<f32> {
  let word = w_data[(row * W_COLS + col) >> 2u];
  let q = ${
    signed
      ? 'vec4<f32>((vec4<i32>(bitcast<i32>(word)) << vec4<u32>(24u, 16u, 8u, 0u)) >> vec4<u32>(24u))'
      : 'vec4<f32>((vec4<u32>(word) >> vec4<u32>(0u, 8u, 16u, 24u)) & vec4<u32>(255u))'
  };
  return (q - ${four('w_zeros', zeroPoints)}) * ${four('w_scales', scales)};
}`;
  const single = `fn w1(row: u32, col: u32) -> f32 {
  let i = row * W_COLS + col;
  let byte = w_data[i >> 2u] >> ((i & 3u) << 3u);
  let q = ${signed ? 'f32(bitcast<i32>(byte << 24u) >> 24u)' : 'f32(byte & 255u)'};
  return (q - w_zeros[${along(zeroPoints)}]) * w_scales[${along(scales)}];
}`;
  return {
    key: `${signed ? 'i8' : 'u8'}.${along(scales)}.${along(zeroPoints)}`.replaceAll('0u', 'tensor'),
    parts: [rowPart(weight.name, weight.data, cols), part('scales', scales), part('zero points', zeroPoints)],
    wgsl: (at) => `${declare(at(0), 'w_data', 'u32')}
${declare(at(1), 'w_scales', 'f32')}
${declare(at(2), 'w_zeros', 'f32')}
${cols % 4 === 0 ? quads : `${single}${elementwise}`}`,
  };
}
