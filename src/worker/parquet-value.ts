/**
 * What JSON would hold in place of a Parquet value, told by its column's type (parquet-format, LogicalTypes.md). Nothing is
 * rounded: whole numbers and decimals that a double cannot hold become texts, times keep all their digits.
 *
 * Reads no bytes of a file: the reader's parsers are given here, and types that it refuses or rounds are taken from its
 * schema, so that it hands them on as stored.
 */

import type { FileMetaData, ParquetParsers, SchemaElement } from 'hyparquet';
import { LabError } from '../lib/errors.ts';

/** Nanoseconds in a unit. */
const UNITS = { MILLIS: 1_000_000n, MICROS: 1_000n, NANOS: 1n } as const;
const SECOND = 1_000_000_000n;

const digits = (value: number | bigint, length: number) => String(value).padStart(length, '0');

/** `.5`, `.123456`; empty for none. */
const fraction = (nanos: bigint) => (nanos === 0n ? '' : `.${digits(nanos, 9).replace(/0+$/, '')}`);

/** ISO 8601, as precise as it is stored: dates of no use to Date (year 300,000) as their number. */
function timestamp(nanos: bigint): string {
  const inSecond = ((nanos % SECOND) + SECOND) % SECOND;
  const date = new Date(Number((nanos - inSecond) / 1_000_000n));
  if (Number.isNaN(date.getTime())) return String(nanos);
  return `${date.toISOString().slice(0, -5)}${fraction(inSecond)}Z`;
}

function timeOfDay(nanos: bigint): string {
  const seconds = Number(nanos / SECOND);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => digits(part, 2)).join(':') + fraction(nanos % SECOND);
}

/** ISO 8601 of months, days and milliseconds, four bytes each. */
function interval(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [months, days, millis] = [0, 4, 8].map((at) => view.getUint32(at, true));
  return `P${months}M${days}DT${millis! / 1000}S`;
}

const strict = new TextDecoder('utf-8', { fatal: true });

/** Bytes of a column without a type: a text where they are one. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** What the reader makes of dates, times and JSON. */
export const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (millis) => timestamp(BigInt(millis) * UNITS.MILLIS),
  timestampFromMicroseconds: (micros) => timestamp(BigInt(micros) * UNITS.MICROS),
  timestampFromNanoseconds: (nanos) => timestamp(BigInt(nanos)),
  dateFromDays: (days) => {
    const date = new Date(days * 86_400_000);
    return Number.isNaN(date.getTime()) ? days : date.toISOString().slice(0, -14);
  },
  jsonFromBytes: (bytes) => {
    const text = bytes && new TextDecoder().decode(bytes);
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  },
};

/** The shortest decimal that is this number of 32 bits: 0.1, where its double is 0.10000000149011612. */
export function shortFloat(value: number): number {
  if (Math.fround(value) !== value || !Number.isFinite(value)) return value;
  for (let length = 6; length <= 9; length++) {
    const short = Number(value.toPrecision(length));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** The whole number that big-endian bytes in two's complement are. */
function wholeOf(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, value);
}

/** Digits that every double holds. */
const EXACT_DIGITS = 15;

/** A stored decimal as a number where that is exactly it, else as its digits. */
function decimal(stored: number | bigint | Uint8Array, scale: number): number | string {
  const whole = stored instanceof Uint8Array ? wholeOf(stored) : BigInt(stored);
  const all = digits(whole < 0n ? -whole : whole, scale + 1);
  const point = all.length - scale;
  const text = `${whole < 0n ? '-' : ''}${all.slice(0, point)}${scale > 0 ? `.${all.slice(point)}` : ''}`;
  return all.replace(/^0+/, '').length <= EXACT_DIGITS ? Number(text) : text;
}

/** Whole numbers of 64 bits, bytes and lists of numbers as JSON holds them. */
export function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (value instanceof Uint8Array) return textOf(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, plainValue(entry)]));
  }
  return value;
}

const kindOf = ({ logical_type: logical, converted_type: converted }: SchemaElement) =>
  logical?.type ?? converted;

type Leaf = (stored: never) => unknown;

/** How a column's single values become JSON's. */
function leafOf(element: SchemaElement): Leaf {
  const { type, logical_type: logical, converted_type: converted } = element;
  const kind = kindOf(element);
  if (kind === 'DECIMAL') {
    const scale = element.scale ?? (logical?.type === 'DECIMAL' ? logical.scale : 0);
    return (stored: number | bigint | Uint8Array) => decimal(stored, scale);
  }
  if (kind === 'TIME' || converted === 'TIME_MILLIS' || converted === 'TIME_MICROS') {
    const unit = logical?.type === 'TIME' ? logical.unit : converted === 'TIME_MILLIS' ? 'MILLIS' : 'MICROS';
    return (stored: number | bigint) => timeOfDay(BigInt(stored) * UNITS[unit]);
  }
  if (kind === 'INTERVAL') return interval;
  return type === 'FLOAT' ? shortFloat : plainValue;
}

interface Column {
  readonly element: SchemaElement;
  readonly children: readonly Column[];
}

/** The tree that the file lists from its root on, parents before their children. */
function columnsOf(schema: readonly SchemaElement[]): readonly Column[] {
  let at = 0;
  const next = (): Column => {
    const element = schema[at++]!;
    return { element, children: Array.from({ length: element.num_children ?? 0 }, next) };
  };
  return next().children;
}

export type CellReader = (value: unknown) => unknown;

/** Lists are JSON's, whatever groups stand around their elements; objects and maps are objects. */
function readerOf({ element, children }: Column): CellReader {
  const only = children.length === 1 ? children[0]! : undefined;
  const kind = kindOf(element);
  let inside: CellReader;
  if (children.length === 0) inside = leafOf(element) as CellReader;
  else if (kind === 'VARIANT') inside = plainValue;
  else if (only !== undefined && kind === 'LIST') {
    inside = readerOf(only.children.length === 1 ? only.children[0]! : only);
  } else if (only?.children.length === 2 && (kind === 'MAP' || kind === 'MAP_KEY_VALUE')) {
    const read = readerOf(only.children[1]!);
    inside = (map) => Object.fromEntries(Object.entries(map as object).map(([key, one]) => [key, read(one)]));
  } else {
    const readers = new Map(children.map((child) => [child.element.name, readerOf(child)]));
    inside = (group) =>
      Object.fromEntries(
        Object.entries(group as object).map(([key, one]) => [key, (readers.get(key) ?? plainValue)(one)]),
      );
  }
  const read: CellReader = (value) =>
    value === null || value === undefined ? value : Array.isArray(value) ? value.map(read) : inside(value);
  return read;
}

/**
 * How the cells of each column become JSON's, by the column's name. Throws `import.parquet-columns` {name, column} where
 * two have one name: a row has one field of a name.
 */
export function cellReaders(name: string, schema: readonly SchemaElement[]): ReadonlyMap<string, CellReader> {
  const readers = new Map<string, CellReader>();
  for (const column of columnsOf(schema)) {
    if (readers.has(column.element.name)) {
      throw new LabError('import.parquet-columns', { name, column: column.element.name });
    }
    readers.set(column.element.name, readerOf(column));
  }
  return readers;
}

/** Handed on as stored. */
const AS_STORED: ReadonlySet<string | undefined> = new Set([
  'DECIMAL',
  'TIME',
  'TIME_MILLIS',
  'TIME_MICROS',
  'INTERVAL',
  'BSON',
]);
/** Types that the reader knows by their older names only. */
const OLDER = ['LIST', 'MAP', 'DATE', 'JSON'] as const;

/** The file's metadata as the reader shall take it. */
export function withTypesFor(metadata: FileMetaData): FileMetaData {
  const schema = metadata.schema.map((element): SchemaElement => {
    const kind = kindOf(element);
    const { logical_type: _logical, converted_type: _converted, ...stored } = element;
    if (AS_STORED.has(kind) || AS_STORED.has(element.converted_type)) return stored;
    const older = OLDER.find((name) => name === kind);
    return older === undefined ? element : { ...element, converted_type: older };
  });
  return { ...metadata, schema };
}
