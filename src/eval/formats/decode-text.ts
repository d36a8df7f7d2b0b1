/**
 * Bytes of a data file to text: byte order marks, UTF-16 with and without one, else UTF-8.
 *
 * Also names what is no text at all (gzip, zip, Parquet), so that the message can say what was dropped. Malformed UTF-8
 * becomes U+FFFD, as in every browser; it is not an error because real benchmark files hold such characters.
 */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';
export type BinaryKind = 'gzip' | 'zip' | 'parquet';

/** Kind of a binary container by its first bytes, else undefined. */
export function binaryKind(bytes: Uint8Array): BinaryKind | undefined {
  const starts = (...magic: number[]) => magic.every((byte, i) => bytes[i] === byte);
  if (starts(0x1f, 0x8b)) return 'gzip';
  if (starts(0x50, 0x4b, 0x03, 0x04)) return 'zip';
  if (starts(0x50, 0x41, 0x52, 0x31)) return 'parquet';
  return undefined;
}

/**
 * The encoding by byte order mark; without one, UTF-16 when every second byte of the start is zero (ASCII letters in
 * UTF-16), else UTF-8.
 */
export function detectEncoding(start: Uint8Array): Encoding {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const n = Math.min(start.length & ~1, 512);
  if (n < 4) return 'utf-8';
  let zeroEven = 0;
  let zeroOdd = 0;
  for (let i = 0; i < n; i += 2) {
    if (start[i] === 0) zeroEven++;
    if (start[i + 1] === 0) zeroOdd++;
  }
  const most = (n / 2) * 0.7;
  if (zeroOdd >= most && zeroEven === 0) return 'utf-16le';
  if (zeroEven >= most && zeroOdd === 0) return 'utf-16be';
  return 'utf-8';
}

/** Decodes a whole file; a byte order mark is dropped. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(detectEncoding(bytes)).decode(bytes);
}

/** Decodes chunk by chunk; the encoding is decided on the first one. */
export function createTextStream(): { push(chunk: Uint8Array): string; finish(): string } {
  let decoder: TextDecoder | undefined;
  return {
    push(chunk) {
      decoder ??= new TextDecoder(detectEncoding(chunk));
      return decoder.decode(chunk, { stream: true });
    },
    finish: () => decoder?.decode() ?? '',
  };
}
