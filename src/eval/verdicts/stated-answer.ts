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

const HASH = /####[ \t]*((?:(?!####)[^\n])*)/g;

/** A sentence ends at a period after a word of four letters, a digit or a bracket; "St." and "D.C." end none. */
const SENTENCE_END = String.raw`(?=(?<=[\p{L}]{4}|\p{N}|[)\]}"'”*$])[.!?](?:\s|$)|\n|$)`;
const ENGLISH = String.raw`\b(?:the |my |our )?(?:(?:final|correct|right|best) )*(?:answer|result|solution)(?: to (?:the|this) question)?(?:(?: is| would be| must be| should be)\b:?|:)`;
const GERMAN = String.raw`\b(?:die |das |meine )?(?:(?:richtige|korrekte|endgültige) )*(?:antwort|lösung|ergebnis)(?:(?: ist| lautet| wäre)\b:?|:)`;
const PHRASE = new RegExp(String.raw`(?:${ENGLISH}|${GERMAN})[ \t]*([^\n]*?)${SENTENCE_END}`, 'giu');
/** Not an answer but the announcement of one. */
const ANNOUNCED = /^(?:as follows|the following|below|given|wie folgt)\b/i;

/** Contents of every `\boxed{...}` and `\fbox{...}` with balanced braces, and of `\boxed 5`. */
export function boxedAnswers(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(/\\f?boxed(?:\s*\{|\s+(?=[^\s{]))/g)) {
    const start = match.index + match[0].length;
    if (!match[0].endsWith('{')) {
      found.push(/^[^\s$]+/.exec(text.slice(start))![0]);
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

export interface MarkedAnswers {
  readonly marker: Marker;
  readonly answers: readonly string[];
}

/** The marked answers of the strongest marker that the segment has, empty ones left out. */
export function markedAnswers(segment: string): MarkedAnswers | undefined {
  const filled = (answers: readonly (string | undefined)[]) =>
    answers.map((answer) => (answer ?? '').trim()).filter((answer) => /[\p{L}\p{N}]/u.test(answer));
  const candidates: [Marker, string[]][] = [
    ['hash', filled(Array.from(segment.matchAll(HASH), (match) => match[1]))],
    ['boxed', filled(boxedAnswers(segment))],
    [
      'phrase',
      filled(Array.from(segment.matchAll(PHRASE), (match) => match[1])).filter((one) => !ANNOUNCED.test(one)),
    ],
  ];
  const [marker, answers] = candidates.find(([, found]) => found.length > 0) ?? [];
  return marker && answers ? { marker, answers } : undefined;
}
