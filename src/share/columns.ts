/**
 * What makes a result's tables short before deflate: named fields by position, columns of numbers as scaled
 * integers and their differences.
 */

/** An object's values in the order of `fields`; undefined becomes null. */
export function toRow<T extends object, K extends keyof T & string>(
  value: T,
  fields: readonly K[],
): unknown[] {
  return fields.map((field) => value[field] ?? null);
}

/** The reverse of toRow; undefined where it is no row of this length. `optional` fields turn null into absence. */
export function fromRow<K extends string>(
  row: unknown,
  fields: readonly K[],
  optional: readonly K[] = [],
): Record<K, unknown> | undefined {
  if (!Array.isArray(row) || row.length !== fields.length) return undefined;
  const entries = fields.map((field, i): [K, unknown] => [field, row[i]]);
  return Object.fromEntries(
    entries.filter(([field, value]) => value !== null || !optional.includes(field)),
  ) as Record<K, unknown>;
}

/** First value, then differences: consecutive steps become runs of equal numbers. */
export function toDifferences(values: readonly number[]): number[] {
  return values.map((value, i) => value - (i === 0 ? 0 : values[i - 1]!));
}

export function fromDifferences(differences: readonly number[]): number[] {
  let sum = 0;
  return differences.map((difference) => {
    sum += difference;
    return sum;
  });
}

/** To `digits` significant decimal digits, as a link keeps measured numbers. */
export function rounded(value: number, digits: number): number {
  const near = Number(value.toPrecision(digits));
  return Number.isFinite(near) ? near : value;
}

/**
 * A column of measured numbers as [decimals, differences of integers]: the largest gets `digits` digits, and all
 * the same number of decimals, so each value is kept to 5 parts in 10^digits of the largest.
 */
export function toFixedColumn(values: readonly number[], digits: number): [number, number[]] {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const magnitude = largest === 0 ? digits : Math.floor(Math.log10(largest)) + 1;
  const decimals = Math.min(digits - magnitude, 300);
  return [decimals, toDifferences(values.map((value) => Math.round(value * 10 ** decimals)))];
}

export function fromFixedColumn(decimals: number, differences: readonly number[]): number[] {
  return fromDifferences(differences).map((value) =>
    decimals < 0 ? value * 10 ** -decimals : value / 10 ** decimals,
  );
}
