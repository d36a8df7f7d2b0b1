/** Building blocks of the schemas for what comes from outside: every length is bounded, every number finite. */

import * as v from 'valibot';
import { LabError } from '../lib/errors.ts';

export const name = v.pipe(v.string(), v.maxLength(1_000));
export const text = v.pipe(v.string(), v.maxLength(100_000));
export const number = v.pipe(v.number(), v.finite());
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
export const difference = v.pipe(v.number(), v.minValue(-1), v.maxValue(1));
export const seconds = v.pipe(v.number(), v.finite(), v.minValue(0));
export const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
/** A split of several files has their hashes joined by a plus sign. */
export const splitHash = v.pipe(v.string(), v.maxLength(6_500), v.regex(/^[0-9a-f]{64}(\+[0-9a-f]{64})*$/));
export const list = <S extends v.GenericSchema>(item: S, most: number) =>
  v.pipe(v.array(item), v.maxLength(most));
export const dictionary = <S extends v.GenericSchema>(value: S) =>
  v.pipe(
    v.record(name, value),
    v.check((entries) => Object.keys(entries).length <= 200),
  );

/** Errors: share.schema, with the first field that does not fit. */
export function check<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  throw new LabError('share.schema', {
    field: v.getDotPath(issue) ?? '',
    reason: issue.message.slice(0, 200),
  });
}
