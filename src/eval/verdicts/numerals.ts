/**
 * Numbers in the notations of LaTeX and Unicode as numbers.ts reads them: `\frac{1}{2}` and ½ are 1/2, `2.5 \times 10^6`
 * and 2.5 × 10⁶ are 2.5e6, `1{,}000` is 1,000. Text in, text out; what holds more than digits is left as it is.
 */

const raw = String.raw;
const POWER_OF_TEN = raw`10\s*(?:\^\s*(?:\{\s*([-−+]?\d{1,3})\s*\}|\(\s*([-−+]?\d{1,3})\s*\)|([-−]?\d{1,3}))|(⁻?[⁰¹²³⁴-⁹]{1,3}))(?!\d)`;
const TIMES = raw`(?:×|x|\*|·|⋅|\\times|\\cdot)`;
const SCIENTIFIC = new RegExp(raw`(?<=\d)\s*${TIMES}\s*${POWER_OF_TEN}`, 'g');
/** Alone: no factor or base of a longer expression. */
const ALONE = new RegExp(
  raw`(?<![\p{L}\p{N}.,^_{(\\]|[-+*/×·⋅]\s*|\\(?:times|cdot)\s*)${POWER_OF_TEN}(?!\s*[\^(])`,
  'gu',
);
const FRACTION = /(\d\s*)?\\[dtc]?frac\s*(?:\{\s*(-?\d+)\s*\}|(\d))\s*(?:\{\s*(\d+)\s*\}|(\d))/g;

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

const exponentOf = (written: readonly (string | undefined)[]) =>
  written
    .find((exponent) => exponent !== undefined)!
    .replace(/[⁻−]/g, '-')
    .replace(/[⁰¹²³⁴-⁹]/g, (digit) => String(SUPERSCRIPTS.indexOf(digit)));

export function plainNumerals(text: string): string {
  return text
    .replace(/(?<=\d)\{,\}(?=\d{3}(?!\d))/g, ',')
    .replace(FRACTION, (_, units = '', above, above1, below, below1) => {
      return `${units.trim()}${units === '' ? '' : ' '}${above ?? above1}/${below ?? below1}`;
    })
    .replace(/(\d\s*)?([¼-¾⅐-⅞])/g, (_, units = '', sign: string) => {
      return `${units.trim()}${units === '' ? '' : ' '}${sign.normalize('NFKC').replace('⁄', '/')}`;
    })
    .replace(SCIENTIFIC, (_, ...written) => `e${exponentOf(written.slice(0, 4))}`)
    .replace(ALONE, (_, ...written) => `1e${exponentOf(written.slice(0, 4))}`);
}
