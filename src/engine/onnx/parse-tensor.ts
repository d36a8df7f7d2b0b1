/**
 * TensorProto -> TensorRef: all ways in which ONNX stores elements become "little-endian bytes as in raw_data".
 *
 * Small inline data is copied, large data is read from the file again when it is needed: nothing keeps the bytes of the whole
 * file alive. Only the typed fields (int32_data …) are repacked. Checks dims against the bytes that are really there and never
 * allocates what a file merely declares. Existence of external files is checked later, for all at once.
 */
import { LabError } from '../../lib/errors.ts';
import { type ElementType, elementType } from './dtypes.ts';
import { type ExternalData, resolveLocation } from './external-data.ts';
import type { ProtoReader } from './proto-reader.ts';
import type { ModelFiles, OnnxDtype, TensorRef } from './types.ts';

/** What parsing one model shares. */
export interface ParseContext {
  readonly file: string;
  readonly files: ModelFiles;
  /** Filled while parsing. */
  readonly externals: ExternalData[];
}

interface RawTensor {
  name: string;
  dims: number[];
  type: number;
  raw: Uint8Array | undefined;
  /** float_data or double_data. */
  readonly fixed: Uint8Array[];
  /** int32_data, int64_data or uint64_data: pairs of 32-bit words. */
  readonly words: number[];
  external: boolean;
  readonly externalData: Map<string, string>;
}

/** Parses one TensorProto; `fallbackName` names it where it has no name of its own (attribute tensors). */
export function parseTensor(reader: ProtoReader, ctx: ParseContext, fallbackName = ''): TensorRef {
  const raw = readFields(reader);
  const type = elementType(raw.type);
  const name = raw.name || fallbackName;
  const byteLength = checkedByteLength(name, raw.dims, type, ctx.file);
  if (raw.external) return externalTensor(raw, name, type, byteLength, ctx);
  if (unreadable(type.dtype)) return refusingTensor(name, raw.dims, type, byteLength, ctx.file);
  const bytes = raw.raw ?? typedBytes(raw, type);
  if (bytes.length !== byteLength) throw sizeError(name, raw.dims, type, byteLength, bytes.length, ctx.file);
  const isView = bytes.buffer === reader.bytes.buffer;
  if (!isView) return inlineTensor(name, type, raw.dims, bytes);
  if (byteLength <= SMALL_BYTES) return inlineTensor(name, type, raw.dims, bytes.slice());
  const offset = bytes.byteOffset - reader.bytes.byteOffset;
  return rangeTensor(name, type, raw.dims, { path: ctx.file, offset, byteLength }, ctx.files);
}

/** Up to here a tensor is shape arithmetic, a norm or a mask, and lives in memory. */
const SMALL_BYTES = 2 ** 16;

/** A tensor whose bytes are read when they are needed. */
function rangeTensor(
  name: string,
  type: ElementType,
  dims: readonly number[],
  { path, offset, byteLength }: Omit<ExternalData, 'tensor'>,
  files: ModelFiles,
): TensorRef {
  return {
    name,
    dtype: type.dtype,
    onnxType: type.name,
    dims,
    byteLength,
    read: () => files.read(path, offset, byteLength),
    readRange: async (start, count) => {
      checkRange(name, start, count, byteLength);
      return files.read(path, offset + start, count);
    },
  };
}

/** A tensor over bytes at hand. `bytes.length` must fit dims and type. */
export function inlineTensor(
  name: string,
  type: ElementType,
  dims: readonly number[],
  bytes: Uint8Array,
): TensorRef {
  return {
    name,
    dtype: type.dtype,
    onnxType: type.name,
    dims,
    byteLength: bytes.length,
    inline: bytes,
    read: async () => bytes,
    readRange: async (offset, length) => {
      checkRange(name, offset, length, bytes.length);
      return bytes.subarray(offset, offset + length);
    },
  };
}

function readFields(reader: ProtoReader): RawTensor {
  const t: RawTensor = {
    name: '',
    dims: [],
    type: 0,
    raw: undefined,
    fixed: [],
    words: [],
    external: false,
    externalData: new Map(),
  };
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 1) reader.ints(t.dims);
    else if (field === 2) t.type = reader.int();
    else if (field === 4) t.fixed.push(reader.fixedBytes(4));
    else if (field === 5 || field === 7 || field === 11) reader.words(t.words);
    else if (field === 8) t.name = reader.string();
    else if (field === 9) t.raw = reader.raw();
    else if (field === 10) t.fixed.push(reader.fixedBytes(8));
    else if (field === 13) readEntry(reader.message(), t.externalData);
    else if (field === 14) t.external = reader.int() === 1;
    else reader.skip();
  }
  return t;
}

function readEntry(reader: ProtoReader, into: Map<string, string>): void {
  let key = '';
  let value = '';
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 1) key = reader.string();
    else if (field === 2) value = reader.string();
    else reader.skip();
  }
  into.set(key, value);
}

function checkedByteLength(name: string, dims: readonly number[], type: ElementType, file: string): number {
  if (dims.some((d) => d < 0)) throw new LabError('onnx.tensor-dims', { file, tensor: name, dims });
  // A zero wins over any overflow of the others.
  const count = dims.includes(0) ? 0 : dims.reduce((product, d) => product * d, 1);
  return Math.ceil((count * type.bits) / 8);
}

function unreadable(dtype: OnnxDtype): boolean {
  return dtype === 'unsupported' || dtype === 'string';
}

/** The typed fields as raw_data would hold them. Sub-byte types come one byte (two or four elements) per int32_data entry. */
function typedBytes(t: RawTensor, type: ElementType): Uint8Array {
  if (type.dtype === 'float32' || type.dtype === 'float64') return concat(t.fixed);
  const width = Math.max(1, type.bits / 8);
  const bytes = new Uint8Array((t.words.length / 2) * width);
  const view = new DataView(bytes.buffer);
  for (let i = 0; 2 * i < t.words.length; i++) {
    const low = t.words[2 * i]!;
    if (width === 1) bytes[i] = low;
    else if (width === 2) view.setUint16(2 * i, low, true);
    else {
      view.setInt32(width * i, low, true);
      if (width === 8) view.setInt32(8 * i + 4, t.words[2 * i + 1]!, true);
    }
  }
  return bytes;
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const bytes = new Uint8Array(chunks.reduce((sum, c) => sum + c.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function externalTensor(
  t: RawTensor,
  name: string,
  type: ElementType,
  byteLength: number,
  ctx: ParseContext,
): TensorRef {
  const location = t.externalData.get('location') ?? '';
  const path = resolveLocation(ctx.file, name, location);
  const offset = externalNumber(t, 'offset', name, ctx.file) ?? 0;
  const length = externalNumber(t, 'length', name, ctx.file);
  if (unreadable(type.dtype)) return refusingTensor(name, t.dims, type, length ?? byteLength, ctx.file);
  if (length !== undefined && length !== byteLength) {
    throw sizeError(name, t.dims, type, byteLength, length, ctx.file);
  }
  ctx.externals.push({ tensor: name, path, offset, byteLength });
  return rangeTensor(name, type, t.dims, { path, offset, byteLength }, ctx.files);
}

function externalNumber(t: RawTensor, key: string, tensor: string, file: string): number | undefined {
  const value = t.externalData.get(key);
  if (value === undefined || value === '') return undefined;
  if (!/^\d{1,15}$/.test(value)) throw new LabError('onnx.external-number', { file, tensor, key, value });
  return Number(value);
}

/** A tensor nobody can use; its place in the graph may still be off the path to the logits, so only reading it fails. */
function refusingTensor(
  name: string,
  dims: readonly number[],
  type: ElementType,
  byteLength: number,
  file: string,
): TensorRef {
  const refuse = async (): Promise<Uint8Array> => {
    throw new LabError('onnx.tensor-dtype', { file, tensor: name, dtype: type.name });
  };
  return { name, dtype: type.dtype, onnxType: type.name, dims, byteLength, read: refuse, readRange: refuse };
}

function sizeError(
  tensor: string,
  dims: readonly number[],
  type: ElementType,
  needed: number,
  found: number,
  file: string,
): LabError {
  return new LabError('onnx.tensor-size', { file, tensor, dims, dtype: type.name, needed, found });
}

function checkRange(tensor: string, offset: number, length: number, byteLength: number): void {
  if (offset < 0 || length < 0 || offset + length > byteLength) {
    throw new RangeError(`bytes ${offset}..${offset + length} of ${tensor}, which has ${byteLength}`);
  }
}
