/**
 * Looks up and fills the texts of one language. Messages are plain strings with `{name}` parameters; plural pairs
 * end in `_one` and `_other` and are picked by `tn`.
 */

import type { en } from './en.ts';
import { createFormatters, type Formatters, type Locale } from './format.ts';

export type MessageKey = keyof typeof en;
/** Every language has exactly the keys of English. */
export type Messages = Readonly<Record<MessageKey, string>>;
/** Bases of plural pairs. */
export type PluralKey = MessageKey extends infer K ? (K extends `${infer Base}_one` ? Base : never) : never;

export type Params = Readonly<Record<string, string | number>>;

export interface Translator {
  readonly locale: Locale;
  readonly format: Formatters;
  t(key: MessageKey, params?: Params): string;
  /** Plural: `{count}` is filled with the formatted count. */
  tn(key: PluralKey, count: number, params?: Params): string;
}

/** Fills `{name}`; an unknown name stays visible rather than vanishing. */
export function fill(
  text: string,
  params: Readonly<Record<string, unknown>>,
  show: (value: unknown) => string = String,
): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? show(params[name]) : whole));
}

export function createTranslator(locale: Locale, messages: Messages): Translator {
  const format = createFormatters(locale);
  const show = (value: unknown) => (typeof value === 'number' ? format.number(value, 4) : String(value));
  const t = (key: MessageKey, params: Params = {}) => fill(messages[key], params, show);
  return {
    locale,
    format,
    t,
    tn: (key, count, params = {}) => t(`${key}_${format.plural(count)}` as MessageKey, { count, ...params }),
  };
}
