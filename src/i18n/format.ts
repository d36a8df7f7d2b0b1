/**
 * Numbers, shares, sizes and times as text, by `Intl`, for one locale. Pure; holds no sentences.
 */

import type { Rate } from '../eval/types.ts';

export type Locale = 'en' | 'de';

export interface Formatters {
  /** At most `digits` fraction digits (default 0), grouped. */
  number(value: number, digits?: number): string;
  /** Exactly `digits` fraction digits, for numbers that stand under each other. */
  fixed(value: number, digits: number): string;
  /** Significant digits, for losses and differences that span magnitudes. */
  significant(value: number, digits?: number): string;
  /** A share in [0, 1] as percent with one fraction digit. */
  percent(share: number, digits?: number): string;
  /** A very small share, e.g. 0.0006 %, with two significant digits. */
  smallPercent(share: number): string;
  /** "95.3–99.9 %": the interval of a rate. */
  interval(rate: Pick<Rate, 'low' | 'high'>): string;
  /** Decimal units as in download dialogs: kB, MB, GB. */
  bytes(count: number): string;
  /** "8.2 s", "1 min 05 s", "2 h 03 min". */
  duration(seconds: number): string;
  /** Day and time of an ISO timestamp; the raw text where it is no date. */
  dateTime(iso: string): string;
  plural(count: number): 'one' | 'other';
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

function byteParts(count: number): { value: number; unit: string } {
  let value = count;
  let step = 0;
  while (value >= 999.5 && step < BYTE_UNITS.length - 1) {
    value /= 1000;
    step++;
  }
  return { value, unit: BYTE_UNITS[step]! };
}

export function createFormatters(locale: Locale): Formatters {
  const cache = new Map<string, Intl.NumberFormat>();
  const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const key = JSON.stringify(options);
    let format = cache.get(key);
    if (!format) {
      format = new Intl.NumberFormat(locale, options);
      cache.set(key, format);
    }
    return format;
  };
  // `Intl` writes a hyphen before negative numbers; the minus sign is as wide as a plus and does not break a line.
  const write = (value: number, options: Intl.NumberFormatOptions) =>
    numberFormat(options).format(value).replace('-', '\u2212');
  const rules = new Intl.PluralRules(locale);
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

  const number = (value: number, digits = 0) => write(value, { maximumFractionDigits: digits });
  const fixed = (value: number, digits: number) =>
    write(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  // German sets a space before the sign, English none; `Intl` knows.
  const percent = (share: number, digits = 1) =>
    write(share, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits });

  return {
    number,
    fixed,
    significant: (value, digits = 3) => write(value, { maximumSignificantDigits: digits }),
    percent,
    smallPercent: (share) => write(share, { style: 'percent', maximumSignificantDigits: 2 }),
    interval: ({ low, high }) => `${fixed(low * 100, 1)}–${percent(high)}`,
    bytes: (count) => {
      const { value, unit } = byteParts(count);
      return `${number(value, unit === 'B' || value >= 100 ? 0 : 1)}\u00a0${unit}`;
    },
    duration: (seconds) => {
      if (seconds < 10) return `${fixed(seconds, 1)}\u00a0s`;
      const whole = Math.round(seconds);
      if (whole < 60) return `${whole}\u00a0s`;
      const pad = (value: number) => String(value).padStart(2, '0');
      if (whole < 3600) return `${Math.floor(whole / 60)}\u00a0min ${pad(whole % 60)}\u00a0s`;
      const minutes = Math.round(seconds / 60);
      return `${Math.floor(minutes / 60)}\u00a0h ${pad(minutes % 60)}\u00a0min`;
    },
    dateTime: (iso) => {
      const date = new Date(iso);
      return Number.isNaN(date.getTime()) ? iso : dates.format(date);
    },
    plural: (count) => (rules.select(count) === 'one' ? 'one' : 'other'),
  };
}
