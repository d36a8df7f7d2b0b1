/**
 * LaTeX of an answer without what does not change its value: spacing, sizes, dollar signs, units, degrees, percent,
 * and the many ways to write a fraction. Follows `strip_string` of the MATH dataset (Hendrycks et al. 2021) and goes
 * on where its reading is too narrow (units before and after, `\tfrac`, grouping commas).
 */

import { isQuantity } from '../numbers.ts';
import { boxedAnswers } from '../stated-answer.ts';
import { braceScripts, quotients } from './linear-notation.ts';
import { spelledAlike } from './spellings.ts';

const raw = String.raw;
/** A command's name ends where no letter follows. */
const END = raw`(?![a-zA-Z])`;
const command = (names: string) => new RegExp(raw`\\(?:${names})${END}`, 'g');
/** Words of plain text, without a backslash. */
const plain = (words: string) => new RegExp(raw`(?<![\\a-zA-Z])(${words})${END}`, 'g');
const IN_TEXT = raw`\\(?:text|mbox|mathrm|textrm|textbf|hbox)\s*\{`;
const EXPONENT = raw`(?:\s*\^\s*(?:\{\s*[23]\s*\}|[23]))?`;

/** Spaces, and math delimiters between the parts of an answer: `\(2\), \(3\)`. */
const SPACES = new RegExp(
  raw`\\[,;: ()[\]]|\\(?:quad|qquad|thinspace|medspace|displaystyle|textstyle|limits)${END}|~|[$]`,
  'g',
);
const UNIT_WORDS = new Set(
  (
    'unit units cm mm km m ft in kg g lb lbs s h hr hour hours minute minutes min second seconds day days week weeks ' +
    'month months year years foot feet inch inches meter meters metre metres centimeter centimeters centimetre ' +
    'centimetres kilometer kilometers kilometre kilometres gram grams kilogram kilograms mile miles mph ' +
    'yard yards dollar dollars cent cents degree degrees percent square sq cubic cu per liter liters litre litres ' +
    'gallon gallons pound pounds ounce ounces point points'
  ).split(' '),
);
const TEXT = new RegExp(raw`${IN_TEXT}([^}]*)\}${EXPONENT}`, 'g');
/** Any other words after a number, `8\text{ meals}`; a.m. and p.m. mean something. */
const COUNTED = new RegExp(raw`(?<=[\d}](?:\\[;,:! ]|\s)*)${IN_TEXT}(?!\s*[ap]m\s*\})[a-z\s]+\}\s*$`, 'i');
const PLAIN_WORDS = new RegExp(
  raw`(?<=[\d}])(?<![a-z)][\^_]\{?\d\}?)\s+([a-z][a-z /.]*?)${EXPONENT}\s*\.?$`,
  'i',
);

/** Words that are numbers, bare or in text: `3\text{ million dollars}`. */
const SCALES: Readonly<Record<string, number>> = { thousand: 3, million: 6, billion: 9, trillion: 12 };
const SCALED = new RegExp(
  raw`(?<=[\d}])(?:\\[;,:! ]|[\s~])*(?:(${IN_TEXT})\s*)?(${Object.keys(SCALES).join('|')})s?(?![a-z])`,
  'gi',
);

const withScales = (latex: string) =>
  latex.replace(
    SCALED,
    (_, text: string | undefined, word: string) => `\\cdot 10^{${SCALES[word.toLowerCase()]}}${text ?? ''}`,
  );

const areUnits = (words: string): boolean =>
  words.split(/[\s/.]/).every((word) => word === '' || UNIT_WORDS.has(word.toLowerCase()));

/** Drops units: `\text{ cm}^2` after something or before a number, and plain words at the end (`85 feet`). */
function withoutUnits(latex: string): string {
  return latex
    .replace(TEXT, (whole, words: string, at: number) => {
      const belongs = at > 0 || /^\s*\d/.test(latex.slice(whole.length));
      return belongs && areUnits(words) ? '' : whole;
    })
    .replace(COUNTED, '')
    .replace(PLAIN_WORDS, (whole, words: string) => (areUnits(words) ? '' : whole));
}

/**
 * Without math delimiters around it and the full stop after it; of an answer that holds a box, what is in the last one,
 * as lm-evaluation-harness reads it (`last_boxed_only_string`, `remove_boxed`).
 */
function withoutDelimiters(answer: string): string {
  return (boxedAnswers(answer).at(-1) ?? answer)
    .trim()
    .replace(/\s*\.$/, '')
    .replace(/^\\[[(]\s*|\s*\\[\])]$/g, '')
    .replace(/^\$+|(?<!\\)\$+$/g, '')
    .trim();
}

const WHOLE_TEXT = new RegExp(raw`^${IN_TEXT}([^}]*)\}$`);

/** The text inside `\text{...}` when the whole answer is one, else undefined. */
export function wholeText(latex: string): string | undefined {
  return WHOLE_TEXT.exec(withoutDelimiters(latex))?.[1]?.trim();
}

/**
 * Names of functions without their backslash, `2sin(x)`, `ln 2`, `sin^2 x`: with what they apply to behind them, and
 * before them no more than one letter (`xcos(x)`; `asin` is a name of its own).
 */
const FUNCTIONS = new RegExp(
  raw`(?<=(?:^|[^\\a-zA-Z])[b-zB-Z]?)(arc(?:sin|cos|tan)|(?:sin|cos|tan)h?|cot|sec|csc|log|ln|exp|gcd|lcm|max|min)` +
    raw`(?=\s*(?:\^\s*(?:\{[^}]*\}|-?\d+|[a-z])|_\s*(?:\{[^}]*\}|\d+))?\s*(?:[({\\]|\d+(?:\.\d+)?(?![\d.(])|[a-zA-Z]${END}))`,
  'g',
);
const GREEK = plain('alpha|beta|gamma|delta|epsilon|theta|lambda|mu|pi|rho|sigma|tau|phi|psi|omega');

/** Unicode and plain-text signs as LaTeX. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\u2212/g, '-'],
  [/π/g, '\\pi '],
  [new RegExp(raw`√|(?<=(?:^|[^\\a-zA-Z])[a-zA-Z]?)sqrt${END}`, 'g'), '\\sqrt'],
  [FUNCTIONS, '\\$1 '],
  [GREEK, '\\$1 '],
  [plain('infinity|oo'), '∞'],
  [/∞/g, '\\infty '],
  [/∪/g, '\\cup '],
  [/[×·]/g, '\\cdot '],
  [command('ast'), '\\cdot '],
  [/\*\*/g, '^'],
  [/≤|<=/g, '\\le '],
  [command('leqslant'), '\\le '],
  [/≥|>=/g, '\\ge '],
  [command('geqslant'), '\\ge '],
  [/\\\{\s*\\\}|∅/g, '\\emptyset '],
  [command('varnothing'), '\\emptyset '],
];

/** Numbers grouped by commas (outside brackets, where a comma separates) or by spaces, as digits alone; none begins with 0. */
function withoutGrouping(latex: string): string {
  return latex
    .replace(/(?<![\d])([1-9]\d{0,2}(?:,\d{3})+)(?![\d])/g, (number, _, at: number, all: string) =>
      insideBrackets(all, at) ? number : number.replaceAll(',', ''),
    )
    .replace(/(?<!(?<!\d)0)\{,\}/g, '')
    .replace(/(?<![\d._^]|\d )[1-9]\d{0,2}(?: \d{3})+(?! ?\d)/g, (number) => number.replaceAll(' ', ''));
}

const FRACTIONS = command('[dtc]frac');
const SIZES = new RegExp(raw`\\(?:left|right)${END}\.?|\\[bB]igg?[lr]?${END}`, 'g');
const BETWEEN = new RegExp(raw`${IN_TEXT}\s*(?:and|or)\s*\}|\s(?:and|or)\s`, 'g');

export function normaliseLatex(answer: string): string {
  const latex = withoutUnits(withScales(spelledAlike(withoutDelimiters(answer))))
    .replaceAll('\\\\', '\\cr ')
    .replace(FRACTIONS, '\\frac')
    .replace(/(?<=\d)(?<!(?<!\d)0),\\!(?=\d{3})/g, '')
    .replace(/\\[$]/g, '')
    .replace(SIZES, '')
    .replace(BETWEEN, ',')
    .replace(/,\s*,/g, ',')
    .replace(/\\!/g, '')
    .replace(SPACES, ' ')
    .replaceAll('°', '')
    .replace(/\\?%/g, '');
  const bare = withoutGrouping(SIGNS.reduce((text, [sign, latex]) => text.replace(sign, latex), latex))
    // 3 1/2 is mixed, 1/2x half of x.
    .replace(/(?<![\d.])(\d+) (\d+)\/(\d+)(?![\d./])/g, '$1\\frac{$2}{$3}')
    .replace(/(?:\s*\.)+\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return isQuantity(bare) ? bare : quotients(braceScripts(bare));
}

/** Inside (), [] or {} a comma separates coordinates: (1,200) is a point. */
function insideBrackets(text: string, at: number): boolean {
  let depth = 0;
  for (const char of text.slice(0, at)) {
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
  }
  return depth > 0;
}
