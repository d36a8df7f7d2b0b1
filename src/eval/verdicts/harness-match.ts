/**
 * Extracted match as lm-evaluation-harness scores it, beside our strict exact match, so that the scoring schools can be
 * compared. Faithful to the harness, its weaknesses included; knowledge is judged elsewhere (judge.ts).
 *
 * GSM8K (`gsm8k.yaml`): strict = first `#### (\-?[0-9\.\,]+)`; flexible = last `(-?[$0-9.,]{2,})|(-?[0-9]+)`; both are
 * compared without `,`, `$` and a final point (what else the harness deletes, those filters never take out).
 * Short answers (TriviaQA, NQ-open): the first line against gold and aliases, lower case, ASCII punctuation deleted.
 * Options: strict = the first line is the gold option; flexible = the first letter that stands alone.
 */

import type { Item } from '../types.ts';
import { firstLine } from './closed.ts';
import { isQuantity } from './numbers.ts';

export interface Extracted {
  /** What the filter took out of the output; '[invalid]' where it found nothing. */
  readonly answer: string;
  readonly match: boolean;
}

export interface HarnessMatch {
  readonly strict: Extracted;
  readonly flexible: Extracted;
}

const INVALID = '[invalid]';
const STRICT_NUMBER = /#### (-?[0-9.,]+)/;
const FLEXIBLE_NUMBER = /(-?[$0-9.,]{2,})|(-?[0-9]+)/g;

/** The harness's clean-up for GSM8K (`regexes_to_ignore`). */
function cleanNumber(text: string): string {
  return text.replaceAll(',', '').replaceAll('$', '').replace(/\.$/, '');
}

const PUNCTUATION = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/g;

function cleanText(text: string): string {
  return text.toLowerCase().replace(PUNCTUATION, '');
}

/** The text up to the task's stop strings `Question:`, `</s>`, `<|im_end|>`. */
function beforeStop(output: string): string {
  return output.split(/Question:|<\/s>|<\|im_end\|>/, 1)[0]!;
}

function matchNumber(item: Item, output: string): HarnessMatch {
  const gold = cleanNumber(item.accepted[0]!);
  const extracted = (answer: string): Extracted => ({ answer, match: cleanNumber(answer) === gold });
  const text = beforeStop(output);
  return {
    strict: extracted(STRICT_NUMBER.exec(text)?.[1] ?? INVALID),
    flexible: extracted(Array.from(text.matchAll(FLEXIBLE_NUMBER)).at(-1)?.[0] ?? INVALID),
  };
}

function matchText(item: Item, output: string): HarnessMatch {
  const golds = item.accepted.map(cleanText);
  const extracted = (answer: string): Extracted => ({ answer, match: golds.includes(cleanText(answer)) });
  const line = firstLine(output.replace(/^\s*\n/, ''));
  const marked = /^#### (.*)/.exec(firstLine(output))?.[1];
  return {
    strict: extracted(marked ?? INVALID),
    flexible: extracted(line.replace(/^####\s*/, '') || INVALID),
  };
}

function matchOption(item: Item, output: string): HarnessMatch {
  const line = firstLine(output);
  const gold = item.options![item.goldIndex!]!;
  const letter = /(?<![\p{L}\p{N}])\(?([A-Z])\)?(?![\p{L}\p{N}'’])/u.exec(output)?.[1];
  const goldLetter = /^\(?([A-Z])[.)]/.exec(gold)?.[1];
  const flexible: Extracted =
    goldLetter === undefined
      ? { answer: line === '' ? INVALID : line, match: cleanText(line) === cleanText(gold) }
      : { answer: letter ?? INVALID, match: letter === goldLetter };
  return { strict: { answer: line === '' ? INVALID : line, match: line === gold }, flexible };
}

export function harnessMatch(item: Item, output: string): HarnessMatch {
  if (item.task === 'closed') return matchOption(item, output);
  return isQuantity(item.accepted[0] ?? '', item.language)
    ? matchNumber(item, output)
    : matchText(item, output);
}
