/**
 * OnnxGraph -> file: what the reader took apart, put together again, so that graphs can be rewritten and cut in pieces.
 *
 * Large tensors become external data, a file each, which the caller hands to the runtime beside the proto: their bytes are
 * never copied into it. Documentation, value infos and functions that no node calls are left out.
 */
import { dtypeCode } from '../dtypes.ts';
import type { AttributeValue, OnnxGraph, OnnxNode, OnnxValueInfo, TensorRef } from '../types.ts';
import { bytesField, concatenated, floatField, intField, type Pieces } from './proto-writer.ts';

/** A graph with what stands around it in the file. */
export interface WritableModel {
  readonly opsets: ReadonlyMap<string, number>;
  readonly irVersion: number;
  readonly graph: OnnxGraph;
}

export interface WrittenModel {
  readonly proto: Uint8Array<ArrayBuffer>;
  /** Tensors whose bytes belong into files of these names. */
  readonly external: readonly { readonly path: string; readonly tensor: TensorRef }[];
}

/** External data, and initializers that are not also inputs. */
const MIN_IR_VERSION = 8;
/** Up to here a tensor stands in the proto; protobuf ends at 2 GiB, and shape arithmetic must be at hand for inference. */
const MAX_INLINE_BYTES = 1024;

/** AttributeProto.AttributeType */
const ATTRIBUTE_TYPE = {
  float: 1,
  int: 2,
  string: 3,
  tensor: 4,
  graph: 5,
  floats: 6,
  ints: 7,
  strings: 8,
} as const;

/** Reads small tensors only; rejects with what reading them throws. */
export async function writeModel({ opsets, irVersion, graph }: WritableModel): Promise<WrittenModel> {
  const external: WrittenModel['external'][number][] = [];
  const store = (tensor: TensorRef): string => {
    const path = `${external.length}.data`;
    external.push({ path, tensor });
    return path;
  };
  const content = await graphMessage(graph, store);
  const proto = concatenated([
    ...intField(1, Math.max(MIN_IR_VERSION, irVersion)),
    ...bytesField(2, 'soft-prompt-lab'),
    ...bytesField(7, content),
    ...[...opsets].flatMap(([domain, version]) =>
      bytesField(8, [...bytesField(1, domain), ...intField(2, version)]),
    ),
  ]);
  return { proto, external };
}

type Store = (tensor: TensorRef) => string;

async function graphMessage(graph: OnnxGraph, store: Store | undefined): Promise<Pieces> {
  const pieces: Uint8Array[] = [];
  for (const node of graph.nodes) pieces.push(...bytesField(1, await nodeMessage(node)));
  pieces.push(...bytesField(2, 'graph'));
  for (const [name, tensor] of graph.initializers) {
    pieces.push(...bytesField(5, await tensorMessage(name, tensor, store)));
  }
  for (const input of graph.inputs) pieces.push(...bytesField(11, valueMessage(input)));
  for (const output of graph.outputs) pieces.push(...bytesField(12, valueMessage(output)));
  return pieces;
}

async function nodeMessage({ name, op, domain, inputs, outputs, attributes }: OnnxNode): Promise<Pieces> {
  const pieces: Uint8Array[] = [];
  for (const input of inputs) pieces.push(...bytesField(1, input));
  for (const output of outputs) pieces.push(...bytesField(2, output));
  pieces.push(...bytesField(3, name), ...bytesField(4, op));
  for (const [key, value] of attributes) {
    // A kind the reader does not know: a runtime that needs it says so when it loads the node.
    if (value.kind === 'other') continue;
    const content = [...bytesField(1, key), ...(await valueFields(value))];
    pieces.push(...bytesField(5, [...content, ...intField(20, ATTRIBUTE_TYPE[value.kind])]));
  }
  pieces.push(...bytesField(7, domain));
  return pieces;
}

async function valueFields(value: Exclude<AttributeValue, { kind: 'other' }>): Promise<Pieces> {
  switch (value.kind) {
    case 'float':
      return floatField(2, value.value);
    case 'int':
      return intField(3, value.value);
    case 'string':
      return bytesField(4, value.value);
    case 'tensor':
      return bytesField(5, await tensorMessage(value.value.name, value.value, undefined));
    case 'graph':
      return bytesField(6, await graphMessage(value.value, undefined));
    case 'floats':
      return value.value.flatMap((item) => floatField(7, item));
    case 'ints':
      return value.value.flatMap((item) => intField(8, item));
    case 'strings':
      return value.value.flatMap((item) => bytesField(9, item));
  }
}

/** TensorProto; without `store` always with its bytes. */
async function tensorMessage(name: string, tensor: TensorRef, store: Store | undefined): Promise<Pieces> {
  const head = [
    ...tensor.dims.flatMap((dim) => intField(1, dim)),
    ...intField(2, dtypeCode(tensor.dtype)),
    ...bytesField(8, name),
  ];
  if (!store || tensor.byteLength <= MAX_INLINE_BYTES) {
    return [...head, ...bytesField(9, [await tensor.read()])];
  }
  const entries = { location: store(tensor), offset: '0', length: `${tensor.byteLength}` };
  const external = Object.entries(entries).flatMap(([key, value]) =>
    bytesField(13, [...bytesField(1, key), ...bytesField(2, value)]),
  );
  return [...head, ...external, ...intField(14, 1)];
}

/** ValueInfoProto; of unknown type only the name, which runtimes take for outputs of the main graph. */
function valueMessage({ name, dtype, dims }: OnnxValueInfo): Pieces {
  if (dtype === 'unsupported') return bytesField(1, name);
  const shape = dims.flatMap((dim) => {
    if (dim === undefined) return bytesField(1, []);
    return bytesField(1, typeof dim === 'number' ? intField(1, dim) : bytesField(2, dim));
  });
  const type = bytesField(1, [...intField(1, dtypeCode(dtype)), ...bytesField(2, shape)]);
  return [...bytesField(1, name), ...bytesField(2, type)];
}
