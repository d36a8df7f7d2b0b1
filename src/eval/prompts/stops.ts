/**
 * Where a generation ends, besides the end token: closed at the first newline; open where a new question begins.
 *
 * Question markers count at the start of a line only (a bare "Question" inside reasoning must not stop it,
 * sgl-project/sglang #29264). A rule that would cut into a gold answer is found by `stopConflicts` before a run
 * (lighteval #649: the stop "=" inside GSM8K golds).
 */

import type { Item, Task } from '../types.ts';
import { answerContinuation } from './few-shot.ts';

/** A line that opens another question, or a special token written out (`<|user|>`), wherever it stands. */
export const NEW_QUESTION =
  /(?:^|\n)[ \t]*(?:Question|Quiz|Problem|Exercise|Passage|Q|Frage|Aufgabe)[ \t]*\d*[ \t]*[:.)](?=\s|$)|<\|/;

export interface StopRule {
  readonly name: 'newline' | 'new-question';
  /** Offset at which the text is cut, or -1. */
  find(text: string): number;
}

const NEWLINE: StopRule = { name: 'newline', find: (text) => text.indexOf('\n') };

const QUESTION: StopRule = {
  name: 'new-question',
  find: (text) => text.search(NEW_QUESTION),
};

/** The stop rule of a task. */
export function stopRule(task: Task): StopRule {
  return task === 'closed' ? NEWLINE : QUESTION;
}

/** The text before the first stop. */
export function cutAtStop(task: Task, text: string): string {
  const at = stopRule(task).find(text);
  return at < 0 ? text : text.slice(0, at);
}

/** The items whose required output the stop rule would cut; empty before a sound run. */
export function stopConflicts(items: readonly Item[]): readonly Item[] {
  return items.filter((item) => stopRule(item.task).find(answerContinuation(item)) >= 0);
}
