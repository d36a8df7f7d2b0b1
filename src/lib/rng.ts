/**
 * Seeded random numbers: every random choice of a run comes from here with a seed named in its configuration.
 *
 * Generator: sfc32 (Doty-Humphrey, PractRand), seeded through splitmix32 of the seed and a stream name, so that
 * "few-shot pairs" and "initial soft prompt" of one seed do not share a sequence.
 */

export interface Rng {
  /** Uniform in [0, 1), 32 bits of resolution. */
  next(): number;
  /** Uniform integer in [0, n). */
  int(n: number): number;
  /** Standard normal (Box-Muller). */
  normal(): number;
}

/** FNV-1a, 32 bits, over UTF-16 code units: a stable way to fold a stream name into a seed. */
export function hash32(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i);
    h = Math.imul(h, 0x01000193);
  }
  return h >>> 0;
}

/** A generator for `seed` (any integer) and a stream name; equal arguments give equal sequences everywhere. */
export function createRng(seed: number, stream: string): Rng {
  let state = (hash32(stream) ^ Math.imul(seed | 0, 0x9e3779b1)) >>> 0;
  const split = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let z = state ^ (state >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z ^= z >>> 15;
    z = Math.imul(z, 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  let [a, b, c, counter] = [split(), split(), split(), 1];
  const bits = (): number => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let i = 0; i < 12; i++) bits();
  const next = () => bits() / 4294967296;
  return {
    next,
    int: (n) => Math.floor(next() * n),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

/** Fisher-Yates on a copy; the input stays as it is. */
export function shuffled<T>(values: readonly T[], rng: Rng): T[] {
  const out = values.slice();
  for (let i = out.length - 1; i > 0; i--) {
    const j = rng.int(i + 1);
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}

/** The first `count` of a seeded shuffle: a sample without replacement. */
export function sample<T>(values: readonly T[], count: number, rng: Rng): T[] {
  return shuffled(values, rng).slice(0, count);
}
