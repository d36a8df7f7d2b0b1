/**
 * Why an exact match is (nearly) zero, said instead of a silent 0 % (lm-evaluation-harness #2279, lighteval #686): the
 * most frequent format reason, and whether knowledge is there.
 */

import type { Verdict } from '../types.ts';

export interface ZeroDiagnosis {
  readonly code: 'eval.zero-format' | 'eval.zero-knowledge' | 'eval.zero-both';
  readonly params: {
    /** Code of the most frequent format reason; its text is in i18n. */
    readonly reason: string;
    readonly count: number;
    readonly n: number;
    readonly known: number;
  };
}

/** Shares under this count as zero. */
const NEARLY_ZERO = 0.02;
/** A knowledge share from which the missing exact matches are a matter of format. */
const KNOWS = 0.2;

/** Undefined unless hardly any verdict is an exact match. */
export function diagnoseZero(verdicts: readonly Verdict[]): ZeroDiagnosis | undefined {
  const n = verdicts.length;
  const exact = verdicts.filter((verdict) => verdict.exactMatch).length;
  if (n === 0 || exact / n > NEARLY_ZERO) return undefined;
  const counts = new Map<string, number>();
  for (const verdict of verdicts) {
    for (const reason of verdict.reasons) {
      if (reason.startsWith('format.')) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
  }
  const [reason = '', count = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  const known = verdicts.filter((verdict) => verdict.knowledge).length;
  const followed = verdicts.filter((verdict) => verdict.format).length;
  const params = { reason, count, n, known };
  if (known / n >= KNOWS) return { code: 'eval.zero-format', params };
  return { code: followed / n >= KNOWS ? 'eval.zero-knowledge' : 'eval.zero-both', params };
}
