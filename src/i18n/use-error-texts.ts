/** Error and reason texts in the page's language, loaded when a component first needs them. */

import { useEffect, useState } from 'react';
import { useI18n } from './react.tsx';

export interface ErrorTexts {
  error(code: string, params?: Readonly<Record<string, unknown>>): string;
  reason(code: string): string;
}
type Catalogue = typeof import('./errors/index.ts');

let loaded: Catalogue | null = null;

/** null until the texts have arrived. */
export function useErrorTexts(): ErrorTexts | null {
  const { locale } = useI18n();
  const [catalogue, setCatalogue] = useState(loaded);
  useEffect(() => {
    if (catalogue) return;
    let current = true;
    import('./errors/index.ts').then(
      (module) => {
        loaded = module;
        if (current) setCatalogue(module);
      },
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [catalogue]);
  return (
    catalogue && {
      error: (code, params) => catalogue.errorText(locale, code, params),
      reason: (code) => catalogue.reasonText(locale, code),
    }
  );
}
