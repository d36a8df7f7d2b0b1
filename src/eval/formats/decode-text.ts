/**
 * Bytes of a data file to text: byte order marks, UTF-16 with and without one, else UTF-8, or Windows-1252 where the bytes
 * are no UTF-8 (spreadsheets save that).
 *
 * Also names what is no text at all (gzip, zip, Parquet), so that the message can say what was dropped. A malformed byte
 * in a UTF-8 file becomes U+FFFD, as in every browser; it is not an error because real benchmark files hold such
 * characters.
 */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
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
  // A few characters may have a zero on the other side.
  const few = (n / 2) * 0.05;
  if (zeroOdd >= most && zeroEven <= few) return 'utf-16le';
  if (zeroEven >= most && zeroOdd <= few) return 'utf-16be';
  return 'utf-8';
}

/** Decodes a whole file; a byte order mark is dropped. */
export function decodeText(bytes: Uint8Array): string {
  const stream = createTextStream();
  return stream.push(bytes) + stream.finish();
}

const NOT_ASCII = /[^\0-\x7f]/;

/** Whether `bytes`, which hold more than ASCII, are UTF-8: more sequences are well formed than not. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    // The last sequence may go on in the next chunk.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    let [good, bad] = [0, 0];
    for (const [char] of new TextDecoder().decode(bytes).matchAll(/[^\0-\x7f]/gu)) {
      if (char === '\uFFFD') bad++;
      else good++;
    }
    return good > bad;
  }
}

/**
 * Decodes chunk by chunk. UTF-16 is told from the first one, Windows-1252 from the first that holds more than ASCII (until
 * then both read the same).
 */
export function createTextStream(): { push(chunk: Uint8Array): string; finish(): string } {
  let decoder: TextDecoder | undefined;
  let settled: boolean | undefined;
  return {
    push(chunk) {
      if (decoder === undefined) {
        const encoding = detectEncoding(chunk);
        decoder = new TextDecoder(encoding);
        settled = encoding !== 'utf-8';
      }
      const text = decoder.decode(chunk, { stream: true });
      // A sequence cut at the end leaves no character yet, but a byte that is not ASCII.
      if (settled || (!NOT_ASCII.test(text) && (chunk.at(-1) ?? 0) < 0x80)) return text;
      settled = true;
      if (isUtf8(chunk)) return text;
      decoder = new TextDecoder('windows-1252');
      return decoder.decode(chunk, { stream: true });
    },
    finish: () => decoder?.decode() ?? '',
  };
}
