/** Rules of the comparison of LaTeX answers at the point where they begin and end to hold. */

import { describe, expect, it } from 'vitest';
import { sameMath } from './equivalence.ts';

const raw = String.raw;
const padded = (length: number) => `1${'+0'.repeat(249)}`.padEnd(length);
const matrix = (...rows: string[]) => raw`\begin{pmatrix}${rows.join(raw`\\`)}\end{pmatrix}`;

const CASES: readonly [string, string, boolean][] = [
  // values beyond what is computed have none
  ['0.1^{20000}', '0.1^{30000}', false],
  ['0^{0.5}+1', '1', true],
  ['1000!', raw`1000\cdot 999!`, true],
  ['1001!', raw`1001\cdot 1000!`, false],
  [raw`\binom{200}{200}`, '1', true],
  [raw`\binom{201}{201}`, '1', false],
  [raw`\binom{5}{-1}`, '1', false],
  [raw`\lfloor 10^{99} \rfloor`, '10^{99}', true],
  [raw`\lfloor 10^{100} \rfloor`, '10^{100}', false],
  // functions of so many arguments
  [raw`\exp(1, 2)`, 'e', false],
  [raw`\log(8, 2)`, '3', true],
  [raw`\log(8, 2, 3)`, '3', false],
  [raw`\max(3, 2)`, '3', true],
  [raw`\max(2, 3)`, '3', true],
  [raw`\min(3, 2)`, '2', true],
  [raw`\min(2, 3)`, '2', true],
  // constants
  [raw`\lfloor \pi \rfloor`, '3', true],
  [raw`\lfloor e^2 \rfloor`, '7', true],
  [raw`\mathrm{i}^2`, '-1', true],
  // variables stand for positive numbers, and for both signs where an absolute value is asked for
  [raw`\sqrt{x^2}`, 'x', true],
  ['|x|', 'x', false],
  // products of letters, and words
  ['ab', 'ba', true],
  ['ei', 'ie', false],
  // mixed numbers, and products that look like one
  [raw`12\frac{1}{2}`, '12.5', true],
  [raw`1.5\frac{1}{2}`, '0.75', true],
  [raw`\sqrt{2}\frac{1}{2}`, raw`\frac{\sqrt{2}}{2}`, true],
  [raw`-x\frac{1}{2}`, raw`-\frac{x}{2}`, true],
  [raw`12.1\overline{6}`, raw`\frac{73}{6}`, true],
  [raw`\sin(x) \cdot (-1)`, raw`-\sin x`, true],
  ['1.25 2', '1.252', false],
  ['1.25 2', '2.5', false],
  ['x + 1 2', 'x + 12', false],
  // functions without a backslash, with powers and bases before their argument
  ['sin^{2}(x)', raw`\sin^2 x`, true],
  ['sin^ 2(x)', raw`\sin^2 x`, true],
  ['sin^10(x)', raw`\sin^{10} x`, true],
  ['sin^n(x)', raw`\sin^n x`, true],
  ['log_{2}(8)', '3', true],
  ['log_10(100)', '2', true],
  ['log_ 2(8)', '3', true],
  // equations
  [raw`x+1 = \star`, raw`1+x = \star`, true],
  ['x = x', 'x = 2x', false],
  [raw`\pm2`, '-2, 2', true],
  // points and matrices have so many entries
  ['(1,2)', '(1,2,3)', false],
  ['(1,2,3)', '(1,2)', false],
  [matrix('1', '2'), matrix('1', '2', '3'), false],
  [matrix('1', '2', '3'), matrix('1', '2'), false],
  [matrix('1', '2'), matrix('1', '3'), false],
  [raw`\begin{matrix}1\\2\end{matrix}`, matrix('1', '2'), true],
  [raw`\begin{pmatrix}1\\2\\\end{pmatrix}`, matrix('1', '2'), true],
  [`${matrix('1', '2')}x`, matrix('1', '2'), false],
  // sets, lists and relations
  [raw`x \ne 3`, raw`x \ge 3`, false],
  [raw`x \in \{1,2\}`, raw`y \in \{1,2\}`, false],
  [raw`\{1,2\}, 3`, raw`\{1,2\}`, false],
  ['1, 2,', '1, 2', true],
  // digits in a base
  ['2F_{16}', '2F', true],
  ['2F_{16}', '2F_{15}', false],
  ['aB_2', 'cB_2', false],
  ['4_3+1', '4_3+2', false],
  // what holds nothing that counts is equal to itself only
  ['', ' ', false],
  ['%', '%', true],
  ['.', '.', true],
  ['%', '.', false],
  // delimiters around a text, and the text that is all of an answer
  [raw`$ \text{Dana} $`, 'Dana', true],
  [raw` $\text{Dana}$ `, 'Dana', true],
  [raw`$$\text{Dana}$$`, 'Dana', true],
  [raw`\(\text{Dana}\)`, 'Dana', true],
  [raw`\( \text{Dana} \)`, 'Dana', true],
  [raw`\text{Dana}.`, 'Dana', true],
  [raw`\text {Dana}`, 'Dana', true],
  [raw`\text{ Dana }`, 'Dana', true],
  [raw`\boxed{\text{Dana Lee}}`, 'Dana Lee', true],
  [raw`\boxed {5}`, '5', true],
  [raw`x = \boxed{5}`, '5', true],
  [raw`3\boxed{4}`, '34', false],
  [raw`3 \boxed{400}`, '3400', false],
  [raw`5\text{ cm}`, 'cm', false],
  [raw`\text{cents } 5`, 'cents', false],
  [raw`\text{cents}`, raw`\text{dollars}`, false],
  [raw`\text{km}/\text{h}`, raw`\text{m}/\text{s}`, false],
  [raw`\text{cm}^3`, raw`\text{m}^3`, false],
  [raw`\text{kg}\cdot\text{m}`, raw`\text{g}\cdot\text{cm}`, false],
  [raw`π\text{ cm}`, raw`\pi`, true],
  [raw`\text{m}+1`, '1', false],
  [raw`\mathrm{min}(2,3)`, '(2,3)', false],
  [raw`∞\text{ m}`, raw`\infty`, true],
  // units, counted things, scales
  [raw`\text{dollars } 5`, '5', true],
  [raw`5\text {cm}`, '5', true],
  [raw`5\text{cm}^{2}`, '5', true],
  [raw`5\text{cm} ^ { 3 }`, '5', true],
  [raw`5\text{cm}^{4}`, '5', false],
  [raw`8 \text {meals}`, '8', true],
  [raw`8\text{pm}`, '8', false],
  [raw`8\text{ pm }`, '8', false],
  ['85  feet', '85', true],
  [raw`3\,\text { million}`, '3000000', true],
  [raw`3\text{million}`, '3000000', true],
  [raw`3\text{  million }`, '3000000', true],
  [raw`\displaystyle \frac{1}{2}`, '0.5', true],
  // grouping and signs
  ['x = 1,000,000', '1000000', true],
  ['1,000,000 x', '1000000x', true],
  ['y = 1 000 000', '1000000', true],
  [raw`1,\!000,\!000`, '1000000', true],
  [raw`(1,\!2)`, '(1,2)', true],
  [raw`1\text{ and }2`, '1, 2', true],
  [raw`1\text {and}2`, '1, 2', true],
  [raw`1, \text{and} 2`, '1, 2', true],
  [raw`90^ {\circ}`, '90', true],
  [raw`x \leqslant 3`, raw`x \le 3`, true],
  [raw`\{1\}\cup\varnothing\cup\{2\}`, raw`\{1\}\cup\emptyset\cup\{2\}`, true],
  // longer texts are compared as they are, but for blanks
  [padded(500), '1', true],
  [padded(501), '1', false],
  ['a + '.repeat(130), 'a  +  '.repeat(130), true],
];

describe('sameMath', () => {
  it.each(CASES)('%s and %s: %s', (a, b, same) => {
    expect(sameMath(a, b)).toBe(same);
    expect(sameMath(b, a)).toBe(same);
  });
});
