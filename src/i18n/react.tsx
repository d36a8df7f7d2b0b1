/**
 * The language of the page as a React context. English is in the main bundle, German arrives on demand; the page
 * speaks the old language until the new one is there.
 */

import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { en } from './en.ts';
import type { Locale } from './format.ts';
import { createTranslator, type Translator } from './translate.ts';

const english = createTranslator('en', en);
const I18nContext = createContext<Translator>(english);

/** English for a language that cannot be loaded now (offline, new release). */
export async function firstTranslator(locale: Locale): Promise<Translator> {
  return loadTranslator(locale).catch(() => english);
}

async function loadTranslator(locale: Locale): Promise<Translator> {
  if (locale === 'en') return english;
  const { de } = await import('./de.ts');
  return createTranslator('de', de);
}

interface I18nProviderProps {
  locale: Locale;
  /** What the first paint speaks; later languages replace it once they are loaded. */
  initial: Translator;
  children: ReactNode;
}

export function I18nProvider({ locale, initial, children }: I18nProviderProps) {
  const [translator, setTranslator] = useState(initial);
  useEffect(() => {
    let current = true;
    loadTranslator(locale).then(
      (loaded) => {
        if (current) setTranslator(loaded);
      },
      // A chunk that cannot be loaded (offline, new release) leaves the language as it is.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [locale]);
  useEffect(() => {
    document.documentElement.lang = translator.locale;
    document.title = translator.t('app.title');
  }, [translator]);
  return <I18nContext value={translator}>{children}</I18nContext>;
}

export function useI18n(): Translator {
  return use(I18nContext);
}
