/**
 * Which part of an output is its answer: a marked one (`#### x`, `\boxed{x}`, "the answer is x") or the whole segment
 * before any new question.
 *
 * Of several marked answers the last one counts when reasoning lies between; those that follow one another directly are
 * all returned, and whether they agree is the judge's business.
 */

import { NEW_QUESTION } from '../prompts/stops.ts';

/** The output before a new question begins; a reasoning block `<think>...</think>` is dropped first. */
export function answerSegment(output: string): string {
  const thought = output.replace(/^\s*<think>[\s\S]*?(?:<\/think>|$)/, '');
  return thought.slice(0, NEW_QUESTION.exec(thought)?.index);
}

const HASH = /####((?:(?!####)[^\n])*)/g;

/** A sentence ends at a period after a word of four letters, a digit or a bracket; "St." and "D.C." end none. */
const SENTENCE_END = String.raw`(?=(?<=[\p{L}]{4}|\p{N}|[)\]}"'”*$])[.!?](?:\s|$)|\n|$)`;
const ENGLISH = String.raw`\b(?:the |my |our )?(?:(?:final|correct|right|best) )*(?:answer|result|solution)(?: to (?:the|this) question)?(?:(?: is| would be| must be| should be)\b:?|:)`;
const GERMAN = String.raw`\b(?:die |das |meine )?(?:(?:richtige|korrekte|endgültige) )*(?:antwort|lösung|ergebnis)(?:(?: ist| lautet| wäre)\b:?|:)`;
const PHRASE = new RegExp(String.raw`(?:${ENGLISH}|${GERMAN})([^\n]*?)${SENTENCE_END}`, 'giu');
/** Not an answer but the announcement of one. */
const ANNOUNCED = /^(?:as follows|the following|below|given|wie folgt)\b/i;

interface Stated {
  readonly answer: string;
  readonly start: number;
  readonly end: number;
}

/** Where each brace closes, by the place where it opens; a backslash takes the character after it out. */
function closingBraces(text: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '{') open.push(i);
    else if (text[i] === '}') {
      const from = open.pop();
      if (from !== undefined) closing.set(from, i);
    }
  }
  return closing;
}

function findBoxed(text: string): Stated[] {
  const found: Stated[] = [];
  let closing: ReadonlyMap<number, number> | undefined;
  for (const match of text.matchAll(/\\(?:boxed|fbox)(?:\s*\{|\s+(?=[^\s$]))/g)) {
    const from = match.index + match[0].length;
    if (!match[0].endsWith('{')) {
      const answer = /[^\s$]+/.exec(text.slice(from))![0];
      found.push({ answer, start: match.index, end: from + answer.length });
      continue;
    }
    closing ??= closingBraces(text);
    const end = closing.get(from - 1);
    if (end !== undefined) found.push({ answer: text.slice(from, end), start: match.index, end: end + 1 });
  }
  return found;
}

/** Contents of every `\boxed{...}` and `\fbox{...}` with balanced braces, and of `\boxed 5`. */
export function boxedAnswers(text: string): string[] {
  return findBoxed(text).map(({ answer }) => answer);
}

function findPattern(text: string, pattern: RegExp): Stated[] {
  return Array.from(text.matchAll(pattern), (match) => ({
    answer: match[1]!,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Words between two marked answers from which the later one counts as a revision and not as a second guess. */
const REVISION_WORDS = 4;

/** The last marked answers: those that no reasoning separates from the last one (inspect_ai #721: the last wins). */
function lastGroup(text: string, found: readonly Stated[]): Stated[] {
  let first = found.length - 1;
  while (first > 0) {
    const between = text.slice(found[first - 1]!.end, found[first]!.start);
    if (Array.from(between.matchAll(/\p{L}+/gu)).length >= REVISION_WORDS) break;
    first--;
  }
  return found.slice(Math.max(0, first));
}

export type Marker = 'hash' | 'boxed' | 'phrase';

export interface MarkedAnswers {
  readonly marker: Marker;
  /** One answer; several, each once, where the output marks differing ones one after another. */
  readonly answers: readonly string[];
}

/** The last marked answers of the strongest marker that the segment has, empty ones left out. */
export function markedAnswers(segment: string): MarkedAnswers | undefined {
  const candidates: [Marker, Stated[]][] = [
    ['hash', findPattern(segment, HASH)],
    ['boxed', findBoxed(segment)],
    ['phrase', findPattern(segment, PHRASE).filter(({ answer }) => !ANNOUNCED.test(answer.trim()))],
  ];
  for (const [marker, found] of candidates) {
    const filled = found.filter(({ answer }) => /[\p{L}\p{N}]/u.test(answer));
    const answers = [...new Set(lastGroup(segment, filled).map(({ answer }) => answer.trim()))];
    if (answers.length > 0) return { marker, answers };
  }
  return undefined;
}
