/**
 * MATH answers are matched as lm-evaluation-harness 0.4.13 does: every expected value here was computed by
 * `process_results` of its tasks hendrycks_math (strict) and aime (flexible).
 */

import { describe, expect, it } from 'vitest';
import { harnessMatch } from './harness-match.ts';
import { isEquivalent } from './harness-math.ts';

const half = String.raw`\frac{1}{2}`;

describe('is_equiv: the same text after the clean-up', () => {
  it.each([
    [half, String.raw`\frac12`],
    [half, String.raw`\dfrac12`],
    [half, String.raw`\tfrac12`],
    [half, '0.5'],
    [half, '.5'],
    [half, '1/2'],
    [String.raw`\frac{1}{72}`, String.raw`\frac1{72}`],
    ['x', 'k = x'],
    ['x=5', '5'],
    [String.raw`\sqrt{3}`, String.raw`\sqrt3`],
    ['5', String.raw`5\text{ cm}`],
    [String.raw`5\text{ cm}`, '5'],
    ['50', String.raw`50\%`],
    ['30', String.raw`30^\circ`],
    ['30', String.raw`30^{\circ}`],
    [String.raw`\$5`, '5'],
    ['(5)', String.raw`\left(5\right)`],
    ['{0.1}', '{.1}'],
    ['a 0.1', 'a .1'],
    ['ab', 'a\nb'],
    ['12', String.raw`1\!2`],
    [String.raw`\begin{pmatrix}1\\2\end{pmatrix}`, String.raw`\begin{pmatrix}1\2\end{pmatrix}`],
    [String.raw`\frac1`, String.raw`\frac 1`],
    ['1_0/2', '1_0/ 2'],
    ['🐎=5', '5'],
    ['a/b', 'a/b'],
    [String.raw`\frac`, String.raw`\frac`],
    [String.raw`\sqrt`, String.raw`\sqrt`],
  ])('%s and %j', (gold, answer) => {
    expect(isEquivalent(answer, gold)).toBe(true);
  });

  it.each([
    [String.raw`\frac{3}{4}`, '0.75'],
    ['x', 'kk = x'],
    [String.raw`\frac{12}{7}`, String.raw`\frac{12}7`],
    ['5', String.raw`5\text{cm}`],
    ['50', '50%'],
    ['5', String.raw`\left(5\right)`],
    ['1,000', '1000'],
    ['x=5=y', '5'],
    ['1/2', '01/2'],
    ['1/2', '1/2/3'],
    ['3/4', '+3/4'],
    // What the clean-up cannot take apart equals itself only, not what is the same without blanks.
    ['a / b', 'a/b'],
    [String.raw`a\text{ b}\text{ c}`, 'a'],
    [String.raw`2\frac`, String.raw`2 \frac`],
    [String.raw`2\sqrt`, String.raw` 2\sqrt`],
    ['', '0.'],
  ])('%s and not %j', (gold, answer) => {
    expect(isEquivalent(answer, gold)).toBe(false);
  });
});

describe('where the answer stands', () => {
  it.each([
    ['7', '$7$', true, true],
    ['7', '#### 7', true, true],
    ['7', '#### $7$', true, true],
    [half, String.raw`so $\boxed{\frac12}$.`, false, true],
    [half, String.raw`\boxed{1/2} it is`, false, true],
    ['7', String.raw`\boxed 7`, false, true],
    ['7', String.raw`\boxed 7$ and 8`, false, true],
    ['7', String.raw`\boxed{1} or \boxed{7}`, false, true],
    ['7', String.raw`\boxed{7`, false, false],
    ['7', String.raw`\fbox{7}`, false, false],
    ['7', '$6$ so $7$', false, false],
    ['6$ so $7', '$6$ so $7$', true, true],
    ['7', 'is $7', false, false],
  ])('gold %s, output %j', (gold, output, strict, flexible) => {
    const match = harnessMatch(
      { id: 'x', task: 'open', question: 'q', answer: '', accepted: [gold], prompt: '', grading: 'math' },
      output,
    );
    expect([match.strict.match, match.flexible.match]).toEqual([strict, flexible]);
  });
});
