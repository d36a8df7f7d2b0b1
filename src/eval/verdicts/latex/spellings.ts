/**
 * Other spellings of what LaTeX answers are made of, as the one that the rest of this room reads: fonts around digits,
 * decimal and ratio signs in braces, repeating decimals, bars, derivatives, clock times, compound units, Unicode letters.
 *
 * Text in, text out; nothing is computed, and what is no such spelling is copied.
 */

const raw = String.raw;
const END = raw`(?![a-zA-Z])`;
const TEXT = raw`\\(?:text|mbox|mathrm|textrm|textbf|hbox)\s*`;
const FONT = raw`\\(?:text|mathrm|mathbf|mathit|mathsf|mathnormal|boldsymbol|bm|textbf|textrm)\s*`;
const DIFFERENTIAL = raw`(?:d|\\mathrm\s*\{?d\}?)\s*`;

const GREEK: Readonly<Record<string, string>> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'epsilon',
  θ: 'theta',
  λ: 'lambda',
  μ: 'mu',
  ρ: 'rho',
  σ: 'sigma',
  τ: 'tau',
  φ: 'phi',
  ψ: 'psi',
  ω: 'omega',
};

/** Angles of trigonometric functions in degrees; elsewhere a degree sign is a unit, which is dropped. */
const TRIGONOMETRIC = new RegExp(raw`\\?(?:sin|cos|tan|cot|sec|csc)${END}`);
const DEGREE = /\s*(?:\^\s*(?:\{\s*\\circ\s*\}|\\circ(?![a-zA-Z]))|\\degree(?![a-zA-Z]))/g;

const RULES: readonly (readonly [RegExp, string])[] = [
  [/\\text\s*\{\s*\\\$\s*\}/g, ''],
  // 18.90\$
  [/(?<=\d)\s*\\\$\s*$/, ''],
  [new RegExp(raw`${FONT}\{\s*(\d+(?:\.\d+)?)\s*\}`, 'g'), '$1'],
  [/\\mathrm\s*\{\s*i\s*\}/g, 'i'],
  // 18\text{ ways.}
  [new RegExp(raw`(${TEXT}\{[^}]*)\.\s*\}\s*$`), '$1}'],
  // 1{,}000,000 is grouped, 3{,}14 and 0{,}123 are not.
  [/(?<=(?<!\d)[1-9]\d{0,2}(?:(?:\{,\}|,)\d{3})*)\{,\}(?=\d{3}(?!\d))/g, ','],
  [/(?<=\d)\{,\}(?=\d)/g, '.'],
  [/\{:\}|\\colon(?![a-zA-Z])|(?:\\!)?:\\!/g, ':'],
  [/\\frac\s*(\d)\s+(\d)(?!\d)/g, raw`\frac{$1}{$2}`],
  [/(?<=\.\d*)\\(?:bar|dot|overline)\s*(?:\{(\d+)\}|(\d))/g, raw`\overline{$1$2}`],
  [/\\[lr]?vert(?![a-zA-Z])/g, '|'],
  [/\\lbrack(?![a-zA-Z])/g, '['],
  [/\\rbrack(?![a-zA-Z])/g, ']'],
  [/\\lbrace(?![a-zA-Z])/g, raw`\{`],
  [/\\rbrace(?![a-zA-Z])/g, raw`\}`],
  [/≠|\\not\s*=/g, raw`\ne `],
  [/ℝ|\\(?:mathbb\s*R|Bbb\s*\{R\}|R)(?![a-zA-Z])/g, raw`\mathbb{R}`],
  [/\\(vec|hat|bar|overline)\s+([a-zA-Z])(?![a-zA-Z])/g, raw`\$1{$2}`],
  [/\\(angle|triangle)\s*\{([A-Za-z]+)\}/g, raw`\$1 $2`],
  [new RegExp(raw`(?<![\\a-zA-Z])log_\s*\{?([a-zA-Z])\}?(?=\s*[({]|\s+[a-zA-Z\d])`, 'g'), raw`\log_{$1}`],
  [new RegExp(raw`\\[dtc]?frac\s*\{${DIFFERENTIAL}([a-z])\}\s*\{${DIFFERENTIAL}[a-z]\}`, 'g'), "$1'"],
  [/(?<![a-zA-Z\\])d([a-z])\s*\/\s*d[a-z](?![a-zA-Z])/g, "$1'"],
];

/** Before or after noon, behind an hour: `2:30 p.m.`, `2:30pm`, `2\text{ PM}`. */
const HALF_DAY = new RegExp(
  raw`(?<=:\d\d|\d(?=\\|~|\s))(?:\s|~|\\[,;: ])*(?:${TEXT}\{\s*([ap])\.?m\.?\s*\}|([ap])\.?m\b\.?)`,
  'gi',
);

/** Blanks and powers inside text and behind it: `\mathrm{~m/s^2}`, `\text{ m s}^{-1}`. */
function plainUnit(unit: string): string {
  return unit
    .replace(/~|\\[,;: ]|\\cdot(?![a-zA-Z])/g, ' ')
    .replace(/(?<=[a-z])\s*\^\s*(?:\{\s*-?\d\s*\}|-?\d)/g, '');
}

const IN_TEXT = new RegExp(
  raw`(${TEXT}\{)((?:[^{}]|\^\s*\{[^}]*\})*)\}(\s*\^\s*(?:\{\s*-1\s*\}|\{\s*-2\s*\}))?`,
  'g',
);
const QUOTIENT = new RegExp(
  raw`(?<=[\d}]\s*(?:\\[,;: ]\s*|~)?)(?:\\[dt]?frac\s*\{\s*${TEXT}\{([^}]*)\}\s*\}\s*\{\s*${TEXT}\{([^}]*)\}(?:\s*\^\s*\{?\d\}?)?\s*\}` +
    raw`|${TEXT}\{([^}]*)\}\s*(?:\/|\\cdot)\s*${TEXT}\{([^}]*)\})`,
  'g',
);

/** `\text{ m}/\text{s}` and \frac{\text{m}}{\text{s}} behind a number as one text. */
function withUnitsAsOne(latex: string): string {
  return latex
    .replace(IN_TEXT, (_, open: string, words: string) => `${open}${plainUnit(words)}}`)
    .replace(
      QUOTIENT,
      (_, a?: string, b?: string, c?: string, d?: string) => raw`\text{ ${a ?? c}/${b ?? d}}`,
    )
    .replace(
      /(?<=\d)(?:(?:\\[,;: ]|~)\s*)?(?=(?:cm|mm|km(?:\/h)?|kg|mph|m\/s)(?:\s*\^\s*\{?[23]\}?)?\s*\.?$)/,
      ' ',
    )
    .replace(/(?<=\\pi\s+)(cm|mm|km|in|ft)(?=(?:\s*\^\s*\{?[23]\}?)?\s*\.?$)/, raw`\text{$1}`);
}

/** One spelling for each. */
export function spelledAlike(answer: string): string {
  const inDegrees = answer.replace(DEGREE, '°');
  const inRadians = TRIGONOMETRIC.test(answer)
    ? inDegrees.replace(/(\d+(?:\.\d+)?)\s*°/g, raw`{\frac{$1\pi}{180}}`)
    : inDegrees;
  const greek = inRadians.replace(/[α-ω]/g, (letter) => (GREEK[letter] ? `\\${GREEK[letter]} ` : letter));
  const alike = RULES.reduce((text, [pattern, spelling]) => text.replace(pattern, spelling), greek);
  return withUnitsAsOne(alike).replace(
    HALF_DAY,
    (_, texted?: string, plain?: string) => raw`\text{${(texted ?? plain)!.toLowerCase()}m}`,
  );
}
