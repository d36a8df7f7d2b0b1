/** Round tick values. Pure. */

const ROUND = [1, 2, 2.5, 5, 10] as const;

function roundStep(raw: number, candidates: readonly number[]): number {
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  return candidates.map((m) => m * magnitude).find((step) => step >= raw * (1 - 1e-9)) ?? raw;
}

/** Whole steps from 0 to at most `max`, about `count` of them. */
export function stepTicks(max: number, count: number): number[] {
  if (max <= 0) return [0];
  const step = Math.max(1, roundStep(max / count, [1, 2, 5, 10]));
  return Array.from({ length: Math.floor(max / step) + 1 }, (_, i) => i * step);
}

/** From 0 to the first round value that covers `max`, about `count` intervals; the last tick is the axis' end. */
export function linearTicks(max: number, count: number): number[] {
  if (!(max > 0) || !Number.isFinite(max)) return [0, 1];
  const step = roundStep(max / count, ROUND);
  const intervals = Math.ceil(max / step - 1e-9);
  return Array.from({ length: intervals + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}

/** 1, 2 and 5 times powers of ten enclosing [min, max]; only powers of ten where those alone are many. */
export function logTicks(min: number, max: number): number[] {
  if (!(min > 0) || !(max >= min) || !Number.isFinite(max)) return [0.1, 1];
  const low = Math.floor(Math.log10(min));
  const high = Math.ceil(Math.log10(max));
  const factors = high - low > 3 ? [1] : [1, 2, 5];
  const all = Array.from({ length: high - low + 1 }, (_, i) => low + i).flatMap((exponent) =>
    factors.map((factor) => Number((factor * 10 ** exponent).toPrecision(12))),
  );
  const first = all.findLastIndex((tick) => tick <= min);
  const last = all.findIndex((tick) => tick >= max);
  return all.slice(Math.max(0, first), last < 0 ? undefined : Math.max(last, first + 1) + 1);
}
