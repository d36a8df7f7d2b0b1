/**
 * WGSL of the unary functions and their derivatives, for f32 and vec4<f32> alike.
 *
 * Used by the unary and gated ops. Traps handled here: tanh and erf do not use the driver's versions (WGSL allows 1e-5
 * absolute error and nothing above |x| ~ 88), sigmoid never overflows, pow accepts negative bases. Limits are applied by
 * comparisons that NaN fails, so that it stays NaN: min, max and clamp may drop it.
 */
import type { UnaryFn } from '../graph/program.ts';
import { type Lane, literal } from './shader.ts';

/** 2/sqrt(pi), for d erf. */
const TWO_OVER_SQRT_PI = 1.1283791670955126;
const SQRT_2_OVER_PI = 0.7978845608028654;
const GELU_CUBIC = 0.044715;

/** Rational approximations of Eigen and XLA (Float32), exact to a few units in the last place over the whole line. */
const TANH_NUMERATOR = [
  -2.76076847742355e-16, 2.00018790482477e-13, -8.60467152213735e-11, 5.12229709037114e-8,
  1.48572235717979e-5, 6.37261928875436e-4, 4.89352455891786e-3,
];
const TANH_DENOMINATOR = [1.19825839466702e-6, 1.18534705686654e-4, 2.268434632439e-3, 4.89352518554385e-3];
const ERF_NUMERATOR = [
  -2.72614225801306e-10, 2.77068142495902e-8, -2.10102402082508e-6, -5.69250639462346e-5,
  -7.34990630326855e-4, -2.95459980854025e-3, -1.60960333262415e-2,
];
const ERF_DENOMINATOR = [
  -1.45660718464996e-5, -2.13374055278905e-4, -1.68282697438203e-3, -7.37332916720468e-3,
  -1.42647390514189e-2,
];

function horner(coefficients: readonly number[]): string {
  return coefficients
    .slice(1)
    .reduce((inner, c) => `fma(z, ${inner}, T(${literal(c)}))`, `T(${literal(coefficients[0]!)})`);
}

/** Helper functions by name; T stands for the element type. */
const FRAGMENTS: Readonly<Record<string, string>> = {
  sigmoid_: `fn sigmoid_(x: T) -> T {
  let e = exp(-abs(x));
  return select(e, T(1.0f), x >= T(0.0f)) / (T(1.0f) + e);
}`,
  tanh_: `fn tanh_(x: T) -> T {
  let c = select(x, sign(x) * 7.90531110763549805f, abs(x) > T(7.90531110763549805f));
  let z = c * c;
  let y = c * ${horner(TANH_NUMERATOR)} / ${horner(TANH_DENOMINATOR)};
  return select(y, x, abs(x) < T(0.0004f));
}`,
  erf_: `fn erf_(x: T) -> T {
  let c = select(x, sign(x) * 4.0f, abs(x) > T(4.0f));
  let z = c * c;
  return c * ${horner(ERF_NUMERATOR)} / ${horner(ERF_DENOMINATOR)};
}`,
  // log(1 + e) for e in [0, 1], also where 1 + e rounds to 1 (Goldberg, What every computer scientist should know, theorem 4).
  log1p_: `fn log1p_(e: T) -> T {
  let u = T(1.0f) + e;
  return select(log(u) * (e / (u - T(1.0f))), e, u == T(1.0f));
}`,
  // sigmoid'(x) without the cancellation of s * (1 - s).
  sigmoid_slope_: `fn sigmoid_slope_(x: T) -> T {
  let e = exp(-abs(x));
  return e / ((T(1.0f) + e) * (T(1.0f) + e));
}`,
};

/** Declares `fn tanh_(x: type) -> type`, saturating and exact to a few units in the last place. */
export function tanhFunction(type: Lane['type']): string {
  return FRAGMENTS.tanh_!.replace(/\bT\b/g, type);
}

/** The coefficients of a GELU, its usual ones where the attributes name none. */
export function geluCoefficients(u: Extract<UnaryFn, { readonly fn: 'geluErf' | 'geluTanh' }>): {
  readonly scale: number;
  readonly cubic: number;
} {
  if (u.fn === 'geluErf') return { scale: u.scale ?? Math.SQRT1_2, cubic: 0 };
  return { scale: u.scale ?? SQRT_2_OVER_PI, cubic: u.cubic ?? GELU_CUBIC };
}

/** The two function bodies of one unary: y(x) and dx(x, g) = g * y'(x). */
interface Body {
  readonly needs: readonly string[];
  readonly value: string;
  readonly gradient: string;
}

function body(u: UnaryFn): Body {
  switch (u.fn) {
    case 'sigmoid':
      return {
        needs: ['sigmoid_', 'sigmoid_slope_'],
        value: 'return sigmoid_(x);',
        gradient: 'return g * sigmoid_slope_(x);',
      };
    case 'silu':
      return {
        needs: ['sigmoid_', 'sigmoid_slope_'],
        value: 'return x * sigmoid_(x);',
        gradient: 'return g * (sigmoid_(x) + x * sigmoid_slope_(x));',
      };
    case 'quickGelu': {
      const a = literal(u.alpha);
      return {
        needs: ['sigmoid_', 'sigmoid_slope_'],
        value: `return x * sigmoid_(${a} * x);`,
        gradient: `return g * (sigmoid_(${a} * x) + ${a} * x * sigmoid_slope_(${a} * x));`,
      };
    }
    case 'geluErf': {
      const { scale } = geluCoefficients(u);
      return {
        needs: ['erf_'],
        value: `return 0.5f * x * (T(1.0f) + erf_(x * ${literal(scale)}));`,
        gradient: `let cdf = 0.5f * (T(1.0f) + erf_(x * ${literal(scale)}));
  return g * (cdf + x * ${literal(TWO_OVER_SQRT_PI * scale * 0.5)} * exp(${literal(-scale * scale)} * x * x));`,
      };
    }
    case 'geluTanh': {
      // x * sigmoid(2u), u = scale * (x + cubic x³).
      const { scale, cubic } = geluCoefficients(u);
      const twiceInner = `x * ${literal(2 * scale)} * (T(1.0f) + ${literal(cubic)} * x * x)`;
      return {
        needs: ['sigmoid_', 'sigmoid_slope_'],
        value: `return x * sigmoid_(${twiceInner});`,
        gradient: `let u = ${twiceInner};
  let du = ${literal(2 * scale)} * (T(1.0f) + ${literal(3 * cubic)} * x * x);
  return g * (sigmoid_(u) + x * sigmoid_slope_(u) * du);`,
      };
    }
    case 'tanh':
      return {
        needs: ['tanh_', 'sigmoid_slope_'],
        value: 'return tanh_(x);',
        gradient: 'return 4.0f * g * sigmoid_slope_(2.0f * x);',
      };
    case 'erf':
      return {
        needs: ['erf_'],
        value: 'return erf_(x);',
        gradient: `return g * ${literal(TWO_OVER_SQRT_PI)} * exp(-x * x);`,
      };
    case 'relu':
      return {
        needs: [],
        value: 'return select(x, T(0.0f), x < T(0.0f));',
        gradient: 'return select(T(0.0f), g, x > T(0.0f));',
      };
    case 'leakyRelu': {
      const a = literal(u.alpha);
      return {
        needs: [],
        value: `return select(x, ${a} * x, x < T(0.0f));`,
        gradient: `return select(${a} * g, g, x > T(0.0f));`,
      };
    }
    case 'softplus':
      return {
        needs: ['log1p_', 'sigmoid_'],
        value: 'return select(x, T(0.0f), x < T(0.0f)) + log1p_(exp(-abs(x)));',
        gradient: 'return g * sigmoid_(x);',
      };
    case 'abs':
      return { needs: [], value: 'return abs(x);', gradient: 'return g * sign(x);' };
    case 'exp':
      return { needs: [], value: 'return exp(x);', gradient: 'return g * exp(x);' };
    case 'sqrt':
      return { needs: [], value: 'return sqrt(x);', gradient: 'return 0.5f * g / sqrt(x);' };
    case 'reciprocal':
      return { needs: [], value: 'return 1.0f / x;', gradient: 'return -g / (x * x);' };
    case 'affine':
      return {
        needs: [],
        value: `return ${literal(u.scale)} * x + ${literal(u.shift)};`,
        gradient: `return ${literal(u.scale)} * g;`,
      };
    case 'clip':
      return {
        needs: [],
        value: `let low = select(x, T(${literal(u.min)}), x < T(${literal(u.min)}));
  return select(low, T(${literal(u.max)}), low > T(${literal(u.max)}));`,
        gradient: `return select(T(0.0f), g, (x >= T(${literal(u.min)})) & (x <= T(${literal(u.max)})));`,
      };
    case 'pow':
      return {
        needs: [],
        value: `return ${power(u.exponent)};`,
        gradient: `return g * ${literal(u.exponent)} * ${power(u.exponent - 1)};`,
      };
  }
}

/** x to a constant power. Whole exponents keep the sign of a negative base, others give sqrt's or pow's own NaN there. */
function power(exponent: number): string {
  const magnitude = Math.abs(exponent);
  const invert = exponent < 0 ? '1.0f / ' : '';
  if (magnitude === 0) return 'T(1.0f)';
  if (magnitude === 0.5) return `${invert}sqrt(x)`;
  if (Number.isInteger(magnitude) && magnitude <= 8)
    return `${invert}(${Array(magnitude).fill('x').join(' * ')})`;
  if (Number.isInteger(magnitude)) {
    const raised = `pow(abs(x), T(${literal(exponent)}))`;
    return magnitude % 2 === 0 ? raised : `sign(x) * ${raised}`;
  }
  // log2 of a negative base is NaN, as in numpy; pow(x) of WGSL leaves it open.
  return `exp2(log2(x) * ${literal(exponent)})`;
}

/** A string that is equal exactly for equal functions. */
export function unaryKey(u: UnaryFn): string {
  const { fn, ...constants } = u;
  return [fn, ...Object.entries(constants).flat()].join(':');
}

/**
 * Declares `fn act(x: T) -> T` and, with `gradient`, `fn act_vjp(x: T, g: T) -> T` = g * act'(x), for T = lane.type.
 */
export function activation(u: UnaryFn, lane: Lane, gradient: boolean): string {
  const parts = body(u);
  return `alias T = ${lane.type};
${parts.needs.map((name) => FRAGMENTS[name]!).join('\n')}
fn act(x: T) -> T {
  ${parts.value}
}
${gradient ? `fn act_vjp(x: T, g: T) -> T {\n  ${parts.gradient}\n}` : ''}`;
}
