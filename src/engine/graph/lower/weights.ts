/**
 * From an ONNX value that only depends on initializers to a packed matrix: through Transpose, Cast, Reshape and
 * DequantizeLinear, so that the stored bytes go to the GPU as they are.
 */
import { LabError } from '../../../lib/errors.ts';
import type { OnnxNode, TensorRef } from '../../onnx/types.ts';
import type { MatrixFormat, MatrixWeight } from '../program.ts';
import { intAttr, type Lowering } from './lowering.ts';
import { typedBlocks } from './typed-blocks.ts';

export interface Stored {
  readonly name: string;
  readonly ref: TensorRef;
  /** Rows and columns as stored. */
  readonly rows: number;
  readonly cols: number;
  readonly transposed: boolean;
  readonly format: MatrixFormat;
  /** Stored axis along which int8 scales run, where there are several. */
  readonly scaleAxis?: number;
}

const FLOAT_FORMATS: Partial<Record<TensorRef['dtype'], MatrixFormat>> = {
  float32: { kind: 'f32' },
  float16: { kind: 'f16' },
  bfloat16: { kind: 'bf16' },
};

/**
 * The matrix behind `name` seen as [K, N] (transposed: as [N, K]); undefined where it is no stored matrix.
 * Throws `graph.weight-type` naming tensor and type for storage the engine does not read.
 */
export async function matrixWeight(
  L: Lowering,
  name: string,
  transposed = false,
): Promise<MatrixWeight | undefined> {
  const stored = await find(L, name);
  if (!stored) return undefined;
  // Stored rows run along K unless exactly one transposition lies between storage and use.
  const order = stored.transposed !== transposed ? 'nk' : 'kn';
  const [k, n] = order === 'kn' ? [stored.rows, stored.cols] : [stored.cols, stored.rows];
  checkOrder(L, stored, order);
  return { name: stored.name, k, n, order, format: stored.format, data: stored.ref };
}

/** The formats have scales per output and blocks along K; another direction would give other numbers. Throws `graph.weight-type`. */
export function checkOrder(L: Lowering, stored: Stored, order: MatrixWeight['order']): void {
  const wrongScales = stored.scaleAxis !== undefined && stored.scaleAxis !== (order === 'kn' ? 1 : 0);
  const wrongBlocks = stored.format.kind === 'blocks' && order === 'kn';
  if (!wrongScales && !wrongBlocks) return;
  const type = `${stored.ref.dtype}, scaled along its inputs`;
  throw new LabError('graph.weight-type', { tensor: stored.name, type, file: L.model.path });
}

export async function find(L: Lowering, name: string): Promise<Stored | undefined> {
  const ref = L.graph.initializers.get(name);
  if (ref) return fromInitializer(L, ref);
  const producer = L.graph.producers.get(name);
  const node = producer === undefined ? undefined : L.graph.nodes[producer];
  if (!node) return undefined;
  if (node.op === 'Cast' || node.op === 'Identity') return find(L, node.inputs[0]!);
  if (node.op === 'Transpose') {
    const inner = await find(L, node.inputs[0]!);
    const perm = node.attributes.get('perm');
    const swaps = perm?.kind !== 'ints' || (perm.value.length === 2 && perm.value[0] === 1);
    return inner && swaps ? { ...inner, transposed: !inner.transposed } : inner;
  }
  if (node.op === 'Reshape' || node.op === 'Squeeze' || node.op === 'Unsqueeze') return reshaped(L, node);
  if (node.op === 'DequantizeLinear') return dequantised(L, node);
  return undefined;
}

function fromInitializer(L: Lowering, ref: TensorRef): Stored | undefined {
  const dims = ref.dims.filter((d, i) => d !== 1 || ref.dims.length - i <= 2);
  if (dims.length !== 2) return undefined;
  const format = FLOAT_FORMATS[ref.dtype];
  if (!format)
    throw new LabError('graph.weight-type', { tensor: ref.name, type: ref.dtype, file: L.model.path });
  return { name: ref.name, ref, rows: dims[0]!, cols: dims[1]!, transposed: false, format };
}

/** Reshape to two axes of what is stored in another grouping of the same order. */
async function reshaped(L: Lowering, node: OnnxNode): Promise<Stored | undefined> {
  const ref = L.graph.initializers.get(node.inputs[0]!);
  const format = ref && FLOAT_FORMATS[ref.dtype];
  if (!ref || !format || node.op !== 'Reshape') return find(L, node.inputs[0]!);
  const total = ref.dims.reduce((a, b) => a * b, 1);
  const wanted = await L.integers(node.inputs[1]!);
  if (wanted.length !== 2) return undefined;
  const known = wanted.find((d) => d > 0)!;
  const [rows, cols] = wanted.map((d) => (d === -1 ? total / known : d)) as [number, number];
  return { name: ref.name, ref, rows, cols, transposed: false, format };
}

async function dequantised(L: Lowering, node: OnnxNode): Promise<Stored | undefined> {
  const ref = L.graph.initializers.get(node.inputs[0]!);
  if (ref?.dims.length !== 2) return undefined;
  const [rows, cols] = ref.dims as [number, number];
  const scaleRef = L.graph.initializers.get(node.inputs[1]!);
  const axis = intAttr(node, 'axis', 1);
  const block = intAttr(node, 'block_size', 0);
  const base = { name: ref.name, ref, rows, cols, transposed: false };
  if ((ref.dtype === 'int4' || ref.dtype === 'uint4') && scaleRef && block > 0 && axis === 0) {
    const zero = node.inputs[2] ? L.graph.initializers.get(node.inputs[2]) : undefined;
    return {
      ...base,
      format: {
        kind: 'qdq4',
        signed: ref.dtype === 'int4',
        block,
        scales: scaleRef,
        ...(zero ? { zeroPoints: zero } : {}),
      },
    };
  }
  const alongRows = axis === 1 || axis === -1;
  if (
    (ref.dtype === 'int4' || ref.dtype === 'uint4') &&
    scaleRef &&
    alongRows &&
    block > 0 &&
    cols % 2 === 0
  ) {
    const zero = node.inputs[2] ? L.graph.initializers.get(node.inputs[2]) : undefined;
    const { data, format } = await typedBlocks(ref, block, scaleRef, zero);
    return { ...base, ref: data, format };
  }
  if ((ref.dtype === 'int8' || ref.dtype === 'uint8') && block === 0) {
    const format = await int8Format(L, ref, node.inputs[1]!, node.inputs[2]);
    const several = format.kind === 'int8' && format.scales.length > 1;
    return { ...base, format, ...(several ? { scaleAxis: axis < 0 ? axis + 2 : axis } : {}) };
  }
  throw new LabError('graph.weight-type', {
    tensor: ref.name,
    type: `${ref.dtype} (block ${block}, axis ${axis})`,
    file: L.model.path,
  });
}

/** One byte a weight with scales per tensor or per column; `zero` '' or absent: no zero point. */
export async function int8Format(
  L: Lowering,
  ref: TensorRef,
  scale: string | Float32Array,
  zero: string | undefined,
): Promise<MatrixFormat> {
  const scales = typeof scale === 'string' ? Float32Array.from((await L.constant(scale)).data) : scale;
  const zeroPoints = zero ? Float32Array.from((await L.constant(zero)).data) : new Float32Array(1);
  return { kind: 'int8', signed: ref.dtype === 'int8', scales, zeroPoints };
}
