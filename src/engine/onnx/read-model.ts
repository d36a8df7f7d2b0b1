/**
 * Opens an ONNX file: bytes -> OnnxModel, with every complaint about the file itself made here, before anything is computed.
 *
 * The .onnx file is read once, without its weights where it is large, and not kept: large tensors are read again by range.
 * External files are only measured.
 */
import { LabError } from '../../lib/errors.ts';
import { compactProto } from './compact-proto.ts';
import { checkExternalFiles } from './external-data.ts';
import { checkMagic } from './magic.ts';
import { type ParsedModel, parseModel } from './parse-model.ts';
import type { ParseContext } from './parse-tensor.ts';
import { ProtoReader } from './proto-reader.ts';
import type { ModelFiles, OnnxGraph, OnnxModel } from './types.ts';

/** Oldest and newest version of the default operator set whose semantics the engine implements. */
export const MIN_OPSET = 11;
export const MAX_OPSET = 25;

/** What tells other formats from ONNX. */
const MAGIC_BYTES = 512;
/** Larger files are not held in memory as a whole. */
const MAX_WHOLE_BYTES = 2 ** 26;
/** Names that mean the file itself when they stand as a location of external data. */
const PLAIN_NAME = /^[\w.-]+$/;

/** Protobuf's own limit: messages are smaller than 2 GiB. */
const MAX_PROTO_BYTES = 2 ** 31 - 1;

/**
 * Reads the model at `path`. Throws LabErrors `onnx.*`: what else the file is (empty, html, git-lfs-pointer, gguf, other-format),
 * how it is damaged (truncated, malformed, tensor-size, tensor-dims, external-*), or what in it is not supported (opset-*,
 * functions, sparse-tensor).
 */
export async function readModel(files: ModelFiles, path: string): Promise<OnnxModel> {
  const size = await files.size(path);
  if (size === undefined) throw new LabError('onnx.file-missing', { file: path });
  if (size > MAX_PROTO_BYTES) {
    checkMagic(await files.read(path, 0, MAGIC_BYTES), size, path);
    throw new LabError('onnx.too-large', { file: path, bytes: size });
  }
  checkMagic(await files.read(path, 0, Math.min(size, MAGIC_BYTES)), size, path);
  const bytes = await protoBytes(files, path, size);
  const ctx: ParseContext = { file: path, files, externals: [] };
  const parsed = parse(bytes, ctx);
  if (!parsed.graph) throw new LabError('onnx.no-graph', { file: path });
  checkOpset(parsed.opsets.get('') ?? 1, path);
  checkFunctions(parsed.graph, parsed.functions, path);
  const externalBytes = await checkExternalFiles(files, path, ctx.externals);
  return {
    path,
    irVersion: parsed.irVersion,
    producer: parsed.producer,
    opsets: parsed.opsets,
    graph: parsed.graph,
    fileBytes: size + externalBytes,
  };
}

/** The file, or what stands for it where it is large. */
async function protoBytes(files: ModelFiles, path: string, size: number): Promise<Uint8Array> {
  if (size === 0) return new Uint8Array();
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (size <= MAX_WHOLE_BYTES || !PLAIN_NAME.test(name)) return files.read(path, 0, size);
  return compactProto(files, path, size);
}

function parse(bytes: Uint8Array, ctx: ParseContext): ParsedModel {
  try {
    return parseModel(new ProtoReader(bytes, ctx.file), ctx);
  } catch (error) {
    // Every exporter writes ir_version (field 1, varint) first: without it, a parse error means "something else entirely".
    if (error instanceof LabError && bytes[0] !== 0x08) {
      throw new LabError('onnx.not-onnx', { file: ctx.file }, { cause: error });
    }
    throw error;
  }
}

function checkOpset(opset: number, file: string): void {
  if (opset > MAX_OPSET) throw new LabError('onnx.opset-too-new', { file, opset, max: MAX_OPSET });
  if (opset < MIN_OPSET) throw new LabError('onnx.opset-too-old', { file, opset, min: MIN_OPSET });
}

/**
 * Functions that no node calls do no harm, nor do bodies that files bring along for onnxruntime's own operators (mobius):
 * those are known by name.
 */
function checkFunctions(graph: OnnxGraph, functions: ReadonlySet<string>, file: string): void {
  if (functions.size === 0) return;
  for (const node of graph.nodes) {
    const called = `${node.domain}::${node.op}`;
    if (node.domain !== 'com.microsoft' && functions.has(called)) {
      throw new LabError('onnx.functions', {
        file,
        function: called,
        node: node.name || (node.outputs[0] ?? ''),
      });
    }
    for (const attribute of node.attributes.values()) {
      if (attribute.kind === 'graph') checkFunctions(attribute.value, functions, file);
    }
  }
}
