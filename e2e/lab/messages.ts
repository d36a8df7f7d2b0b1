/** Codes to English sentences for the terminal: the same catalogue as the page's. */

import { errorText, hasErrorText } from '../../src/i18n/errors/index.ts';
import type { ErrorData, ErrorParams } from '../../src/lib/errors.ts';

/** The sentence of an error and, where there is one, the text of what caused it. */
export function describeError(
  error: Pick<ErrorData, 'code' | 'params'> & { readonly detail?: string },
): string {
  const sentence = hasErrorText(error.code, 'en')
    ? errorText('en', error.code, error.params)
    : `${error.code} ${JSON.stringify(error.params)}`;
  return error.detail ? `${sentence}\n  ${error.detail.replace(/\n/g, '\n  ')}` : sentence;
}

/** The sentence of a row's reason. */
export function describeReason(code: string, params: ErrorParams): string {
  return hasErrorText(code, 'en') ? errorText('en', code, params) : code;
}
