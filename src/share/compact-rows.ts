/** Reading the nested rows of links: what is not laid out as it must be is an error that names its field. */

import { LabError } from '../lib/errors.ts';

export function malformed(field: string): never {
  throw new LabError('share.schema', { field, reason: 'unexpected layout' });
}

export function rows(value: unknown, field: string): unknown[] {
  return Array.isArray(value) ? value : malformed(field);
}

export function numbers(value: unknown, field: string): number[] {
  const list = rows(value, field);
  return list.every((entry) => typeof entry === 'number') ? (list as number[]) : malformed(field);
}
