/**
 * Deflate by the platform's streams, in zlib's wrapper (RFC 1950): its checksum finds a link that lost or changed
 * a character on its way, which raw deflate would turn into other numbers without a word.
 */

import { LabError } from '../lib/errors.ts';

/** Above this an unpacked link is refused: no real result comes near, and a few kB can unpack to gigabytes. */
export const MAX_INFLATED_BYTES = 4 * 1024 * 1024;

type Transform = CompressionStream | DecompressionStream;

async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  transform: Transform,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      // The stream's own end no longer matters, and may be an error of its own.
      reader.cancel().catch(() => undefined);
      throw new LabError('share.tooLarge', { limit });
    }
    parts.push(value);
  }
  const out = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    out.set(part, offset);
    offset += part.length;
  }
  return out;
}

export async function deflateText(text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return pipe(bytes, new CompressionStream('deflate'), Number.POSITIVE_INFINITY);
}

/** Errors: share.corrupt (not zlib, cut short, checksum, not UTF-8), share.tooLarge. */
export async function inflateText(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    const inflated = await pipe(bytes, new DecompressionStream('deflate'), MAX_INFLATED_BYTES);
    return new TextDecoder('utf-8', { fatal: true }).decode(inflated);
  } catch (error) {
    if (error instanceof LabError) throw error;
    throw new LabError('share.corrupt', {}, { cause: error });
  }
}
