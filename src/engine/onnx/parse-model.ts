/**
 * ModelProto -> OnnxModel (fields of onnx.proto, IR 13). Reads what the engine uses and skips the rest by length.
 *
 * Says nothing about whether a graph makes sense: that is for graph/prepare.ts.
 */
import { LabError } from '../../lib/errors.ts';
import { elementType } from './dtypes.ts';
import { type ParseContext, parseTensor } from './parse-tensor.ts';
import type { ProtoReader } from './proto-reader.ts';
import type { AttributeValue, OnnxDtype, OnnxGraph, OnnxNode, OnnxValueInfo, TensorRef } from './types.ts';

/** If inside If inside …: real files nest once. */
const MAX_GRAPH_DEPTH = 16;

export interface ParsedModel {
  readonly irVersion: number;
  readonly producer: string;
  readonly opsets: Map<string, number>;
  readonly graph: OnnxGraph | undefined;
  /** 'domain::name' of the functions the file defines for itself. */
  readonly functions: Set<string>;
}

/** Parses the whole model. Throws `onnx.truncated`, `onnx.malformed` and the tensor errors of parse-tensor.ts. */
export function parseModel(reader: ProtoReader, ctx: ParseContext): ParsedModel {
  let irVersion = 0;
  let producer = '';
  let producerVersion = '';
  let graph: OnnxGraph | undefined;
  const opsets = new Map<string, number>();
  const functions = new Set<string>();
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 1) irVersion = reader.int();
    else if (field === 2) producer = reader.string();
    else if (field === 3) producerVersion = reader.string();
    else if (field === 7) graph = parseGraph(reader.message(), ctx, 0);
    else if (field === 8) {
      const { domain, version } = parseOpset(reader.message());
      opsets.set(domain, Math.max(version, opsets.get(domain) ?? 0));
    } else if (field === 25) functions.add(parseFunctionName(reader.message()));
    else reader.skip();
  }
  return { irVersion, producer: [producer, producerVersion].join(' ').trim(), opsets, graph, functions };
}

/** 'ai.onnx' is another spelling of the default domain ''. */
function normalDomain(domain: string): string {
  return domain === 'ai.onnx' ? '' : domain;
}

function parseOpset(reader: ProtoReader): { domain: string; version: number } {
  let domain = '';
  let version = 0;
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 1) domain = normalDomain(reader.string());
    else if (field === 2) version = reader.int();
    else reader.skip();
  }
  return { domain, version };
}

function parseFunctionName(reader: ProtoReader): string {
  let domain = '';
  let name = '';
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 1) name = reader.string();
    else if (field === 10) domain = normalDomain(reader.string());
    else reader.skip();
  }
  return `${domain}::${name}`;
}

function parseGraph(reader: ProtoReader, ctx: ParseContext, depth: number): OnnxGraph {
  if (depth > MAX_GRAPH_DEPTH) throw reader.malformed();
  const nodes: OnnxNode[] = [];
  const initializers = new Map<string, TensorRef>();
  const inputs: OnnxValueInfo[] = [];
  const outputs: OnnxValueInfo[] = [];
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 1) nodes.push(parseNode(reader.message(), ctx, depth));
    else if (field === 5) {
      const tensor = parseTensor(reader.message(), ctx);
      initializers.set(tensor.name, tensor);
    } else if (field === 11) inputs.push(parseValueInfo(reader.message()));
    else if (field === 12) outputs.push(parseValueInfo(reader.message()));
    else if (field === 15) throw new LabError('onnx.sparse-tensor', { file: ctx.file });
    else reader.skip();
  }
  // IR < 4 lists every initializer as an input, too; later files may do so for overridable defaults.
  return { nodes, initializers, inputs: inputs.filter((i) => !initializers.has(i.name)), outputs };
}

function parseNode(reader: ProtoReader, ctx: ParseContext, depth: number): OnnxNode {
  let name = '';
  let op = '';
  let domain = '';
  const inputs: string[] = [];
  const outputs: string[] = [];
  const attributes = new Map<string, AttributeValue>();
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 1) inputs.push(reader.string());
    else if (field === 2) outputs.push(reader.string());
    else if (field === 3) name = reader.string();
    else if (field === 4) op = reader.string();
    else if (field === 5) {
      const [key, value] = parseAttribute(reader.message(), ctx, depth, outputs[0] ?? name);
      attributes.set(key, value);
    } else if (field === 7) domain = normalDomain(reader.string());
    else reader.skip();
  }
  return { name, op, domain, inputs, outputs, attributes };
}

function parseAttribute(
  reader: ProtoReader,
  ctx: ParseContext,
  depth: number,
  owner: string,
): [string, AttributeValue] {
  let name = '';
  let type = 0;
  let float = 0;
  let int = 0;
  let string = '';
  let tensor: TensorRef | undefined;
  let graph: OnnxGraph | undefined;
  const floats: number[] = [];
  const ints: number[] = [];
  const strings: string[] = [];
  const seen: number[] = [];
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    const kind = KIND_OF_FIELD.get(field);
    if (kind !== undefined) seen.push(kind);
    if (field === 1) name = reader.string();
    else if (field === 2) float = reader.float();
    else if (field === 3) int = reader.int();
    else if (field === 4) string = reader.string();
    else if (field === 5) tensor = parseTensor(reader.message(), ctx, owner);
    else if (field === 6) graph = parseGraph(reader.message(), ctx, depth + 1);
    else if (field === 7) reader.floats(floats);
    else if (field === 8) reader.ints(ints);
    else if (field === 9) strings.push(reader.string());
    else if (field === 20) type = reader.int();
    else reader.skip();
  }
  return [name, attributeValue(type || (seen[0] ?? 0))];

  function attributeValue(kind: number): AttributeValue {
    if (kind === 1) return { kind: 'float', value: float };
    if (kind === 2) return { kind: 'int', value: int };
    if (kind === 3) return { kind: 'string', value: string };
    if (kind === 4 && tensor) return { kind: 'tensor', value: tensor };
    if (kind === 5 && graph) return { kind: 'graph', value: graph };
    if (kind === 6) return { kind: 'floats', value: floats };
    if (kind === 7) return { kind: 'ints', value: ints };
    if (kind === 8) return { kind: 'strings', value: strings };
    return { kind: 'other', value: `attribute type ${kind}` };
  }
}

/** Field number -> AttributeType, for files older than the `type` field. */
const KIND_OF_FIELD = new Map([
  [2, 1],
  [3, 2],
  [4, 3],
  [5, 4],
  [6, 5],
  [7, 6],
  [8, 7],
  [9, 8],
]);

function parseValueInfo(reader: ProtoReader): OnnxValueInfo {
  let name = '';
  let type: { dtype: OnnxDtype; dims: OnnxValueInfo['dims'] } = { dtype: 'unsupported', dims: [] };
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 1) name = reader.string();
    else if (field === 2) type = parseType(reader.message());
    else reader.skip();
  }
  return { name, ...type };
}

function parseType(reader: ProtoReader): { dtype: OnnxDtype; dims: OnnxValueInfo['dims'] } {
  let dtype: OnnxDtype = 'unsupported';
  let dims: OnnxValueInfo['dims'] = [];
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field !== 1) {
      reader.skip();
      continue;
    }
    const tensor = reader.message();
    for (let inner = tensor.field(); inner !== 0; inner = tensor.field()) {
      if (inner === 1) dtype = elementType(tensor.int()).dtype;
      else if (inner === 2) dims = parseShape(tensor.message());
      else tensor.skip();
    }
  }
  return { dtype, dims };
}

function parseShape(reader: ProtoReader): (number | string | undefined)[] {
  const dims: (number | string | undefined)[] = [];
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field !== 1) {
      reader.skip();
      continue;
    }
    let dim: number | string | undefined;
    const message = reader.message();
    for (let inner = message.field(); inner !== 0; inner = message.field()) {
      if (inner === 1) dim = message.int();
      else if (inner === 2) dim = dimName(message.string());
      else message.skip();
    }
    dims.push(dim);
  }
  return dims;
}

/** Some exporters write fixed sizes as names. */
function dimName(name: string): number | string | undefined {
  return /^\d+$/.test(name) ? Number(name) : name || undefined;
}
