/**
 * Elementwise functions and their derivatives in float64.
 */
import type { UnaryAttrs, UnaryFn } from '../graph/program.ts';
import type { Reference } from './types.ts';

/** erf by its Taylor series below 3 and its continued fraction above; exact to about 1e-15. */
export function erf(x: number): number {
  const a = Math.abs(x);
  if (a < 3) {
    let term = a;
    let sum = a;
    for (let n = 1; n < 100; n++) {
      term *= (-a * a) / n;
      sum += term / (2 * n + 1);
    }
    return (Math.sign(x) * 2 * sum) / Math.sqrt(Math.PI);
  }
  let fraction = 0;
  for (let n = 60; n > 0; n--) fraction = n / 2 / (a + fraction);
  return Math.sign(x) * (1 - Math.exp(-a * a) / Math.sqrt(Math.PI) / (a + fraction));
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
const rootTwoOverPi = Math.sqrt(2 / Math.PI);

/** f(x). */
export function activate(u: UnaryFn, x: number): number {
  switch (u.fn) {
    case 'sigmoid':
      return sigmoid(x);
    case 'silu':
      return x * sigmoid(x);
    case 'quickGelu':
      return x * sigmoid(u.alpha * x);
    case 'geluErf':
      return 0.5 * x * (1 + erf((u.scale ?? Math.SQRT1_2) * x));
    case 'geluTanh':
      return 0.5 * x * (1 + Math.tanh((u.scale ?? rootTwoOverPi) * (x + (u.cubic ?? 0.044715) * x ** 3)));
    case 'tanh':
      return Math.tanh(x);
    case 'erf':
      return erf(x);
    case 'relu':
      return Math.max(x, 0);
    case 'leakyRelu':
      return x < 0 ? u.alpha * x : x;
    case 'softplus':
      return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
    case 'abs':
      return Math.abs(x);
    case 'exp':
      return Math.exp(x);
    case 'sqrt':
      return Math.sqrt(x);
    case 'reciprocal':
      return 1 / x;
    case 'pow':
      return x ** u.exponent;
    case 'affine':
      return u.scale * x + u.shift;
    case 'clip':
      return Math.min(Math.max(x, u.min), u.max);
  }
}

/** f'(x); at a kink the side that the kernels take. */
export function slope(u: UnaryFn, x: number): number {
  switch (u.fn) {
    case 'sigmoid':
      return sigmoid(x) * (1 - sigmoid(x));
    case 'silu':
      return sigmoid(x) * (1 + x * (1 - sigmoid(x)));
    case 'quickGelu':
      return sigmoid(u.alpha * x) * (1 + u.alpha * x * (1 - sigmoid(u.alpha * x)));
    case 'geluErf': {
      const a = u.scale ?? Math.SQRT1_2;
      return 0.5 * (1 + erf(a * x)) + (x * a * Math.exp(-((a * x) ** 2))) / Math.sqrt(Math.PI);
    }
    case 'geluTanh': {
      const { scale = rootTwoOverPi, cubic = 0.044715 } = u;
      const t = Math.tanh(scale * (x + cubic * x ** 3));
      return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * scale * (1 + 3 * cubic * x * x);
    }
    case 'tanh':
      return 1 - Math.tanh(x) ** 2;
    case 'erf':
      return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x);
    case 'relu':
      return x > 0 ? 1 : 0;
    case 'leakyRelu':
      return x > 0 ? 1 : u.alpha;
    case 'softplus':
      return sigmoid(x);
    case 'abs':
      return Math.sign(x);
    case 'exp':
      return Math.exp(x);
    case 'sqrt':
      return 0.5 / Math.sqrt(x);
    case 'reciprocal':
      return -1 / (x * x);
    case 'pow':
      return u.exponent * x ** (u.exponent - 1);
    case 'affine':
      return u.scale;
    case 'clip':
      return x >= u.min && x <= u.max ? 1 : 0;
  }
}

export const unary: Reference<UnaryAttrs> = (attrs, [x]) => [x!.data.map((v) => activate(attrs, v))];

export const unaryVjp: Reference<UnaryAttrs> = (attrs, [x, g]) => [
  x!.data.map((v, i) => g!.data[i]! * slope(attrs, v)),
];
