/**
 * Extracted match as lm-evaluation-harness 0.4.13 scores it, beside our strict exact match, so that the scoring schools
 * can be compared. Faithful to the harness, its weaknesses included; knowledge is judged elsewhere (judge.ts).
 *
 * Which task's rules apply follows from the gold, since an item does not say which benchmark it is of:
 * - A number without aliases: gsm8k. strict = first `#### (\-?[0-9\.\,]+)`; flexible = last `(-?[$0-9.,]{2,})|(-?[0-9]+)`;
 *   compared without `,`, `$` and a final point (what else the harness deletes, those filters never take out). German:
 *   mgsm_native_cot_de, which stops at `Frage:` and compares without any punctuation, a minus included.
 * - LaTeX: hendrycks_math as strict, aime as flexible (harness-math.ts).
 * - Other texts: triviaqa, against gold and aliases. flexible = up to the first line break, point or comma; strict = what
 *   the required form holds; both in lower case without ASCII punctuation. `official` beside these: the first line, or what
 *   the form holds, by the scripts that TriviaQA and SQuAD came with (official-normalise.ts).
 * - Options: mmlu_generative as strict, with the option as it is listed as target: the first line, compared as above;
 *   mmlu_flan_cot_zeroshot as flexible (harness-choice.ts). `letter` is our own rule beside these: the first letter that
 *   stands alone, whatever stands around it (`ANSWER: $B$`, inspect_ai #5145).
 * The text that our required form adds (`####`) is taken off first where a task of the harness does not ask for it.
 */

import { DEFAULT_FORM } from '../prompts/required-form.ts';
import type { Item } from '../types.ts';
import { choiceIn, choiceLabel } from './harness-choice.ts';
import { betweenDollars, boxedOrBetweenDollars, isEquivalent } from './harness-math.ts';
import { isQuantity } from './numbers.ts';
import { officialMatch } from './official-normalise.ts';
import { readForm } from './open-form.ts';

export interface Extracted {
  /** What the filter took out of the output; '[invalid]' where it found nothing. */
  readonly answer: string;
  readonly match: boolean;
}

export interface HarnessMatch {
  readonly strict: Extracted;
  readonly flexible: Extracted;
  /** Words: the exact match of TriviaQA's and SQuAD's own scripts. */
  readonly official?: Extracted;
  /** Where options begin with a letter. */
  readonly letter?: Extracted;
}

const INVALID = '[invalid]';
const STRICT_NUMBER = /#### (-?[0-9.,]+)/;
const FLEXIBLE_NUMBER = /(-?[$0-9.,]{2,})|(-?[0-9]+)/g;
const PUNCTUATION = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/g;

/** The harness's clean-up for GSM8K (`regexes_to_ignore`). */
function cleanNumber(text: string): string {
  return text.replaceAll(',', '').replaceAll('$', '').replace(/\.$/, '');
}

/** `ignore_case` and `ignore_punctuation`. */
function cleanText(text: string): string {
  return text.toLowerCase().replace(PUNCTUATION, '');
}

/** The text up to the stop strings of the task. */
const STOPS = { en: /Question:|<\/s>|<\|im_end\|>/, de: /Frage:|<\/s>|<\|im_end\|>/ } as const;

function matchNumber({ accepted, language = 'en' }: Item, output: string): HarnessMatch {
  const clean = language === 'de' ? cleanText : cleanNumber;
  const gold = clean(accepted[0]!);
  const extracted = (answer: string): Extracted => ({ answer, match: clean(answer) === gold });
  const text = output.split(STOPS[language], 1)[0]!;
  return {
    strict: extracted(STRICT_NUMBER.exec(text)?.[1] ?? INVALID),
    flexible: extracted(Array.from(text.matchAll(FLEXIBLE_NUMBER)).at(-1)?.[0] ?? INVALID),
  };
}

/** What the required form holds, if the output has it. */
function formContent({ form = DEFAULT_FORM }: Item, output: string): string | undefined {
  const reading = readForm(output, form);
  return 'content' in reading ? reading.content : undefined;
}

function matchText(item: Item, output: string): HarnessMatch {
  const golds = item.accepted.map(cleanText);
  const extracted = (answer: string): Extracted => ({ answer, match: golds.includes(cleanText(answer)) });
  const content = formContent(item, output);
  const written = content ?? output.replace(/^\s*####/, '');
  const [line] = written.split(/[\n.,]/, 1);
  const whole = written.trim().split('\n', 1)[0]!.trim();
  return {
    strict: extracted(content ?? INVALID),
    flexible: extracted(line!.trim() || INVALID),
    official: {
      answer: whole || INVALID,
      match: officialMatch(whole, item.accepted, item.language ?? 'en'),
    },
  };
}

function matchMath(item: Item, output: string): HarnessMatch {
  const gold = item.accepted[0]!;
  const extracted = (answer: string): Extracted => ({ answer, match: isEquivalent(answer, gold) });
  const text = output.replace(/^\s*####/, '');
  return { strict: extracted(betweenDollars(text)), flexible: extracted(boxedOrBetweenDollars(text)) };
}

function matchOption({ options, optionTexts, goldIndex }: Item, output: string): HarnessMatch {
  const gold = options![goldIndex!]!;
  const same = (answer: string, wanted: string): Extracted => ({
    answer: answer || INVALID,
    match: cleanText(answer) === cleanText(wanted),
  });
  const found = {
    strict: same(output.split('\n', 1)[0]!.trim(), gold),
    flexible: same(choiceIn(output, optionTexts ?? options!) ?? INVALID, choiceLabel(goldIndex!)),
  };
  const goldLetter = /^\(?([A-Z])(?:[.)]|$)/.exec(gold)?.[1];
  if (goldLetter === undefined) return found;
  const letter = /(?<![\p{L}\p{N}])\(?([A-Z])\)?(?![\p{L}\p{N}'’])/u.exec(output)?.[1] ?? INVALID;
  return { ...found, letter: { answer: letter, match: letter === goldLetter } };
}

export function harnessMatch(item: Item, output: string): HarnessMatch {
  if (item.task === 'closed') return matchOption(item, output);
  if (item.grading === 'math') return matchMath(item, output);
  const isNumber = item.accepted.length === 1 && isQuantity(item.accepted[0]!, item.language);
  return isNumber ? matchNumber(item, output) : matchText(item, output);
}
