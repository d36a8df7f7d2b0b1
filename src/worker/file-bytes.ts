/**
 * The bytes of a file piece by piece, unpacked where they are gzipped, and turns for others while they are read. What the
 * bytes mean is read elsewhere.
 */

import { binaryKind } from '../eval/index.ts';
import { sha256Hex } from '../hub/sha256.ts';
import type { NamedBlob } from '../lib/data-files.ts';
import { LabError } from '../lib/errors.ts';

/** Milliseconds after which others have their turn. */
const TURN_MS = 50;

/**
 * Gives the event loop a turn now and then: bytes of a fast disk are there before the last ones are read, so that the loop
 * over them alone would let neither progress out nor a cancellation in.
 */
export function createTurns(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < TURN_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    last = performance.now();
  };
}

/** Bytes read at a time. */
const PIECE_BYTES = 1 << 20;

/**
 * The bytes of a blob piece by piece, all in one buffer: a piece is valid until the next one is asked for. (Pieces of
 * their own would pile up to the size of the file before they are collected.)
 */
async function* piecesOf(blob: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = byteReader(blob);
  if (!reader) {
    for (let at = 0; at < blob.size; at += PIECE_BYTES) {
      yield new Uint8Array(await blob.slice(at, at + PIECE_BYTES).arrayBuffer());
    }
    return;
  }
  let buffer = new ArrayBuffer(PIECE_BYTES);
  try {
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) return;
      yield value;
      buffer = value.buffer;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A reader into buffers of ours; undefined where the browser's blobs have none. */
function byteReader(blob: Blob): ReadableStreamBYOBReader | undefined {
  try {
    return blob.stream().getReader({ mode: 'byob' });
  } catch {
    return undefined;
  }
}

/** The bytes of a file, unpacked where they are gzipped; `onBytes` sees those of the file itself. */
export async function* bytesOf(
  name: string,
  blob: Blob,
  gzipped: boolean,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    if (!gzipped) {
      for await (const piece of piecesOf(blob)) {
        onBytes(piece);
        yield piece;
      }
      return;
    }
    const packed = piecesOf(blob);
    const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        const { done, value } = await packed.next();
        if (done) return controller.close();
        onBytes(value);
        // The unpacker may hold on to what it was given.
        controller.enqueue(value.slice());
      },
      cancel: () => void packed.return(undefined),
    });
    yield* source.pipeThrough(new DecompressionStream('gzip'));
  } catch (cause) {
    throw new LabError(gzipped ? 'import.gzip-broken' : 'import.unreadable', { name }, { cause });
  }
}

/** A small file as it is, unpacked, with its hash. */
export async function wholeFile({ name, blob }: NamedBlob): Promise<{ bytes: Uint8Array; hash: string }> {
  const gzipped = binaryKind(new Uint8Array(await blob.slice(0, 4).arrayBuffer())) === 'gzip';
  const parts: Blob[] = [];
  for await (const chunk of bytesOf(name, blob, gzipped, () => undefined)) parts.push(new Blob([chunk]));
  return { bytes: new Uint8Array(await new Blob(parts).arrayBuffer()), hash: await sha256Hex(blob) };
}
