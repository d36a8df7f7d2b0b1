/** Language, theme and kernels: guessed from the browser or measured, remembered in this browser only. */

import type { Locale } from '../i18n/format.ts';

export type Theme = 'system' | 'light' | 'dark';

export interface Preferences {
  readonly locale: Locale;
  readonly theme: Theme;
  /** Kernel variant to compute with; absent: the fastest by measurement. */
  readonly kernels?: string;
}

const STORAGE_KEY = 'soft-prompt-lab.preferences';

export function guessLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    const base = language.toLowerCase().split('-')[0];
    if (base === 'de' || base === 'en') return base;
  }
  return 'en';
}

/** Reads what an earlier visit stored; anything else than the known words is ignored (kernels: the worker knows them). */
export function parsePreferences(stored: string | null, languages: readonly string[]): Preferences {
  const fallback: Preferences = { locale: guessLocale(languages), theme: 'system' };
  if (stored === null) return fallback;
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value !== 'object' || value === null) return fallback;
    const { locale, theme, kernels } = value as Record<string, unknown>;
    return {
      locale: locale === 'en' || locale === 'de' ? locale : fallback.locale,
      theme: theme === 'light' || theme === 'dark' ? theme : 'system',
      ...(typeof kernels === 'string' ? { kernels } : {}),
    };
  } catch {
    return fallback;
  }
}

/** Storage can be switched off; then the choice lasts as long as the page. */
export function loadPreferences(): Preferences {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(STORAGE_KEY);
  } catch {
    stored = null;
  }
  return parsePreferences(stored, globalThis.navigator?.languages ?? []);
}

export function savePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(preferences));
  } catch {
    return;
  }
}
