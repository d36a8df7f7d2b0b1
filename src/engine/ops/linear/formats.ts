/**
 * How a stored matrix lies in GPU memory and how WGSL decodes it: one loader a MatrixFormat.
 *
 * Bytes stay as the file has them (scales, zero points too); decoding yields f32 and happens in registers. Every loader
 * offers, for `row` relative to the bound chunk and col % 4 == 0, after `w_init(cols)` with the length of a stored row
 * (K for order 'nk', N for 'kn'):
 * - `w4(row, col)`: elements col..col+3; col must be inside the matrix; elements past the row's end are 0;
 * - `load_w4(row, col)`: the same for any col; a col beyond the matrix gives 0.
 * The texts depend on the format alone, not on the matrix's size, so that few pipelines serve a whole model.
 */
import { LabError } from '../../../lib/errors.ts';
import type { MatrixWeight } from '../../graph/program.ts';
import type { WeightLoader } from '../types.ts';
import { blocks } from './format-blocks.ts';
import { bnb4 } from './format-bnb4.ts';
import { floats } from './format-floats.ts';
import { int8 } from './format-int8.ts';
import { qdq4 } from './format-qdq4.ts';
import type { Layout, StoredPart } from './layout.ts';

export interface StoredMatrix {
  readonly rows: number;
  readonly cols: number;
  readonly loader: WeightLoader;
  readonly parts: readonly StoredPart[];
  /** Chunks start at multiples of this many stored rows, so that every part's range starts on a whole element. */
  readonly rowStep: number;
}

/** The storage of a weight. Throws `plan.weight-size` or `plan.weight-dtype` where the tensors do not fit the format. */
export function storeMatrix(weight: MatrixWeight): StoredMatrix {
  const rows = weight.order === 'kn' ? weight.k : weight.n;
  const cols = weight.order === 'kn' ? weight.n : weight.k;
  const layout = layoutOf(weight, rows, cols);
  for (const part of layout.parts) {
    const haveBytes = part.source.byteLength;
    const { offset, length } = part.range(0, rows);
    if (offset + length !== haveBytes) {
      const tensor = part.source instanceof Float32Array ? part.label : part.source.name;
      throw new LabError('plan.weight-size', { tensor, needBytes: offset + length, haveBytes });
    }
  }
  const loader: WeightLoader = {
    key: cols % 4 === 0 ? layout.key : `${layout.key}.ragged`,
    partCount: layout.parts.length,
    wgsl: (first) => `
var<private> W_COLS: u32;
fn w_init(cols: u32) { W_COLS = cols; }
${layout.wgsl((part) => first + part)}
fn load_w4(row: u32, col: u32) -> vec4<f32> {
  if (col >= W_COLS) { return vec4<f32>(0.0); }
  return w4(row, col);
}`,
  };
  return { rows, cols, loader, parts: layout.parts, rowStep: layout.rowStep ?? 64 };
}

function layoutOf(weight: MatrixWeight, rows: number, cols: number): Layout {
  const { format } = weight;
  switch (format.kind) {
    case 'f32':
    case 'f16':
    case 'bf16':
      return floats(weight, format.kind, cols);
    case 'blocks':
      return blocks(weight, format, cols);
    case 'bnb4':
      return bnb4(weight, format, cols);
    case 'int8':
      return int8(weight, format, rows, cols);
    case 'qdq4':
      return qdq4(weight, format, cols);
  }
}
