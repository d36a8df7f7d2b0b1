/** Words in LaTeX answers (scales, hours, plain words), grouping, and what is small without being zero. */

import { describe, expect, it } from 'vitest';
import { sameMath } from './equivalence.ts';

/** Functions and letters of Greek written without a backslash, as models do. */
const PLAIN: readonly [string, string, boolean][] = [
  ['sin(x)', '\\sin x', true],
  ['2sin(x)cos(x)', '\\sin(2x)', true],
  ['sin x', '\\sin(x)', true],
  ['sin^2(x)', '1-\\cos^2 x', true],
  ['sin^2 x', '\\sin^2(x)', true],
  ['xcos(x)', 'x\\cos x', true],
  ['sqrt(2)', '\\sqrt2', true],
  ['2 sqrt(3)/3', '\\frac{2\\sqrt3}{3}', true],
  ['pi', '\\pi', true],
  ['2pi/3', '\\frac{2\\pi}{3}', true],
  ['log(2)', '\\log 2', true],
  ['log_2(8)', '3', true],
  ['log 2', '\\log(2)', true],
  ['ln(2)', '\\ln 2', true],
  ['ln2', '\\ln 2', true],
  ['3ln(2)', '\\ln 8', true],
  ['exp(2)', 'e^2', true],
  ['arctan(1)', '\\frac{\\pi}{4}', true],
  ['cos(pi/3)', '\\frac12', true],
  ['2theta', '2\\theta', true],
  ['sin(theta)', '\\sin\\theta', true],
  ['(-infinity, 2)', '(-\\infty,2)', true],
  ['(2, oo)', '(2,\\infty)', true],
  ['xsqrt(3)', 'x\\sqrt3', true],
  ['max(2,3)', '3', true],
  ['sin(x)', '\\cos x', false],
  ['log(2)', '\\ln 2', false],
  // words that begin like a function, and names that are others
  ['log cabin', 'gol cabin', false],
  ['cosine', '\\cos ine', false],
  ['asin(x)', 'a\\sin x', false],
  ['log2(8)', '\\log 16', false],
  ['5 min', '5', true],
];

describe('sameMath without backslashes', () => {
  it.each(PLAIN)('%s and %s: %s', (a, b, equal) => {
    expect(sameMath(a, b)).toBe(equal);
    expect(sameMath(b, a)).toBe(equal);
  });
});

describe('sameMath', () => {
  it.each([
    // words that are numbers, hours, groups of digits
    ['3\\text{ million}', '3', false],
    ['3\\text{ million}', '3\\text{ billion}', false],
    ['3\\text{ million}', '3000000', true],
    ['3\\text{ million dollars}', '3{,}000{,}000', true],
    ['\\$2.5\\text{ billion}', '2500000000', true],
    ['2 trillion', '2\\cdot10^{12}', true],
    ['3 thousand', '3000', true],
    ['3\\text{ millions}', '3 million', true],
    ['3 thousand', '3', false],
    ['3 million dollars', '3000000', true],
    ['1\\frac{1}{2}\\text{ million}', '1500000', true],
    ['12\\text{ pm}', '12\\text{ am}', false],
    ['12\\text{ pm}', '12', false],
    ['0,001', '1', false],
    ['0{,}001', '1', false],
    ['0,\\!001', '1', false],
    ['0 001', '1', false],
    ['10{,}001', '10001', true],
    ['10,001', '10001', true],
    // small is not zero; what cancels is
    ['\\frac1{200!}', '0', false],
    ['10^{-116}', '0', false],
    ['10^{-116}', '10^{-117}', false],
    ['\\frac{1}{200!}', '\\frac{201}{201!}', true],
    ['\\frac{1}{3}+\\frac13+\\frac13-1', '0', true],
    ['\\sqrt{\\sqrt2\\sqrt2-2}', '0', true],
    ['3!2', '12', false],
    ['3!2', '2\\cdot 3!', false],
    ['\\frac{9!}{4!5!}', '126', true],
    ['3!\\cdot 2', '12', true],
    // words are no products
    ['dog', 'god', false],
    ['no', 'on', false],
    ['Monday', 'yadnoM', false],
    ['Monday', 'monday', true],
    ['no solution', 'on solution', false],
    ['dog, 2', '2, god', false],
    ['xy', 'yx', true],
    ['abc', 'cba', true],
    ['ABC', 'CBA', true],
    ['dx', 'xd', true],
    ['x y', 'y x', true],
    ['dog', 'd\\cdot o\\cdot g', true],
    ['cat', 'act', false],
    ['CAT', 'ACT', false],
    ['bad', 'dab', false],
    ['can', 'nac', false],
    ['map', 'pam', false],
    ['mon', 'nom', false],
    ['cat', 'Cat', true],
    ['xyz', 'zyx', true],
    ['def', 'fed', true],
    ['AB', 'BA', true],
    ['EF', 'FE', true],
    ['AB', 'ab', false],
    ['cat', 'dog', false],
    ['3 cats', '3 acts', false],
    ['3 cats', '3 cats', true],
    ['3 cats', '2 cats', false],
    ['2xyz', '2zyx', true],
    ['3abx', '3axb', true],
    ['24wxyz', '24xyzw', true],
    ['\\frac{abx}{2}', '\\frac{bax}{2}', true],
    ['1 + abx', 'bax + 1', true],
    ['\\pi abx', '\\pi bax', true],
    ['2 red cats', '2 red acts', false],
    ['red, cat', 'act, red', false],
    ['\\begin{vmatrix}1&2\\\\3&4\\end{vmatrix}', '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', false],
    ['\\begin{vmatrix}1&2\\\\3&4\\end{vmatrix}', '\\begin{vmatrix}1&2\\\\3&4\\end{vmatrix} ', true],
    ['\\begin{vmatrix}1\\end{vmatrix}', '\\begin{Vmatrix}1\\end{Vmatrix}', false],
  ])('%s and %s: %s', (a, b, equal) => {
    expect(sameMath(a, b)).toBe(equal);
    expect(sameMath(b, a)).toBe(equal);
  });
});
