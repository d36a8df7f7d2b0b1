/**
 * Protobuf wire format over a byte range: varints, fixed words, length-delimited views. Copies nothing.
 *
 * Knows no ONNX message. Reads beyond the file throw `onnx.truncated`, every other violation `onnx.malformed`.
 */
import { LabError } from '../../lib/errors.ts';

const decoder = new TextDecoder();

export class ProtoReader {
  #pos: number;
  #wire = 0;

  constructor(
    readonly bytes: Uint8Array,
    readonly file: string,
    start = 0,
    readonly end = bytes.length,
  ) {
    this.#pos = start;
  }

  /** Offset in `bytes` of what is read next. */
  get position(): number {
    return this.#pos;
  }

  /** Whether the field just named is length-delimited. */
  get isBytes(): boolean {
    return this.#wire === 2;
  }

  /** The next field number, or 0 at the end of the message. */
  field(): number {
    if (this.#pos >= this.end) return 0;
    const tag = this.#varint()[0] >>> 0;
    this.#wire = tag & 7;
    const field = tag >>> 3;
    if (field === 0) throw this.malformed();
    return field;
  }

  skip(): void {
    switch (this.#wire) {
      case 0:
        this.#varint();
        return;
      case 1:
        this.#take(8);
        return;
      case 2:
        this.raw();
        return;
      case 5:
        this.#take(4);
        return;
      default:
        throw this.malformed();
    }
  }

  /** int32, int64, enum, bool. Exact to 2^53; beyond that the nearest float64 (INT64_MAX reads as 2^63). */
  int(): number {
    this.#expect(0);
    const [lo, hi] = this.#varint();
    return hi * 4294967296 + (lo >>> 0);
  }

  float(): number {
    this.#expect(5);
    const at = this.#take(4);
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + at, 4).getFloat32(0, true);
  }

  /** A view of a length-delimited field. */
  raw(): Uint8Array {
    this.#expect(2);
    const [lo, hi] = this.#varint();
    const at = this.#take((hi >>> 0) * 4294967296 + (lo >>> 0));
    return this.bytes.subarray(at, this.#pos);
  }

  string(): string {
    return decoder.decode(this.raw());
  }

  /** A reader of a nested message. */
  message(): ProtoReader {
    const { length } = this.raw();
    return new ProtoReader(this.bytes, this.file, this.#pos - length, this.#pos);
  }

  /** Appends a repeated varint field, packed or not. */
  ints(out: number[]): void {
    if (this.#wire === 0) {
      out.push(this.int());
      return;
    }
    const packed = this.message();
    packed.#wire = 0;
    while (packed.#pos < packed.end) out.push(packed.int());
  }

  /** Appends a repeated varint field, packed or not, as pairs of 32-bit words (low, high): all 64 bits are kept. */
  words(out: number[]): void {
    if (this.#wire === 0) {
      out.push(...this.#varint());
      return;
    }
    const packed = this.message();
    while (packed.#pos < packed.end) out.push(...packed.#varint());
  }

  /** Appends a repeated float field, packed or not. */
  floats(out: number[]): void {
    if (this.#wire === 5) {
      out.push(this.float());
      return;
    }
    const packed = this.message();
    packed.#wire = 5;
    while (packed.#pos < packed.end) out.push(packed.float());
  }

  /** Little-endian bytes of a repeated fixed-width field (`width` 4: float, 8: double), packed or not. */
  fixedBytes(width: 4 | 8): Uint8Array {
    if (this.#wire === 2) return this.raw();
    this.#expect(width === 4 ? 5 : 1);
    const at = this.#take(width);
    return this.bytes.subarray(at, at + width);
  }

  malformed(): LabError {
    return new LabError('onnx.malformed', { file: this.file, offset: this.#pos });
  }

  #expect(wire: number): void {
    if (this.#wire !== wire) throw this.malformed();
  }

  #take(length: number): number {
    const at = this.#pos;
    if (at + length > this.bytes.length) {
      throw new LabError('onnx.truncated', {
        file: this.file,
        found: this.bytes.length,
        needed: at + length,
      });
    }
    if (at + length > this.end) throw this.malformed();
    this.#pos = at + length;
    return at;
  }

  /** The 64 bits as [low, high], both as signed 32-bit words. */
  #varint(): [number, number] {
    let lo = 0;
    let hi = 0;
    for (let i = 0; i < 10; i++) {
      const byte = this.bytes[this.#take(1)]!;
      const seven = byte & 0x7f;
      if (i < 4) lo |= seven << (7 * i);
      else if (i === 4) {
        lo |= seven << 28;
        hi |= seven >> 4;
      } else hi |= seven << (7 * i - 32);
      if (byte < 0x80) return [lo, hi];
    }
    throw this.malformed();
  }
}
