/**
 * Which part of an output is its answer: a marked one (`#### x`, `\boxed{x}`, "the answer is x") or the whole segment
 * before any new question.
 *
 * Several marked answers are all returned; whether they agree is the judge's business.
 */

import { NEW_QUESTION } from '../prompts/stops.ts';

/** The output before a new question begins; a reasoning block `<think>...</think>` is dropped first. */
export function answerSegment(output: string): string {
  const thought = output.replace(/^\s*<think>[\s\S]*?(?:<\/think>|$)/, '');
  const at = NEW_QUESTION.exec(thought)?.index;
  return at === undefined ? thought : thought.slice(0, at);
}

const HASH = /(?:^|[\n ])####[ \t]*([^\n]*)/g;
const PHRASE =
  /(?:(?:the|my) )?(?:final |correct |right )*(?:answer|result)(?: is| would be| must be|:)\s*:?\s*([^\n]*?)(?=\.\s|\.?$|\n|$)|(?:die |das )?(?:richtige |korrekte |endgültige )*(?:antwort|lösung|ergebnis)(?: ist| lautet|:)\s*:?\s*([^\n]*?)(?=\.\s|\.?$|\n|$)/gim;

/** Contents of every `\boxed{...}` and `\fbox{...}` with balanced braces, and of `\boxed 5`. */
export function boxedAnswers(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(/\\f?boxed(?:\s*\{|\s+(?=[^\s{]))/g)) {
    const start = match.index + match[0].length;
    if (!match[0].endsWith('{')) {
      found.push(/^[^\s$]+/.exec(text.slice(start))?.[0] ?? '');
      continue;
    }
    let depth = 1;
    let end = start;
    for (; end < text.length && depth > 0; end++) {
      if (text[end] === '\\') end++;
      else if (text[end] === '{') depth++;
      else if (text[end] === '}') depth--;
    }
    if (depth === 0) found.push(text.slice(start, end - 1));
  }
  return found;
}

export type Marker = 'hash' | 'boxed' | 'phrase';

/** The marked answers of the strongest marker that the segment has, empty ones left out. */
export function markedAnswers(
  segment: string,
): { readonly marker: Marker; readonly answers: readonly string[] } | undefined {
  const filled = (answers: readonly (string | undefined)[]) =>
    answers.map((answer) => (answer ?? '').trim()).filter((answer) => /[\p{L}\p{N}]/u.test(answer));
  const candidates: [Marker, string[]][] = [
    ['hash', filled(Array.from(segment.matchAll(HASH), (match) => match[1]))],
    ['boxed', filled(boxedAnswers(segment))],
    ['phrase', filled(Array.from(segment.matchAll(PHRASE), (match) => match[1] ?? match[2]))],
  ];
  const [marker, answers] = candidates.find(([, found]) => found.length > 0) ?? [];
  return marker && answers ? { marker, answers } : undefined;
}
