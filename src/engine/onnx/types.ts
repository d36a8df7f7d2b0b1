/**
 * What an ONNX file is to the rest of the engine: names, attributes, and tensors that know where their bytes are.
 *
 * Nothing here materialises a weight: `TensorRef.read` fetches bytes when somebody needs them.
 */

export type OnnxDtype =
  | 'float32'
  | 'float16'
  | 'bfloat16'
  | 'float64'
  | 'int64'
  | 'int32'
  | 'int16'
  | 'int8'
  | 'uint64'
  | 'uint32'
  | 'uint16'
  | 'uint8'
  | 'bool'
  | 'int4'
  | 'uint4'
  | 'int2'
  | 'uint2'
  | 'string'
  | 'unsupported';

/** Random access to the files of one model folder; paths are relative to it ('onnx/model.onnx'). */
export interface ModelFiles {
  /** Size in bytes, or undefined where there is no such file. */
  size(path: string): Promise<number | undefined>;
  /** Exactly `length` bytes from `offset`; rejects with a LabError when the file is shorter or unreadable. */
  read(path: string, offset: number, length: number): Promise<Uint8Array>;
}

/** A constant tensor of the file: little-endian element bytes as in `raw_data`, sub-byte types packed low bits first. */
export interface TensorRef {
  readonly name: string;
  readonly dtype: OnnxDtype;
  readonly dims: readonly number[];
  readonly byteLength: number;
  /** ONNX name of the element type, also where dtype is 'unsupported' (e.g. 'float8e4m3fn'); for messages. */
  readonly onnxType?: string;
  /** The bytes of a small tensor that lies in the .onnx file itself; absent for large, external and unreadable ones. */
  readonly inline?: Uint8Array;
  /** The bytes (maybe unaligned: copy before viewing as another type); large and external ones are read from the file. */
  read(): Promise<Uint8Array>;
  /** Part of the bytes, so that a large tensor can be streamed to the GPU. */
  readRange(offset: number, length: number): Promise<Uint8Array>;
}

export type AttributeValue =
  | { readonly kind: 'int'; readonly value: number }
  | { readonly kind: 'ints'; readonly value: readonly number[] }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'floats'; readonly value: readonly number[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'strings'; readonly value: readonly string[] }
  | { readonly kind: 'tensor'; readonly value: TensorRef }
  | { readonly kind: 'graph'; readonly value: OnnxGraph }
  | { readonly kind: 'other'; readonly value: string };

export interface OnnxNode {
  readonly name: string;
  readonly op: string;
  /** '' for the standard domain ("ai.onnx" is normalised to ''). */
  readonly domain: string;
  /** '' marks an absent optional input or output. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: ReadonlyMap<string, AttributeValue>;
}

export interface OnnxValueInfo {
  readonly name: string;
  readonly dtype: OnnxDtype;
  /** Numbers, symbolic names, or undefined where unknown. */
  readonly dims: readonly (number | string | undefined)[];
}

export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  readonly initializers: ReadonlyMap<string, TensorRef>;
  /** Graph inputs without those that initializers supply. */
  readonly inputs: readonly OnnxValueInfo[];
  readonly outputs: readonly OnnxValueInfo[];
}

export interface OnnxModel {
  readonly path: string;
  readonly irVersion: number;
  readonly producer: string;
  readonly opsets: ReadonlyMap<string, number>;
  readonly graph: OnnxGraph;
  /** Bytes of the proto and of all external files it names. */
  readonly fileBytes: number;
}
