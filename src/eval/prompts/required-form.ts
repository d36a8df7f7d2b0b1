/** The required output of an open item, made from its gold; the inverse of verdicts/open-form.ts. */

import type { RequiredForm } from '../types.ts';

export const HASH_MARKER = '####';

export function requiredOutput(gold: string, form: RequiredForm = { kind: 'hash' }): string {
  switch (form.kind) {
    case 'hash':
      return `${HASH_MARKER} ${gold}`;
  }
}
