/**
 * LaTeX of an answer without what does not change its value: spacing, sizes, dollar signs, units, degrees, percent,
 * and the many ways to write a fraction. Follows `strip_string` of the MATH dataset (Hendrycks et al. 2021) and goes
 * on where its reading is too narrow (units before and after, `\tfrac`, grouping commas).
 */

import { isQuantity } from '../numbers.ts';
import { braceScripts, quotients } from './linear-notation.ts';

/** Spaces, and math delimiters between the parts of an answer: `\(2\), \(3\)`. */
const SPACES =
  /\\[,;: ()[\]]|\\(?:quad|qquad|thinspace|medspace|displaystyle|textstyle|limits)(?![a-zA-Z])|~|[$]/g;
const UNIT_WORDS = new Set(
  (
    'unit units cm mm km m ft in kg g lb lbs s h hr hour hours minute minutes min second seconds day days week weeks ' +
    'month months year years foot feet inch inches meter meters metre metres centimeter centimeters centimetre ' +
    'centimetres kilometer kilometers kilometre kilometres gram grams kilogram kilograms mile miles mph ' +
    'yard yards dollar dollars cent cents degree degrees percent square sq cubic cu per liter liters litre litres ' +
    'gallon gallons pound pounds ounce ounces point points'
  ).split(' '),
);
const TEXT = /\\(?:text|mbox|mathrm|textrm|textbf|hbox)\s*\{([^{}]*)\}(?:\s*\^\s*(?:\{\s*[23]\s*\}|[23]))?/g;
/** Any other words after a number, `8\text{ meals}`; a.m. and p.m. mean something. */
const COUNTED =
  /(?<=[\d}](?:\\[;,:! ]|\s)*)\\(?:text|mbox|mathrm|textrm)\s*\{(?!\s*[ap]m\s*\})[a-z\s]+\}\s*$/i;
const PLAIN_WORDS =
  /(?<=[\d}])(?<![a-z)][_^]\{?\d\}?)\s+([a-z][a-z /.]*?)(?:\s*\^\s*(?:\{\s*[23]\s*\}|[23]))?\s*\.?$/i;

/** Words that are numbers, bare or in text: `3\text{ million dollars}`. */
const SCALES: Readonly<Record<string, number>> = { thousand: 3, million: 6, billion: 9, trillion: 12 };
const SCALED =
  /(?<=[\d}])(?:\\[;,:! ]|[\s~])*(?:(\\(?:text|mbox|mathrm|textrm)\s*\{)\s*)?(thousand|million|billion|trillion)s?(?![a-z])/gi;

const withScales = (latex: string) =>
  latex
    .replace(SCALED, (_, text: string | undefined, word: string) => {
      return `\\cdot 10^{${SCALES[word.toLowerCase()]}}${text ?? ''}`;
    })
    .replace(/\\(?:text|mbox|mathrm|textrm)\s*\{\s*\}/g, '');

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

/** Without math delimiters around it and the full stop after it. */
function withoutDelimiters(latex: string): string {
  return latex
    .trim()
    .replace(/\s*\.$/, '')
    .replace(/^\\[[(]\s*|\s*\\[\])]$/g, '')
    .replace(/^\$+|\$+$/g, '')
    .replace(/(?<!\d\s*)\\(?:boxed|fbox)\s*\{([\s\S]*)\}$/, '$1')
    .trim();
}

/** The text inside `\text{...}` when the whole answer is one, else undefined. */
export function wholeText(latex: string): string | undefined {
  const match = /^\\(?:text|mbox|mathrm|textrm|textbf|hbox)\s*\{([^{}]*)\}$/.exec(withoutDelimiters(latex));
  return match?.[1]?.trim();
}

/**
 * Names of functions without their backslash, `2sin(x)`, `ln 2`, `sin^2 x`: with what they apply to behind them, and
 * before them no more than one letter (`xcos(x)`; `asin` is a name of its own).
 */
const FUNCTIONS =
  /(?<=(?:^|[^\\a-zA-Z])[b-zB-Z]?)(arc(?:sin|cos|tan)|(?:sin|cos|tan)h?|cot|sec|csc|log|ln|exp|gcd|lcm|max|min)(?=\s*(?:\^\s*(?:\{[^{}]*\}|-?\d+|[a-z])|_\s*(?:\{[^{}]*\}|\d+))?\s*(?:[({\\]|\d+(?:\.\d+)?(?![\d.(])|[a-zA-Z](?![a-zA-Z])))/g;
const GREEK =
  /(?<![\\a-zA-Z])(alpha|beta|gamma|delta|epsilon|theta|lambda|mu|rho|sigma|tau|phi|psi|omega)(?![a-zA-Z])/g;

/** Unicode and plain-text signs as LaTeX. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\u2212/g, '-'],
  [/π|(?<![\\a-zA-Z])pi(?![a-zA-Z])/g, '\\pi '],
  [/√|(?<=(?:^|[^\\a-zA-Z])[a-zA-Z]?)sqrt(?![a-zA-Z])/g, '\\sqrt'],
  [FUNCTIONS, '\\$1 '],
  [GREEK, '\\$1 '],
  [/∞|(?<![\\a-zA-Z])(?:infinity|oo)(?![a-zA-Z])/g, '\\infty '],
  [/∪/g, '\\cup '],
  [/[×·]|\\ast(?![a-zA-Z])/g, '\\cdot '],
  [/\*\*/g, '^'],
  [/≤|\\leqslant(?![a-zA-Z])/g, '\\le '],
  [/≥|\\geqslant(?![a-zA-Z])/g, '\\ge '],
  [/\\varnothing(?![a-zA-Z])|\\\{\s*\\\}|∅/g, '\\emptyset '],
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

export function normaliseLatex(answer: string): string {
  const latex = withoutUnits(withScales(withoutDelimiters(answer)))
    .replaceAll('\\\\', '\\cr ')
    .replace(/\\[dtc]frac(?![a-zA-Z])/g, '\\frac')
    .replace(/(?<=\d)(?<!(?<!\d)0),\\!(?=\d{3})/g, '')
    .replace(/\\[$]/g, '')
    .replace(/\\left(?![a-zA-Z])\.?|\\right(?![a-zA-Z])\.?|\\[bB]igg?[lr]?(?![a-zA-Z])/g, '')
    .replace(/\\(?:text|mbox|mathrm|textrm)\s*\{\s*(?:and|or)\s*\}|\s(?:and|or)\s/g, ',')
    .replace(/,\s*,/g, ',')
    .replace(/\\!/g, '')
    .replace(SPACES, ' ')
    .replace(/\^\s*\{?\s*\\circ\s*\}?|\\degree|°/g, '')
    .replace(/\\?%/g, '');
  const plain = withoutGrouping(SIGNS.reduce((text, [sign, plain]) => text.replace(sign, plain), latex))
    // 3 1/2 is mixed, 1/2x half of x.
    .replace(/(?<![\d./])(\d+) (\d+)\/(\d+)(?![\d./])/g, '$1\\frac{$2}{$3}')
    .replace(/(?:\s*\.)+\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return isQuantity(plain) ? plain : quotients(braceScripts(plain));
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
