/**
 * Where a generation ends, besides the end token and the budget, by the form the answer must have.
 *
 * A closed answer ends at the first line break. An open one ends where a new question begins, and before that where the
 * form has been given: those judged by their first line (hash, phrase, letter, pattern) at the line break after the first
 * text, those that may stand deeper (box, JSON) at the first blank line. Question markers count at the start of a line
 * only (a bare "Question" inside reasoning must not stop it, sgl-project/sglang #29264).
 *
 * A rule must not cut what it waits for: it is chosen by all golds, of train and test, before a run (lighteval #649: the
 * stop "=" inside GSM8K golds). Where a gold, an alias or a worked-out solution before the answer (GSM8K, MATH) would be
 * cut, the next wider rule of the form takes its place.
 */

import type { Item, RequiredForm, StopRuleName } from '../types.ts';
import { DEFAULT_FORM, requiredOutput } from './required-form.ts';

/** A line that opens another question, or a special token written out (`<|user|>`), wherever it stands. */
export const NEW_QUESTION =
  /(?:^|\n)[ \t]*(?:Question|Quiz|Problem|Exercise|Passage|Q|Frage|Aufgabe)[ \t]*\d*[ \t]*[:.)](?=\s|$)|<\|/;

const TEXT = /\S/;
const MARKED = /####[ \t]*[^\s#]/;

/** Where each rule cuts a text; -1 = nowhere. */
const FINDERS: Readonly<Record<StopRuleName, (text: string) => number>> = {
  newline: (text) => text.indexOf('\n'),
  'text-line': (text) => earlier(lineEnd(text, TEXT), newQuestion(text)),
  'marked-line': (text) => earlier(lineEnd(text, MARKED), newQuestion(text)),
  'blank-line': (text) => earlier(blankLine(text), newQuestion(text)),
  'new-question': newQuestion,
};

function newQuestion(text: string): number {
  return text.search(NEW_QUESTION);
}

/** The line break after the first match of `pattern`. */
function lineEnd(text: string, pattern: RegExp): number {
  const start = text.search(pattern);
  return start < 0 ? -1 : text.indexOf('\n', start);
}

/** The line break before the first blank line after text. */
function blankLine(text: string): number {
  const start = text.search(TEXT);
  const at = text.slice(start).search(/\n[ \t\r]*\n/);
  return at < 0 ? -1 : start + at;
}

function earlier(a: number, b: number): number {
  return a < 0 || b < 0 ? Math.max(a, b) : Math.min(a, b);
}

/** Rules that suit a form. */
const RULES_OF: Readonly<Record<RequiredForm['kind'] | 'closed', readonly StopRuleName[]>> = {
  closed: ['newline'],
  hash: ['text-line', 'marked-line', 'new-question'],
  phrase: ['text-line', 'blank-line', 'new-question'],
  letter: ['text-line', 'blank-line', 'new-question'],
  regex: ['text-line', 'blank-line', 'new-question'],
  boxed: ['blank-line', 'new-question'],
  json: ['blank-line', 'new-question'],
};

const NARROWEST_FIRST: readonly StopRuleName[] = [
  'newline',
  'text-line',
  'blank-line',
  'marked-line',
  'new-question',
];

/** Required outputs without the space before them: any option, or the open answer. */
function required({ task, options = [], answer, accepted, form }: Item, asked = form): readonly string[] {
  if (task === 'closed') return asked?.kind === 'letter' ? [] : options;
  return [asked === form ? answer : requiredOutput(accepted[0]!, asked)];
}

/** What else a right output may be: an alias in the form, the answer behind its worked-out solution. */
function possible(item: Item, asked = item.form): readonly string[] {
  if (item.task === 'closed') return [];
  const aliases = item.accepted.slice(1).map((alias) => requiredOutput(alias, asked));
  if (item.rationale === undefined) return aliases;
  return [...aliases, `${item.rationale}\n${required(item, asked)[0]}`];
}

const cuts = (name: StopRuleName, text: string) => FINDERS[name](` ${text}`) >= 0;
/** Before where every rule would: what reads as a new question ends an output in any case. */
const cutsEarly = (name: StopRuleName, text: string) =>
  cuts(name, text) && FINDERS[name](` ${text}`) !== newQuestion(` ${text}`);

export interface StopChoice {
  readonly rule: StopRuleName;
  /** Whether a gold ruled out the narrowest rule that suits the form. */
  readonly widened: boolean;
  /** Items with a required output that even the widest rule would cut; empty before a sound run. */
  readonly conflicts: readonly Item[];
}

/**
 * The narrowest rule that suits the forms of all items and cuts none of their golds. `golds`: train and test items of one
 * task, in their own form or in the one that is `asked`. Aliases and solutions rule a rule out but are no conflict: they
 * are not required.
 */
export function chooseStopRule(golds: readonly Item[], asked?: RequiredForm): StopChoice {
  const kinds = new Set(
    golds.map(({ task, form = DEFAULT_FORM }) => (task === 'closed' ? 'closed' : (asked ?? form).kind)),
  );
  const suited = NARROWEST_FIRST.filter((name) => [...kinds].every((kind) => RULES_OF[kind].includes(name)));
  const spares = (name: StopRuleName) =>
    golds.every(
      (item) =>
        !required(item, asked).some((text) => cuts(name, text)) &&
        !possible(item, asked).some((text) => cutsEarly(name, text)),
    );
  const rule = suited.find(spares) ?? suited.at(-1)!;
  return {
    rule,
    widened: rule !== suited[0],
    conflicts: golds.filter((item) => required(item, asked).some((text) => cuts(rule, text))),
  };
}

/** Whether a generation has come to its stop. */
export function isStopped(rule: StopRuleName, text: string): boolean {
  return FINDERS[rule](text) >= 0;
}

/** The text before the first stop. */
export function cutAtStop(rule: StopRuleName, text: string): string {
  const at = FINDERS[rule](text);
  return at < 0 ? text : text.slice(0, at);
}
