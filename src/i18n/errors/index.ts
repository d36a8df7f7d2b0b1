/**
 * All error and reason texts, merged from the fragments in this folder (one a room: `<room>.ts` exports
 * `<room>Errors = { en, de }`). Kept out of the main bundle: import it with `import()`.
 */

import type { Locale } from '../format.ts';
import { createFormatters } from '../format.ts';
import { fill } from '../translate.ts';

type Fragment = Readonly<Record<Locale, Readonly<Record<string, string>>>>;

const modules = import.meta.glob<Record<string, Fragment>>(['./*.ts', '!./index.ts', '!./*.test.ts'], {
  eager: true,
});

function merge(locale: Locale): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const fragment of Object.values(modules).flatMap((module) => Object.values(module))) {
    for (const [code, text] of Object.entries(fragment[locale])) texts.set(code, text);
  }
  return texts;
}

const catalogue: Readonly<Record<Locale, ReadonlyMap<string, string>>> = {
  en: merge('en'),
  de: merge('de'),
};

export function hasErrorText(code: string, locale: Locale): boolean {
  return catalogue[locale].has(code);
}

/** The codes that have a text in `locale`. */
export function errorCodes(locale: Locale): readonly string[] {
  return [...catalogue[locale].keys()];
}

/** The sentence for a code; a code without one (older link, newer worker) shows the general sentence. */
export function errorText(
  locale: Locale,
  code: string,
  params: Readonly<Record<string, unknown>> = {},
): string {
  const format = createFormatters(locale);
  const show = (value: unknown): string => {
    if (typeof value === 'number') return format.number(value, 4);
    return Array.isArray(value) ? value.map(show).join(', ') : String(value);
  };
  const texts = catalogue[locale];
  return fill(texts.get(code) ?? texts.get('internal.unexpected') ?? code, params, show);
}

/** The words for a verdict's reason; one without a text shows its code, which still says more than nothing. */
export function reasonText(locale: Locale, code: string): string {
  return catalogue[locale].get(code) ?? code;
}
