/**
 * A user's regular expression, run so that it cannot freeze the page: patterns that can backtrack exponentially are
 * refused, and the text is short.
 *
 * Refused: a repeated group that itself repeats or has alternatives inside (`(a+)+`, `(a|b)*`), backreferences, and
 * look-behind with repetition. What is left is polynomial, and harmless on at most 500 characters.
 */

import { LabError } from '../../lib/errors.ts';

export const MAXIMUM_TEXT = 500;
const MAXIMUM_PATTERN = 300;

/** Why a pattern is refused, or undefined. */
export function patternFault(
  pattern: string,
): 'too-long' | 'invalid' | 'nested-repetition' | 'backreference' | undefined {
  if (pattern.length > MAXIMUM_PATTERN) return 'too-long';
  try {
    new RegExp(pattern, 'u');
  } catch {
    return 'invalid';
  }
  const bare = pattern.replace(/\\[^1-9k]/g, 'x').replace(/\[(?:[^\]])*\]/g, 'x');
  if (/\\(?:[1-9]|k)/.test(bare)) return 'backreference';
  /** Whether each open group, innermost first, holds a repetition or an alternative. */
  const groups: boolean[] = [];
  let closed = false;
  for (let i = 0; i < bare.length; i++) {
    const repeats = /^(?:[*+]|\{\d+,\d*\})/.test(bare.slice(i));
    if (repeats && closed) return 'nested-repetition';
    closed = bare[i] === ')' && groups.shift()!;
    if (bare[i] === '(') groups.unshift(false);
    else if (repeats || closed || bare[i] === '|') groups[0] = true;
  }
  return undefined;
}

/** The first match of a safe pattern in the first 500 characters; group 1, or the whole match. Error: eval.bad-pattern. */
export function matchPattern(pattern: string, text: string): string | undefined {
  const fault = patternFault(pattern);
  if (fault !== undefined) throw new LabError('eval.bad-pattern', { pattern, fault });
  const match = new RegExp(pattern, 'u').exec(text.slice(0, MAXIMUM_TEXT));
  return match === null ? undefined : (match[1] ?? match[0]);
}
