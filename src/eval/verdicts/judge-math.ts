/**
 * Rule judge for mathematics: whether an output states a LaTeX gold, compared as mathematics.
 *
 * Which expression counts: the marked one (`####`, `\boxed`, "the answer is"); else the last one in math delimiters
 * (`$...$`, `\(...\)`, `\[...\]`), or what follows its last equals sign; else a segment of one line as a whole.
 * Differing marked answers are guesses. Needs no delimiters around a marked answer (lm-evaluation-harness #2552).
 */

import { type Judgement, judgement } from './judge-number.ts';
import { sameMath } from './latex/equivalence.ts';
import { markedAnswers } from './stated-answer.ts';

const OPENING = /\$\$|\$|\\\(|\\\[/g;
const CLOSING: Readonly<Record<string, string>> = { $$: '$$', $: '$', '\\(': '\\)', '\\[': '\\]' };

/** What stands in math delimiters, in order; `$...$` within one line. Reads each part of the text once. */
function delimitedParts(text: string): string[] {
  const parts: string[] = [];
  /** Delimiters that close nowhere behind here. */
  const open = new Set<string>();
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match !== null; match = OPENING.exec(text)) {
    const [opening] = match;
    const from = OPENING.lastIndex;
    const end = open.has(opening) ? -1 : text.indexOf(CLOSING[opening]!, from + 1);
    if (end < 0) {
      open.add(opening);
      // Two dollar signs that nothing closes may be single ones.
      OPENING.lastIndex = match.index + 1;
      continue;
    }
    const part = text.slice(from, end);
    if (opening === '$' && part.includes('\n')) continue;
    parts.push(part);
    OPENING.lastIndex = end + CLOSING[opening]!.length;
  }
  return parts;
}

/** A sentence's words around a marked expression: "the answer is $x$ cm" has one delimited part. */
function statedIn(answer: string): string {
  const parts = delimitedParts(answer);
  return parts.length === 1 ? parts[0]! : answer;
}

/** Judges a segment that is already cut before any new question. */
export function judgeMath(segment: string, golds: readonly string[]): Judgement {
  const isGold = (answer: string) => golds.some((gold) => sameMath(answer, gold));
  const states = (text: string) => isGold(text) || isGold(text.slice(text.lastIndexOf('=') + 1));
  const marked = markedAnswers(segment);
  if (marked !== undefined) {
    const how = `judge.marked-${marked.marker}`;
    const answers = marked.answers.map(statedIn);
    const right = answers.filter(isGold).length;
    if (right === answers.length) return judgement(true, 'judge.math-equal', how);
    return judgement(false, right > 0 ? 'judge.several-guesses' : 'judge.other-math', how);
  }
  const last = delimitedParts(segment).at(-1);
  if (last !== undefined) {
    return states(last)
      ? judgement(true, 'judge.math-equal', 'judge.last-math')
      : judgement(false, 'judge.other-math', 'judge.last-math');
  }
  const line = segment.trim();
  if (line.includes('\n')) return judgement(false, 'judge.no-math');
  return states(line) ? judgement(true, 'judge.math-equal') : judgement(false, 'judge.other-math');
}
