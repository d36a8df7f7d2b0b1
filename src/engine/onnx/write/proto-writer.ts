/**
 * Protobuf wire format, written: fields of a message one after the other, as lists of byte pieces, so that a large model
 * around a small change is copied once. Knows no ONNX message.
 */

/** Bytes in pieces: concatenated only at the end. */
export type Pieces = readonly Uint8Array[];

const encoder = new TextEncoder();

/** Largest int64; what a reader gave as 2^63 is written as this. */
const MAX_INT64 = 2n ** 63n - 1n;

/** Base-128 digits of a whole number; negative ones as 64-bit two's complement, beyond int64 the nearest. */
function varint(value: number): Uint8Array {
  if (value < 0 || value > Number.MAX_SAFE_INTEGER) {
    const whole = BigInt(value);
    let rest = BigInt.asUintN(64, whole > MAX_INT64 ? MAX_INT64 : whole);
    const digits: number[] = [];
    for (; rest > 127n; rest >>= 7n) digits.push(Number(rest & 127n) | 128);
    return Uint8Array.of(...digits, Number(rest));
  }
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return Uint8Array.of(...bytes, rest);
}

export function byteLength(pieces: Pieces): number {
  return pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
}

export function concatenated(pieces: Pieces): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(byteLength(pieces));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}

/** A varint field. */
export function intField(field: number, value: number): Pieces {
  return [varint(field * 8), varint(value)];
}

/** A 32-bit float field. */
export function floatField(field: number, value: number): Pieces {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return [varint(field * 8 + 5), bytes];
}

/** A length-delimited field: a nested message, bytes or text. */
export function bytesField(field: number, content: Pieces | string): Pieces {
  const pieces = typeof content === 'string' ? [encoder.encode(content)] : content;
  return [varint(field * 8 + 2), varint(byteLength(pieces)), ...pieces];
}
