/**
 * Where inputs_embeds enters: after the lookup of input_ids in a table, and after a constant factor that follows it.
 */
import { LabError } from '../../../lib/errors.ts';
import type { OnnxNode } from '../../onnx/types.ts';
import type { MatrixWeight } from '../program.ts';
import { intAttr, type Lowering } from './lowering.ts';
import { typedBlocks } from './typed-blocks.ts';
import type { EmbeddingTable } from './types.ts';
import { checkOrder, find } from './weights.ts';

export interface EmbeddingCut {
  /** ONNX value that inputs_embeds replaces. */
  readonly value: string;
  readonly scale: number;
  readonly table: MatrixWeight;
  /** Whether batch and tokens are still one flattened axis there (GPT-2). */
  readonly flattened: boolean;
  readonly hiddenSize: number;
  /** Where integer products read the rows before they are dequantised (no norm before the first layer): that value. */
  readonly integers?: { readonly value: string; readonly scale: string; readonly zeroPoint: string };
}

/** What may read looked-up integers as they are. */
const INTEGER_PRODUCTS = new Set(['MatMulInteger', 'MatMulIntegerToFloat']);

const INDEX_OPS = new Set(['Reshape', 'Flatten', 'Unsqueeze', 'Squeeze', 'Cast', 'Identity']);

/** `given`: the table of a graph that takes inputs_embeds; without one such a graph throws `graph.embeddings-missing`. */
export async function findCut(L: Lowering, given?: EmbeddingTable): Promise<EmbeddingCut> {
  if (L.graph.inputs.some((input) => input.name === 'inputs_embeds')) {
    if (!given) throw new LabError('graph.embeddings-missing', { file: L.model.path });
    const { weight, scale } = given;
    return { value: 'inputs_embeds', scale, table: weight, flattened: false, hiddenSize: weight.k };
  }
  const ids = new Map<string, boolean>([['input_ids', false]]);
  for (const node of L.graph.nodes) {
    const source = ids.get(node.inputs[0] ?? '');
    if (source !== undefined && INDEX_OPS.has(node.op) && node.outputs[0]) {
      ids.set(node.outputs[0], source || node.op === 'Reshape' || node.op === 'Flatten');
    }
    if ((node.op === 'Gather' || node.op === 'GatherBlockQuantized') && ids.has(node.inputs[1] ?? '')) {
      const found = await lookup(L, node);
      if (found) return afterScale(L, node.outputs[0]!, found, await isFlat(L, node, node.inputs[1]!, ids));
    }
  }
  throw new LabError('graph.not-causal-lm', {
    file: L.model.path,
    missing: 'a lookup of input_ids in an embedding table',
  });
}

/** GPT-2 reshapes ids to [-1, tokens]: only a real loss of the batch axis counts as flattened. */
async function isFlat(
  L: Lowering,
  node: OnnxNode,
  name: string,
  ids: ReadonlyMap<string, boolean>,
): Promise<boolean> {
  if (!ids.get(name)) return false;
  const { batch, tokens } = L.probe;
  const { dims } = await L.constant(name);
  const flat = dims.length === 1;
  if (`${dims}` !== (flat ? `${batch * tokens}` : `${[batch, tokens]}`))
    throw L.unsupported(node, `lookup of ids [${dims}] for a batch of [${batch}, ${tokens}]`);
  return flat;
}

async function lookup(L: Lowering, node: OnnxNode): Promise<MatrixWeight | undefined> {
  if (node.op === 'GatherBlockQuantized') return blockQuantised(L, node);
  const stored = await find(L, node.inputs[0]!).catch((error: unknown) => {
    // Integer tables are dequantised after the lookup; their storage is read there.
    if (error instanceof LabError && error.code === 'graph.weight-type') return undefined;
    throw error;
  });
  if (stored) {
    const [vocab, hidden] = stored.transposed ? [stored.cols, stored.rows] : [stored.rows, stored.cols];
    checkOrder(L, stored, stored.transposed ? 'kn' : 'nk');
    return {
      name: stored.name,
      k: hidden,
      n: vocab,
      order: stored.transposed ? 'kn' : 'nk',
      format: stored.format,
      data: stored.ref,
    };
  }
  const ref = L.graph.initializers.get(node.inputs[0]!);
  if (ref?.dims.length !== 2 || (ref.dtype !== 'uint8' && ref.dtype !== 'int8')) return undefined;
  const dequantize = consumersOf(L, node.outputs[0]!).find((n) => n.op === 'DequantizeLinear');
  if (!dequantize) return undefined;
  const vector = async (name: string | undefined): Promise<Float32Array> =>
    name ? Float32Array.from((await L.constant(name)).data) : new Float32Array(1);
  const [scales, zeroPoints] = [await vector(dequantize.inputs[1]), await vector(dequantize.inputs[2])];
  // Several scales would run along the features of the looked-up rows.
  if (scales.length !== 1)
    throw new LabError('graph.weight-type', {
      tensor: ref.name,
      type: `${ref.dtype}, ${scales.length} scales`,
      file: L.model.path,
    });
  return {
    name: ref.name,
    k: ref.dims[1]!,
    n: ref.dims[0]!,
    order: 'nk',
    format: { kind: 'int8', signed: ref.dtype === 'int8', scales, zeroPoints },
    data: ref,
  };
}

async function blockQuantised(L: Lowering, node: OnnxNode): Promise<MatrixWeight | undefined> {
  const data = baseInitializer(L, node.inputs[0]!);
  const scales = baseInitializer(L, node.inputs[2]!);
  const zeroPoints = node.inputs[3] ? baseInitializer(L, node.inputs[3]) : undefined;
  if (!data || !scales) return undefined;
  const bits = intAttr(node, 'bits', 4);
  const block = intAttr(node, 'block_size', 128);
  const axes = [intAttr(node, 'gather_axis', 0), intAttr(node, 'quantize_axis', 1)];
  const typed = data.dtype === 'int4' || data.dtype === 'uint4';
  if (axes[0] !== 0 || axes[1] !== 1) throw L.unsupported(node, `axes ${axes}`);
  if (typed && bits === 4 && data.dims.length === 2 && data.dims[1]! % 2 === 0) {
    const [vocab, hidden] = data.dims as [number, number];
    const stored = await typedBlocks(data, block, scales, zeroPoints);
    return { name: data.name, k: hidden, n: vocab, order: 'nk', ...stored };
  }
  if (data.dtype !== 'uint8' || (bits !== 2 && bits !== 4 && bits !== 8))
    throw new LabError('graph.weight-type', {
      tensor: data.name,
      type: `${data.dtype}, ${bits} bits`,
      file: L.model.path,
    });
  const total = data.dims.reduce((a, b) => a * b, 1);
  const wanted = (await shapeOfConstant(L, node.inputs[0]!, data.dims)) ?? data.dims;
  const vocab = wanted[0]!;
  return {
    name: data.name,
    k: ((total / vocab) * 8) / bits,
    n: vocab,
    order: 'nk',
    format: { kind: 'blocks', bits, block, scales, ...(zeroPoints ? { zeroPoints } : {}) },
    data,
  };
}

/** Shape after a Reshape of an initializer (tied int4 heads). */
async function shapeOfConstant(
  L: Lowering,
  name: string,
  dims: readonly number[],
): Promise<readonly number[] | undefined> {
  const producer = L.graph.producers.get(name);
  const node = producer === undefined ? undefined : L.graph.nodes[producer];
  if (node?.op !== 'Reshape') return dims;
  const wanted = await L.integers(node.inputs[1]!);
  const total = dims.reduce((a, b) => a * b, 1);
  const known = wanted.reduce((a, b) => (b === -1 ? a : a * b), 1);
  return wanted.map((d) => (d === -1 ? total / known : d));
}

function baseInitializer(L: Lowering, name: string) {
  let current = name;
  for (;;) {
    const ref = L.graph.initializers.get(current);
    if (ref) return ref;
    const producer = L.graph.producers.get(current);
    const node = producer === undefined ? undefined : L.graph.nodes[producer];
    if (node?.op !== 'Reshape' && node?.op !== 'Identity') return undefined;
    current = node.inputs[0]!;
  }
}

function consumersOf(L: Lowering, name: string): OnnxNode[] {
  return (L.graph.consumers.get(name) ?? [])
    .map((i) => L.graph.nodes[i]!)
    .filter((node) => node.op !== 'Shape');
}

/** Follows DequantizeLinear, Cast and one multiplication by a number, as long as nothing else reads the value. */
async function afterScale(
  L: Lowering,
  start: string,
  table: MatrixWeight,
  flattened: boolean,
): Promise<EmbeddingCut> {
  let value = start;
  let scale = 1;
  for (;;) {
    const consumers = consumersOf(L, value);
    const dequantize = consumers.find((node) => node.op === 'DequantizeLinear');
    const others = consumers.filter((node) => node !== dequantize);
    if (dequantize && others.length > 0 && others.every((node) => INTEGER_PRODUCTS.has(node.op))) {
      const [, factor = '', zeroPoint = ''] = dequantize.inputs;
      const integers = { value, scale: factor, zeroPoint };
      return { value: dequantize.outputs[0]!, scale, table, flattened, hiddenSize: table.k, integers };
    }
    const [only] = consumers;
    if (consumers.length !== 1 || !only) break;
    if (only.op === 'DequantizeLinear') {
      value = only.outputs[0]!;
    } else if (only.op === 'Mul' && scale === 1) {
      const other = only.inputs[0] === value ? only.inputs[1] : only.inputs[0];
      const factor = await constantScalar(L, other);
      if (factor === undefined) break;
      scale = factor;
      value = only.outputs[0]!;
    } else if (only.op === 'Cast' && (await leadsToScale(L, only))) {
      value = only.outputs[0]!;
    } else {
      break;
    }
  }
  return { value, scale, table, flattened, hiddenSize: table.k };
}

async function leadsToScale(L: Lowering, cast: OnnxNode): Promise<boolean> {
  const [only, ...others] = consumersOf(L, cast.outputs[0]!);
  if (!only || others.length > 0 || only.op !== 'Mul') return false;
  const other = only.inputs[0] === cast.outputs[0] ? only.inputs[1] : only.inputs[0];
  return (await constantScalar(L, other)) !== undefined;
}

async function constantScalar(L: Lowering, name: string | undefined): Promise<number | undefined> {
  if (!name) return undefined;
  try {
    return await L.scalar(name);
  } catch (error) {
    if (error instanceof LabError && error.code === 'graph.not-constant') return undefined;
    throw error;
  }
}
