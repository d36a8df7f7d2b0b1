/**
 * SHA-256 of a blob, read in pieces (FIPS 180-4).
 *
 * `crypto.subtle` wants the whole message in memory at once and is missing outside secure contexts; model files are
 * large and the lab also runs from plain http, so the digest is computed here.
 */

const K = new Int32Array(64);
const INITIAL = new Int32Array(8);

/** The constants are the first 32 bits of the fractional parts of cube and square roots of the first primes. */
function fillConstants(): void {
  let found = 0;
  for (let candidate = 2; found < 64; candidate++) {
    let prime = true;
    for (let d = 2; d * d <= candidate; d++) if (candidate % d === 0) prime = false;
    if (!prime) continue;
    if (found < 8) INITIAL[found] = fraction(candidate, 2);
    K[found++] = fraction(candidate, 3);
  }
}

/** floor(2^32 · frac(n^(1/root))), exact by integer search: the largest x with x^root <= n · 2^(32·root). */
function fraction(n: number, root: 2 | 3): number {
  const target = BigInt(n) << BigInt(32 * root);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(root) <= target) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}

const rotate = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

/** Folds the 64-byte blocks of `bytes` into the state; returns the offset after the last whole block. */
function fold(state: Int32Array, w: Int32Array, bytes: Uint8Array): number {
  let at = 0;
  for (; at + 64 <= bytes.length; at += 64) {
    for (let i = 0, j = at; i < 16; i++, j += 4) {
      w[i] = (bytes[j]! << 24) | (bytes[j + 1]! << 16) | (bytes[j + 2]! << 8) | bytes[j + 3]!;
    }
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15]!;
      const y = w[i - 2]!;
      const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
      const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
      w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
    }
    let a = state[0]!;
    let b = state[1]!;
    let c = state[2]!;
    let d = state[3]!;
    let e = state[4]!;
    let f = state[5]!;
    let g = state[6]!;
    let h = state[7]!;
    for (let i = 0; i < 64; i++) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    state[0]! += a;
    state[1]! += b;
    state[2]! += c;
    state[3]! += d;
    state[4]! += e;
    state[5]! += f;
    state[6]! += g;
    state[7]! += h;
  }
  return at;
}

/** A few milliseconds of work, so that a page that hashes stays responsive. */
const PIECE_BYTES = 512 * 1024;

/** A digest of bytes that come in pieces of any size. */
export interface Sha256 {
  update(bytes: Uint8Array): void;
  /** Lower-case hex; ends the digest. */
  hex(): string;
}

export function createSha256(): Sha256 {
  if (K[0] === 0) fillConstants();
  const state = INITIAL.slice();
  const w = new Int32Array(64);
  const tail = new Uint8Array(128);
  let tailLength = 0;
  let total = 0;
  return {
    update(bytes) {
      total += bytes.length;
      let from = 0;
      if (tailLength > 0) {
        from = Math.min(64 - tailLength, bytes.length);
        tail.set(bytes.subarray(0, from), tailLength);
        tailLength += from;
        if (tailLength < 64) return;
        fold(state, w, tail.subarray(0, 64));
        tailLength = 0;
      }
      const rest = bytes.subarray(from);
      const left = rest.subarray(fold(state, w, rest));
      tail.set(left);
      tailLength = left.length;
    },
    hex() {
      const length = tailLength < 56 ? 64 : 128;
      tail.fill(0, tailLength);
      tail[tailLength] = 0x80;
      new DataView(tail.buffer).setBigUint64(length - 8, BigInt(total) * 8n);
      fold(state, w, tail.subarray(0, length));
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
    },
  };
}

/** Lower-case hex digest; at most `pieceBytes` of the blob are in memory at a time. */
export async function sha256Hex(blob: Blob, signal?: AbortSignal, pieceBytes = PIECE_BYTES): Promise<string> {
  const digest = createSha256();
  for (let offset = 0; offset < blob.size; offset += pieceBytes) {
    signal?.throwIfAborted();
    digest.update(new Uint8Array(await blob.slice(offset, offset + pieceBytes).arrayBuffer()));
  }
  return digest.hex();
}
