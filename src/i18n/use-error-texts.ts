/** Error and reason texts in the page's language, loaded when a component first needs them. */

import { useEffect, useState } from 'react';
import { useI18n } from './react.tsx';

type ErrorText = (code: string, params?: Readonly<Record<string, unknown>>) => string;
type Catalogue = typeof import('./errors/index.ts');

let loaded: Catalogue | null = null;

/** null until the texts have arrived. */
export function useErrorTexts(): ErrorText | null {
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
  return catalogue && ((code, params) => catalogue.errorText(locale, code, params));
}
