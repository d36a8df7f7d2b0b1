/**
 * The arithmetic of split products in float64, as the kernel's text has it: the constants are the kernel's.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LARGEST_EXPONENT, LEAST_HIGH, LOW_BITS, LOW_SCALE, MOST_POWER } from './halves.ts';

const view = new DataView(new ArrayBuffer(4));
const bitsOf = (x: number): number => {
  view.setFloat32(0, x);
  return view.getUint32(0);
};
const fromBits = (bits: number): number => {
  view.setUint32(0, bits);
  return view.getFloat32(0);
};

/** The nearest f16 (ties to even), which is what the kernel stores. */
function f16(x: number): number {
  const exponent = Math.max(-14, Math.floor(Math.log2(Math.abs(x) || 1e-9)));
  const ulp = 2 ** (exponent - 10);
  const scaled = Math.abs(x) / ulp;
  const floor = Math.floor(scaled);
  const up = scaled - floor > 0.5 || (scaled - floor === 0.5 && floor % 2 === 1);
  return Math.sign(x) * (floor + (up ? 1 : 0)) * ulp;
}

const powerFor = (largest: number): number =>
  fromBits(Math.min(LARGEST_EXPONENT + 127 - (bitsOf(largest) >>> 23), MOST_POWER) * 2 ** 23);

function split(x: number): { readonly high: number; readonly low: number } {
  const bits = bitsOf(x);
  const rounded = ((bits + 2 ** (LOW_BITS - 1)) & -(2 ** LOW_BITS)) >>> 0;
  const high = (bits & 0x7fffffff) >= LEAST_HIGH ? fromBits(rounded) : 0;
  return { high, low: f16(Math.fround((x - high) * LOW_SCALE)) };
}

const productOf = (x: number, w: number): number => {
  const [a, b] = [split(x), split(w)];
  return a.high * b.high + (a.high * b.low + a.low * b.high) / LOW_SCALE;
};

/** f32 numbers of magnitude 2^from to 2^to, every bit random. */
const numbers = (from: number, to: number) =>
  fc
    .tuple(fc.integer({ min: from, max: to - 1 }), fc.integer({ min: 0, max: 2 ** 23 - 1 }), fc.boolean())
    .map(([exponent, fraction, negative]) =>
      fromBits(((negative ? 256 : 0) + exponent + 127) * 2 ** 23 + fraction),
    );

test('both halves are f16 as they are, the high one never subnormal, neither too large', () => {
  fc.assert(
    fc.property(numbers(-60, 15), (x) => {
      const { high, low } = split(x);
      expect(f16(high)).toBe(high);
      expect(high === 0 || Math.abs(high) >= 2 ** -14).toBe(true);
      expect(Math.abs(high)).toBeLessThanOrEqual(2 ** 15);
      expect(Math.abs(low)).toBeLessThanOrEqual(2 ** 15);
    }),
    { numRuns: 5000 },
  );
});

test('two halves hold 22 bits down to 2^-28 of the largest, 11 below', () => {
  fc.assert(
    fc.property(numbers(-14, 15), numbers(-39, -14), (large, small) => {
      for (const [x, bits] of [
        [large, 22],
        [small, 11],
      ] as const) {
        const { high, low } = split(x);
        const error = Math.abs(x - (high + low / LOW_SCALE));
        expect(error).toBeLessThanOrEqual(Math.max(2 ** -bits * Math.abs(x), 2 ** -36));
      }
    }),
    { numRuns: 5000 },
  );
});

test('a product loses at most 12 roundings of f32', () => {
  fc.assert(
    fc.property(numbers(-14, 15), numbers(-14, 15), (x, w) => {
      expect(Math.abs(productOf(x, w) - x * w)).toBeLessThanOrEqual(12 * 2 ** -24 * Math.abs(x * w));
    }),
    { numRuns: 5000 },
  );
});

test('scaling brings the largest below 2^15, exactly, whatever its size', () => {
  fc.assert(
    fc.property(numbers(-112, 127), (x) => {
      const power = powerFor(Math.abs(x));
      const inverse = fromBits(254 * 2 ** 23 - bitsOf(power));
      expect(power * inverse).toBe(1);
      const scaled = Math.fround(x * power);
      expect(Math.abs(scaled)).toBeGreaterThanOrEqual(2 ** 14);
      expect(Math.abs(scaled)).toBeLessThan(2 ** 15);
      expect(Math.fround(scaled * inverse)).toBe(x);
    }),
  );
  expect(powerFor(0)).toBe(2 ** 126);
});

test('a sum over a row of mixed sizes stays within f32 rounding', () => {
  const row = fc.array(fc.tuple(numbers(-27, 14), numbers(-20, 4)), { minLength: 4, maxLength: 200 });
  fc.assert(
    fc.property(row, (terms) => {
      const xPower = powerFor(Math.max(...terms.map(([x]) => Math.abs(x))));
      const wPower = powerFor(Math.max(...terms.map(([, w]) => Math.abs(w))));
      let [sum, exact, size] = [0, 0, 0];
      for (const [x, w] of terms) {
        sum += productOf(Math.fround(x * xPower), Math.fround(w * wPower)) / xPower / wPower;
        exact += x * w;
        size += Math.abs(x * w);
      }
      const largest = 2 ** 30 / xPower / wPower;
      const vanishing = terms.length * 2 ** -39 * largest;
      expect(Math.abs(sum - exact)).toBeLessThanOrEqual(12 * 2 ** -24 * size + vanishing);
    }),
    { numRuns: 500 },
  );
});
