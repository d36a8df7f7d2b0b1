/**
 * MATH answers as lm-evaluation-harness 0.4.13 matches them: the string clean-up of Hendrycks et al. 2021
 * (`is_equiv`, `strip_string` of its tasks hendrycks_math and aime) and where these tasks look for the answer.
 *
 * Faithful, its weaknesses included: no two spellings are equal but those the clean-up makes the same text, and a text
 * that the clean-up cannot take apart equals itself only. What is mathematically equal is judged in latex/equivalence.ts.
 */

/** Where Python's code raises, the texts are compared as they are. */
class CannotStrip extends Error {}

/** `\frac12` and `\frac1{2}` with braces; copied as a whole where one is followed by a single character. */
function withFractionBraces(text: string): string {
  const [head, ...parts] = text.split('\\frac');
  let fixed = head!;
  for (const part of parts) {
    if (part === '') throw new CannotStrip();
    fixed += '\\frac';
    const [above, below = ''] = Array.from(part);
    const rest = part.slice(above!.length + below.length);
    if (above === '{') fixed += part;
    else if (below === '') return text;
    else fixed += below === '{' ? `{${above}}${below}${rest}` : `{${above}}{${below}}${rest}`;
  }
  return fixed;
}

/** `\sqrt3` with braces. */
function withRootBraces(text: string): string {
  const [head, ...parts] = text.split('\\sqrt');
  let fixed = head!;
  for (const part of parts) {
    const [radicand] = Array.from(part);
    if (radicand === undefined) throw new CannotStrip();
    fixed += radicand === '{' ? `\\sqrt${part}` : `\\sqrt{${radicand}}${part.slice(radicand.length)}`;
  }
  return fixed;
}

/** `3/4` of whole numbers, as Python writes them, as a fraction. */
function withFraction(text: string): string {
  const sides = text.split('/');
  if (sides.length !== 2) return text;
  if (!sides.every((side) => /^\s*[-+]?\p{Nd}+(?:_\p{Nd}+)*\s*$/u.test(side))) throw new CannotStrip();
  const isPlain = sides.every((side) => /^(?:0|-?[1-9]\d*)$/.test(side));
  return isPlain ? `\\frac{${sides[0]}}{${sides[1]}}` : text;
}

/** The harness's `strip_string`, in its order. */
function stripped(answer: string): string {
  let text = answer
    .replaceAll('\n', '')
    .replaceAll('\\!', '')
    .replaceAll('\\\\', '\\')
    .replaceAll('tfrac', 'frac')
    .replaceAll('dfrac', 'frac')
    .replaceAll('\\left', '')
    .replaceAll('\\right', '')
    .replaceAll('^{\\circ}', '')
    .replaceAll('^\\circ', '')
    .replaceAll('\\$', '');
  const [bare, ...units] = text.split('\\text{ ');
  if (units.length > 1) throw new CannotStrip();
  text = bare!.replaceAll('\\%', '').replaceAll(' .', ' 0.').replaceAll('{.', '{0.');
  if (text.startsWith('.')) text = `0${text}`;
  const sides = text.split('=');
  if (sides.length === 2 && Array.from(sides[0]!).length <= 2) text = sides[1]!;
  text = withFractionBraces(withRootBraces(text).replaceAll(' ', ''));
  return withFraction(text === '0.5' ? '\\frac{1}{2}' : text);
}

/** The harness's `is_equiv`. */
export function isEquivalent(answer: string, gold: string): boolean {
  try {
    return stripped(answer) === stripped(gold);
  } catch (error) {
    if (error instanceof CannotStrip) return answer === gold;
    throw error;
  }
}

/** What stands between the first and the last dollar sign, else everything (`process_results` of hendrycks_math). */
export function betweenDollars(output: string): string {
  const first = output.indexOf('$');
  const last = output.lastIndexOf('$');
  return first < last ? output.slice(first + 1, last) : output;
}

/** The content of the last `\boxed`, balanced, or of `\boxed 5` up to a dollar sign; undefined without one. */
function lastBox(output: string): string | undefined {
  if (output.includes('\\boxed ')) return output.split('\\boxed ').at(-1)!.split('$', 1)[0]!;
  const from = output.lastIndexOf('\\boxed');
  let depth = 0;
  for (let at = from; from >= 0 && at < output.length; at++) {
    if (output[at] === '{') depth++;
    if (output[at] !== '}') continue;
    depth--;
    if (depth !== 0) continue;
    const box = output.slice(from, at + 1);
    return box.startsWith('\\boxed{') ? box.slice('\\boxed{'.length, -1) : undefined;
  }
  return undefined;
}

/** The last box, else between dollar signs (`process_results` of aime). */
export function boxedOrBetweenDollars(output: string): string {
  return lastBox(output) ?? betweenDollars(output);
}
