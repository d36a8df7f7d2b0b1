/**
 * A large .onnx file without its large weights: the proto as it would be if they were external data, in the file itself.
 *
 * Exporters may put a gigabyte of weights into one message. Walking its fields by ranges leaves those bytes where they are:
 * `raw_data` of large initializers of the main graph becomes `external_data` with the place it has in the file, which the
 * parser reads like any other. Everything else is copied as it stands; nothing is judged here but where fields end.
 */
import { LabError } from '../../lib/errors.ts';
import type { ModelFiles } from './types.ts';
import { bytesField, concatenated, intField, type Pieces } from './write/proto-writer.ts';

/** ModelProto.graph, GraphProto.initializer, TensorProto.raw_data */
const [GRAPH, INITIALIZER, RAW_DATA] = [7, 5, 9];
/** TensorProto.external_data and .data_location with its value EXTERNAL. */
const [EXTERNAL_DATA, DATA_LOCATION, EXTERNAL] = [13, 14, 1];
/** Weights below are copied. */
const LARGE_BYTES = 2 ** 16;
/** Read at once: most fields between two weights. */
const WINDOW_BYTES = 2 ** 20;

interface Field {
  readonly field: number;
  readonly wire: number;
  /** Offsets in the file: of the tag, of the content, and behind it. */
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

/** The file by ranges, with the last window kept. */
class Window {
  #start = 0;
  #bytes: Uint8Array = new Uint8Array();

  constructor(
    readonly files: ModelFiles,
    readonly path: string,
    readonly size: number,
  ) {}

  /** At least one byte, at most `length`, from `offset`. */
  async from(offset: number, length: number): Promise<Uint8Array> {
    const inside = offset - this.#start;
    if (inside < 0 || inside + length > this.#bytes.length) {
      const count = Math.min(Math.max(length, WINDOW_BYTES), this.size - offset);
      this.#bytes = await this.files.read(this.path, offset, count);
      this.#start = offset;
    }
    return this.#bytes.subarray(offset - this.#start, offset - this.#start + length);
  }

  /** Base-128 number at `offset` and where it ends; beyond 2^53 inexact, as nothing is that long. */
  async varint(offset: number): Promise<[value: number, end: number]> {
    const bytes = await this.from(offset, Math.min(10, this.size - offset));
    let value = 0;
    for (const [i, byte] of bytes.entries()) {
      value += (byte & 127) * 2 ** (7 * i);
      if (byte < 128) return [value, offset + i + 1];
    }
    throw this.malformed(offset);
  }

  malformed(offset: number): LabError {
    return new LabError('onnx.malformed', { file: this.path, offset });
  }

  /** The field at `start` of a message that ends at `limit`. */
  async field(start: number, limit: number): Promise<Field> {
    const [tag, after] = await this.varint(start);
    const [field, wire] = [Math.floor(tag / 8), tag % 8];
    const sized = async (): Promise<[number, number]> => {
      if (wire === 0) return [after, (await this.varint(after))[1]];
      if (wire === 1) return [after, after + 8];
      if (wire === 5) return [after, after + 4];
      if (wire !== 2) throw this.malformed(start);
      const [length, content] = await this.varint(after);
      return [content, content + length];
    };
    const [content, end] = await sized();
    if (end > this.size) {
      throw new LabError('onnx.truncated', { file: this.path, found: this.size, needed: end });
    }
    if (end > limit) throw this.malformed(start);
    return { field, wire, start, content, end };
  }
}

/**
 * Bytes to parse in place of the file's. Throws `onnx.truncated` and `onnx.malformed`; other damage is left to the parser.
 */
export async function compactProto(
  files: ModelFiles,
  path: string,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const window = new Window(files, path, size);
  return concatenated(await message(window, 0, size, [GRAPH, INITIALIZER]));
}

/** The message's fields; the chain of nested ones that `inner` names is walked, where it is large. */
async function message(
  window: Window,
  start: number,
  end: number,
  inner: readonly number[],
): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  const [next, ...rest] = inner;
  for (let at = start; at < end; ) {
    const part = await window.field(at, end);
    const large = part.wire === 2 && part.end - part.content > LARGE_BYTES;
    if (large && part.field === next) {
      pieces.push(...bytesField(part.field, await message(window, part.content, part.end, rest)));
    } else if (large && next === undefined && part.field === RAW_DATA) {
      pieces.push(...externalData(window.path, part));
    } else pieces.push((await window.from(part.start, part.end - part.start)).slice());
    at = part.end;
  }
  return pieces;
}

function externalData(path: string, { content, end }: Field): Pieces {
  const location = path.slice(path.lastIndexOf('/') + 1);
  const entries = { location, offset: `${content}`, length: `${end - content}` };
  return [
    ...Object.entries(entries).flatMap(([key, value]) =>
      bytesField(EXTERNAL_DATA, [...bytesField(1, key), ...bytesField(2, value)]),
    ),
    ...intField(DATA_LOCATION, EXTERNAL),
  ];
}
