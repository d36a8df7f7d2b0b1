/**
 * f32 numbers as sums of two halves, so that a unit that multiplies f16 matrices computes f32 products.
 *
 * Error correction of Ootomo and Yokota 2022 (arXiv:2203.03341): x = h + l / 2^11, h the 11 leading bits of x, rounded, l the
 * rest as f16; x * w = h * h' + (h * l' + l * h') / 2^11, both sums in f32 and apart. h and l hold 22 bits of x. What is lost,
 * l * l' and the last bits of each l, is at most 12 roundings of f32 a product (3 * 2^-22 of |x * w|), mostly one or two,
 * and does not grow with the number of terms.
 *
 * f16 reaches from 2^-14 to 2^16, activations from 1e4 to gradients of 1e-8 and less: x is scaled by a power of two (exact,
 * undone on the result) that brings the largest of a row just below 2^15. Nothing overflows then. Numbers below 2^-14, that is
 * 2^-28 of the largest, have no h, so that none is subnormal (units may take those for zero): l alone holds 11 bits of them.
 * Below 2^-39 of the largest, a 32,768th of its last bit in f32, numbers may vanish.
 *
 * h is rounded in integers: compilers take an f32 that went to f16 and back for the f32 it was (Mesa does).
 */

/** l is stored times this. */
export const LOW_SCALE = 2 ** 11;

/** Scaled, the largest number of a row has this biased f32 exponent: it is at least 2^14 and below 2^15. */
export const LARGEST_EXPONENT = 127 + 14;
/** That of the largest power that numbers are scaled by, so that its inverse is a normal number. */
export const MOST_POWER = 253;
/** Bits of an f32 that h leaves out, and the bits of the least number that has an h. */
export const LOW_BITS = 13;
export const LEAST_HIGH = (127 - 14) * 2 ** 23;

/**
 * `power_for(largest)`: the power of two that scales numbers up to `largest` (>= 0) for being split; `inverse(power)`, exact;
 * `high(v)`, an f16 in an f32; v - high(v) is exact in f32.
 */
export const splitting = `
fn power_for(largest: f32) -> f32 {
  let exponent = bitcast<u32>(largest) >> 23u;
  return bitcast<f32>(min(${LARGEST_EXPONENT + 127}u - exponent, ${MOST_POWER}u) << 23u);
}
fn inverse(power: f32) -> f32 { return bitcast<f32>(${254 * 2 ** 23}u - bitcast<u32>(power)); }
fn high(v: vec4<f32>) -> vec4<f32> {
  let bits = bitcast<vec4<u32>>(v);
  let rounded = (bits + ${2 ** (LOW_BITS - 1)}u) & vec4<u32>(${2 ** 32 - 2 ** LOW_BITS}u);
  return bitcast<vec4<f32>>(select(vec4<u32>(0u), rounded, (bits & vec4<u32>(${2 ** 31 - 1}u)) >= vec4<u32>(${LEAST_HIGH}u)));
}`;
