/**
 * Answers in other spellings. In `agreed` math-verify 0.9.0 (`verify(parse('\boxed{..}'), parse('\boxed{..}'))`, the rule
 * behind lm-evaluation-harness's minerva_math `math_verify`) says the same; in `beyond` it reads less or more than is
 * meant, and the expected value is the mathematics.
 */

import { describe, expect, it } from 'vitest';
import { sameMath } from './equivalence.ts';

type Case = readonly [gold: string, answer: string, equal: boolean];
const raw = String.raw;

const agreed: Readonly<Record<string, readonly Case[]>> = {
  'fonts around digits': [
    ['2', raw`\mathbf{2}`, true],
    ['2', raw`\mathbf{3}`, false],
    ['99', raw`\textbf{99}`, true],
  ],
  'grouping in braces': [
    ['1,000,000', raw`1{,}000,000`, true],
    ['1234567', raw`1{,}234{,}567`, true],
    ['1234567', raw`1{,}234{,}568`, false],
  ],
  'fractions of single digits': [
    ['0.5', raw`\frac 1 2`, true],
    ['0.5', raw`\frac 2 1`, false],
  ],
  'bars and set braces': [
    ['|x-1|', raw`\lvert x-1\rvert`, true],
    ['|x-1|', raw`\vert 1-x\vert`, true],
    ['|x-1|', raw`\lvert x+1\rvert`, false],
  ],
  'Greek letters': [
    [raw`\alpha+\beta`, 'β+α', true],
    [raw`\alpha+\beta`, 'α+γ', false],
  ],
  'units of several words': [
    ['36', raw`36\mathrm{~cm}^2`, true],
    [raw`5\text{ m}/\text{s}`, '5', true],
    ['5', raw`5\,\mathrm{m/s}`, true],
    ['5', raw`5\mathrm{~m}/\mathrm{s}`, true],
    ['5', raw`5\text{ m s}^{-1}`, true],
    ['9.8', raw`9.8\text{ m}/\text{s}^2`, true],
    ['9.8', raw`9.8\,\mathrm{m/s^2}`, true],
    ['20', raw`20\mathrm{~m}\cdot\mathrm{s}^{-1}`, true],
    ['5', raw`6\text{ m}/\text{s}`, false],
    ['5', '5cm', true],
    ['5', raw`5\ cm`, true],
  ],
  'half days': [
    [raw`2:30\text{ p.m.}`, raw`2:30\text{ pm}`, true],
    [raw`2:30\text{ p.m.}`, raw`2\!:\!30\text{ p.m.}`, true],
    [raw`2:30\text{ p.m.}`, raw`3:30\text{ p.m.}`, false],
  ],
  'brackets around a matrix': [
    [raw`\begin{pmatrix}1&2\\3&4\end{pmatrix}`, raw`\left(\begin{array}{cc}1&2\\3&4\end{array}\right)`, true],
    [raw`\begin{pmatrix}1&2\\3&4\end{pmatrix}`, raw`\left[\begin{matrix}1&2\\3&4\end{matrix}\right]`, true],
    [raw`\begin{pmatrix}1&2\\3&4\end{pmatrix}`, raw`\left[\begin{matrix}1&3\\2&4\end{matrix}\right]`, false],
  ],
  'inequalities and intervals': [
    ['x>2', raw`(2,\infty)`, true],
    ['x>2', raw`[2,\infty)`, false],
    [raw`-3\le x\le 5`, '[-3,5]', true],
    [raw`-3\le x\le 5`, '(-3,5)', false],
    [raw`x\ne 1`, 'x≠1', true],
    [raw`\mathbb{R}`, raw`(-\infty,\infty)`, true],
    [raw`\mathbb{R}`, raw`(0,\infty)`, false],
  ],
  'points and solutions': [
    ['(1,2)', '(x,y)=(1,2)', true],
    ['(1,2)', '(x,y)=(2,1)', false],
    ['-2,1', 'x_1=-2, x_2=1', true],
    ['-2,1', 'x_1=-2, x_2=2', false],
    ['(1,2)', 'x=1,y=2', true],
    ['(1,2)', 'x=2,y=1', false],
  ],
  'letters of options': [
    [raw`\text{(C)}`, raw`(\text{C})`, true],
    [raw`\text{(C)}`, raw`\mathbf{C}`, true],
    [raw`\text{(C)}`, raw`(\text{D})`, false],
  ],
  bases: [
    ['AB_{16}', raw`\mathrm{AB}_{16}`, true],
    ['AB_{16}', raw`\mathrm{AC}_{16}`, false],
  ],
};

const beyond: Readonly<Record<string, readonly Case[]>> = {
  'repeating decimals': [
    [raw`\frac{1}{3}`, raw`0.\bar{3}`, true],
    [raw`\frac{5}{12}`, raw`0.41\dot{6}`, true],
    [raw`\frac{5}{12}`, raw`0.41\overline 6`, true],
    [raw`\frac{1}{3}`, raw`0.\overline{33}1`, false],
  ],
  'decimal commas in braces': [
    ['3.14', raw`3{,}14`, true],
    ['314', raw`3{,}14`, false],
    ['0.125', raw`0{,}125`, true],
  ],
  'degrees in functions': [
    [raw`\frac{\sqrt{2}}{2}`, raw`\sin 45^\circ`, true],
    [raw`\frac{\sqrt{2}}{2}`, raw`\boxed{\sin 45^{\circ}}`, true],
    [raw`\frac{\sqrt{2}}{2}`, raw`\sin 45`, false],
    [raw`2-\sqrt{3}`, raw`\tan 15°`, true],
    ['45', raw`45^{\circ}`, true],
    [raw`\frac{30^\circ}{2}`, '15', true],
  ],
  'logarithms with a letter as base': [
    [raw`\log_a b`, 'log_a(b)', true],
    [raw`\log_a b`, 'log_a b', true],
    [raw`\log_b a`, 'log_a(b)', false],
  ],
  money: [
    [raw`\$18.90`, raw`18.90\$`, true],
    [raw`\$3.50`, raw`\text{\$}3.50`, true],
    [raw`\$3.50`, raw`3.05\$`, false],
  ],
  'units without text': [
    ['5', raw`5\ \frac{\text{m}}{\text{s}}`, true],
    ['72', '72km/h', true],
    [raw`100\pi`, raw`100 \pi cm^3`, true],
    ['5', 'cm', false],
  ],
  derivatives: [
    [raw`\frac{dy}{dx}`, 'dy/dx', true],
    [raw`\frac{dy}{dx}`, raw`\frac{\mathrm{d}y}{\mathrm{d}x}`, true],
    [raw`\frac{dy}{dx}`, raw`\frac{dx}{dy}`, false],
    [raw`\frac{dy}{dx}`, raw`\frac{y}{x}`, false],
    [raw`\frac{dy}{dx}=2x`, '2x', true],
    [raw`\frac{dy}{dx}=2x`, "y'=2x", true],
    [raw`\frac{dy}{dx}=2x`, raw`\frac{dx}{dy}=2x`, false],
  ],
  'clock times': [
    [raw`2:30\text{ p.m.}`, '2:30 PM', true],
    [raw`2:30\text{ p.m.}`, '2:30 a.m.', false],
    ['10:45 a.m.', '10:45am', true],
  ],
  ratios: [
    ['3:4', '3{:}4', true],
    ['1:2:3', '2:4:6', true],
    ['1:2:3', '3:2:1', false],
    ['1:2:3', '1:2', false],
  ],
  'imaginary unit': [['3+4i', raw`3+4\mathrm{i}`, true]],
  'braces of sets': [[raw`\{1,2,3\}`, raw`\lbrace 1,2,3\rbrace`, true]],
  inequalities: [
    ['[0,1)', raw`0\le x<1`, true],
    ['[0,1)', raw`0<x<1`, false],
    [raw`(-\infty,3]`, raw`x\le3`, true],
    ['(-2,5)', '5>x>-2', true],
    ['(2,-3)', '2<x<-3', false],
    ['(2,3)', '2<x+y<3', false],
    [raw`x\ne 1`, raw`1\not= x`, true],
    [raw`x\ne 1`, raw`x\ne -1`, false],
    [raw`\mathbb{R}`, raw`\mathbb R`, true],
    [raw`\mathbb{R}`, 'ℝ', true],
  ],
  'scripts and names': [
    [raw`\sum_{k=1}^n k`, raw`\sum_{k=1}^{n} k`, true],
    [raw`\sum_{k=1}^n k`, raw`\sum_{k=1}^{m} k`, false],
    [raw`\angle ABC`, raw`\angle{ABC}`, true],
    [raw`\vec{a}+\vec{b}`, raw`\vec b+\vec a`, true],
    [raw`\vec{a}+\vec{b}`, raw`\vec b-\vec a`, false],
  ],
  'counted things': [
    [raw`8\text{ meals}`, '8 meals', true],
    [raw`8\text{ meals}`, '9 meals', false],
    [raw`18\text{ ways.}`, '18', true],
  ],
  'bases and order': [
    ['2516_8', '(2516)_8', true],
    ['2516_8', '(2516)_9', false],
    ['(2,-3)', '(y,x)=(2,-3)', false],
    ['x_1=1,x_2=4', 'x_1=4,x_2=1', false],
    [raw`\text{M}`, raw`\displaystyle \text{M}`, true],
  ],
};

describe.each([
  ['as math-verify says', agreed],
  ['as the mathematics says', beyond],
])('%s', (_, groups) => {
  describe.each(Object.entries(groups))('%s', (_name, cases) => {
    it.each(cases)('%s and %s: %s', (gold, answer, equal) => {
      expect(sameMath(answer, gold)).toBe(equal);
      expect(sameMath(gold, answer)).toBe(equal);
    });
  });
});
