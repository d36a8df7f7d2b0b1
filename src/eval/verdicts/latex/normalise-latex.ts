/**
 * LaTeX of an answer without what does not change its value: spacing, sizes, dollar signs, units, degrees, percent,
 * and the many ways to write a fraction. Follows `strip_string` of the MATH dataset (Hendrycks et al. 2021) and goes
 * on where its reading is too narrow (units before and after, `\tfrac`, grouping commas).
 */

const SPACES =
  /\\[!,;: ]|\\(?:quad|qquad|thinspace|medspace|displaystyle|textstyle|limits)(?![a-zA-Z])|~|[$]/g;
const UNIT_WORDS = new Set(
  (
    'unit units cm mm km m ft in kg g lb lbs s h hr hour hours minute minutes min second seconds day days week weeks ' +
    'month months year years foot feet inch inches meter meters metre metres centimeter centimeters mile miles mph ' +
    'yard yards dollar dollars cent cents degree degrees percent square sq cubic cu per liter liters litre litres ' +
    'gallon gallons pound pounds ounce ounces point points'
  ).split(' '),
);
const TEXT = /\\(?:text|mbox|mathrm|textrm|textbf|hbox)\s*\{([^{}]*)\}(?:\s*\^\s*(?:\{\s*[23]\s*\}|[23]))?/g;
/** Any other words after a number, `8\text{ meals}`; with points they mean something (a.m.). */
const COUNTED = /(?<=[\d}](?:\\[;,:! ]|\s)*)\\(?:text|mbox|mathrm|textrm)\s*\{[a-z\s]+\}\s*$/i;
const PLAIN_WORDS = /(?<=[\d}])\s+([a-z][a-z ]*?)(?:\s*\^\s*(?:\{\s*[23]\s*\}|[23]))?\s*\.?$/i;

const areUnits = (words: string): boolean =>
  words.split(/[\s/.]+/).every((word) => word === '' || UNIT_WORDS.has(word.toLowerCase()));

/** Drops units: `\text{ cm}^2` after something, and plain words at the end (`85 feet`). */
function withoutUnits(latex: string): string {
  return latex
    .replace(TEXT, (whole, words: string, at: number) => (at > 0 && areUnits(words) ? '' : whole))
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
    .trim();
}

/** The text inside `\text{...}` when the whole answer is one, else undefined. */
export function wholeText(latex: string): string | undefined {
  const match = /^\\(?:text|mbox|mathrm|textrm|textbf|hbox)\s*\{([^{}]*)\}$/.exec(withoutDelimiters(latex));
  return match?.[1]?.trim();
}

/** Gives braces to the short forms `\frac12`, `\frac{1}2`, `\frac1{72}`, `\frac 34`, `\sqrt3`, `\sqrt x`. */
function withBraces(latex: string): string {
  return latex
    .replace(/\\[dtc]frac/g, '\\frac')
    .replace(/\\frac\s*([^\s{\\])\s*([^\s{\\])/g, '\\frac{$1}{$2}')
    .replace(/\\frac\s*([^\s{\\])\s*\{/g, '\\frac{$1}{')
    .replace(/(\\frac\s*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})\s*([^\s{\\])/g, '$1{$2}')
    .replace(/\\sqrt\s*([^\s{[\\])/g, '\\sqrt{$1}');
}

export function normaliseLatex(answer: string): string {
  const latex = withoutUnits(withoutDelimiters(answer))
    .replaceAll('\\\\', '\\cr ')
    .replace(/(?<=\d),\\!(?=\d{3})/g, '')
    .replace(/\\[$]/g, '')
    .replace(/\\left(?![a-zA-Z])\.?|\\right(?![a-zA-Z])\.?|\\[bB]igg?[lr]?(?![a-zA-Z])/g, '')
    .replace(/\\(?:text|mbox|mathrm|textrm)\s*\{\s*(?:and|or)\s*\}|\s(?:and|or)\s/g, ',')
    .replace(/,\s*,/g, ',')
    .replace(/\\!/g, '')
    .replace(SPACES, ' ')
    .replace(/\^\s*\{?\s*\\circ\s*\}?|\\degree|°/g, '')
    .replace(/\\?%/g, '')
    .replaceAll('\u2212', '-')
    .replaceAll('π', '\\pi ')
    .replaceAll('√', '\\sqrt')
    .replaceAll('∞', '\\infty ')
    .replaceAll('∪', '\\cup ')
    .replace(/[×·]/g, '\\cdot ')
    .replaceAll('≤', '\\le ')
    .replaceAll('≥', '\\ge ')
    .replace(/(?<![\d])(\d{1,3}(?:,\d{3})+)(?![\d])/g, (number, _, at: number, all: string) =>
      insideBrackets(all, at) ? number : number.replaceAll(',', ''),
    )
    .replace(/\{,\}/g, '');
  return withBraces(latex)
    .replace(/(?:\s*\.)+\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim();
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
