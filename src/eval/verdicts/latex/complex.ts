/** Complex arithmetic on [re, im], principal values. */

export type Complex = readonly [re: number, im: number];

export const add = (a: Complex, b: Complex): Complex => [a[0] + b[0], a[1] + b[1]];
export const subtract = (a: Complex, b: Complex): Complex => [a[0] - b[0], a[1] - b[1]];
export const multiply = (a: Complex, b: Complex): Complex => [
  a[0] * b[0] - a[1] * b[1],
  a[0] * b[1] + a[1] * b[0],
];

export function divide(a: Complex, b: Complex): Complex {
  const norm = b[0] * b[0] + b[1] * b[1];
  return [(a[0] * b[0] + a[1] * b[1]) / norm, (a[1] * b[0] - a[0] * b[1]) / norm];
}

export const magnitude = (a: Complex): number => Math.hypot(a[0], a[1]);
export const exp = (a: Complex): Complex => [
  Math.exp(a[0]) * Math.cos(a[1]),
  Math.exp(a[0]) * Math.sin(a[1]),
];
export const log = (a: Complex): Complex => [Math.log(magnitude(a)), Math.atan2(a[1], a[0])];

/** a to the power b; whole powers by multiplication, so that (-8)^3 stays real. */
export function power(a: Complex, b: Complex): Complex {
  if (b[1] === 0 && Number.isInteger(b[0]) && Math.abs(b[0]) <= 64) {
    let result: Complex = [1, 0];
    for (let i = 0; i < Math.abs(b[0]); i++) result = multiply(result, a);
    return b[0] < 0 ? divide([1, 0], result) : result;
  }
  if (a[0] === 0 && a[1] === 0) return b[0] > 0 ? [0, 0] : [Number.NaN, 0];
  if (a[1] === 0 && a[0] > 0 && b[1] === 0) return [a[0] ** b[0], 0];
  return exp(multiply(b, log(a)));
}

/** The n-th root; real for odd whole n of a real number, as in school mathematics. */
export function root(a: Complex, n: Complex): Complex {
  if (a[1] === 0 && a[0] < 0 && n[1] === 0 && Number.isInteger(n[0]) && n[0] % 2 !== 0) {
    return [-((-a[0]) ** (1 / n[0])), 0];
  }
  return power(a, divide([1, 0], n));
}

const I: Complex = [0, 1];
const scale = (a: Complex, k: number): Complex => [a[0] * k, a[1] * k];

export function sin(a: Complex): Complex {
  const [up, down] = [exp(multiply(I, a)), exp(multiply(scale(I, -1), a))];
  return divide(subtract(up, down), [0, 2]);
}

export function cos(a: Complex): Complex {
  const [up, down] = [exp(multiply(I, a)), exp(multiply(scale(I, -1), a))];
  return scale(add(up, down), 0.5);
}

/** Real arguments only: the inverse functions and factorials of answers are real. */
export function real(f: (x: number) => number): (a: Complex) => Complex {
  return (a) => [a[1] === 0 ? f(a[0]) : Number.NaN, 0];
}

export function factorial(n: number): number {
  if (!Number.isInteger(n) || n < 0 || n > 170) return Number.NaN;
  let product = 1;
  for (let i = 2; i <= n; i++) product *= i;
  return product;
}
