/**
 * Protobuf wire format, written: fields of a message one after the other, as lists of byte pieces, so that a large model
 * around a small change is copied once. Knows no ONNX message.
 */

/** Bytes in pieces: concatenated only at the end. */
export type Pieces = readonly Uint8Array[];

const encoder = new TextEncoder();

/** Base-128 digits of a whole number from 0 to 2^53. */
function varint(value: number): Uint8Array {
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

/** A length-delimited field: a nested message, bytes or text. */
export function bytesField(field: number, content: Pieces | string): Pieces {
  const pieces = typeof content === 'string' ? [encoder.encode(content)] : content;
  return [varint(field * 8 + 2), varint(byteLength(pieces)), ...pieces];
}
