/** Every spelling that is written as another one, and where it is left as it is. */

import { describe, expect, it } from 'vitest';
import { spelledAlike } from './spellings.ts';

const raw = String.raw;
/** A backslash, which raw templates cannot hold before a value. */
const B = '\\';
const TEXTS = ['text', 'mbox', 'mathrm', 'textrm', 'textbf', 'hbox'];
const FONTS = [
  'text',
  'mathrm',
  'mathbf',
  'mathit',
  'mathsf',
  'mathnormal',
  'boldsymbol',
  'bm',
  'textbf',
  'textrm',
];
const GREEK: readonly (readonly [string, string])[] = [
  ['α', 'alpha'],
  ['β', 'beta'],
  ['γ', 'gamma'],
  ['δ', 'delta'],
  ['ε', 'epsilon'],
  ['θ', 'theta'],
  ['λ', 'lambda'],
  ['μ', 'mu'],
  ['ρ', 'rho'],
  ['σ', 'sigma'],
  ['τ', 'tau'],
  ['φ', 'phi'],
  ['ψ', 'psi'],
  ['ω', 'omega'],
];
/** A command that letters follow is another one. */
const longer = (command: string) => [`${command}x`, `${command}X`];

describe('spelledAlike', () => {
  it.each<readonly [string, string]>([
    ...GREEK.map(([sign, name]) => [`2${sign}+1`, raw`2${B}${name} +1`] as const),
    ['ηη', 'ηη'],
    // fonts, money
    ...FONTS.map((font) => [raw`${B}${font}{2.5}`, '2.5'] as const),
    ...FONTS.map((font) => [raw`${B}${font} { 99 }`, '99'] as const),
    [raw`\text{\$}3`, '3'],
    [raw`\text { \$ }3`, '3'],
    [raw`3\$`, '3'],
    [raw`3 \$ `, '3'],
    [raw`\$3`, raw`\$3`],
    [raw`\mathrm{i}+\mathrm{ i }`, 'i+i'],
    ...TEXTS.map((name) => [raw`18${B}${name}{ ways.}`, raw`18${B}${name}{ ways}`] as const),
    ...TEXTS.map((name) => [raw`18${B}${name} { ways. } `, raw`18${B}${name} { ways}`] as const),
    // commas, points and colons
    ['1{,}000', '1,000'],
    ['12{,}345{,}678', '12,345,678'],
    ['1{,}000,000', '1,000,000'],
    ['1,000{,}000', '1,000,000'],
    ['3{,}14', '3.14'],
    ['0{,}123', '0.123'],
    ['1234{,}567', '1234.567'],
    ['1{,}2345', '1.2345'],
    ['3{:}4', '3:4'],
    [raw`3\colon 4`, '3: 4'],
    [raw`3\!:\!4`, '3:4'],
    [raw`3:\!4`, '3:4'],
    ...longer(raw`3\colon`).map((text) => [text, text] as const),
    // fractions and repeating decimals
    [raw`\frac 1 2`, raw`\frac{1}{2}`],
    [raw`\frac1 2`, raw`\frac{1}{2}`],
    [raw`\frac1  2+\frac 3 4`, raw`\frac{1}{2}+\frac{3}{4}`],
    [raw`\frac 1 23`, raw`\frac 1 23`],
    [raw`0.\bar{3}`, raw`0.\overline{3}`],
    [raw`0.4\dot{6}`, raw`0.4\overline{6}`],
    [raw`0.4\overline 6+.\bar 3`, raw`0.4\overline{6}+.\overline{3}`],
    [raw`x\bar{3}`, raw`x\bar{3}`],
    // bars and brackets
    ...['vert', 'lvert', 'rvert'].map((name) => [raw`${B}${name} x`, '| x'] as const),
    [raw`\lbrack 1\rbrack`, '[ 1]'],
    [raw`\lbrace 1\rbrace`, raw`\{ 1\}`],
    ...['vert', 'lvert', 'lbrack', 'rbrack', 'lbrace', 'rbrace']
      .flatMap((name) => longer(raw`${B}${name}`))
      .map((text) => [text, text] as const),
    // signs and sets
    ['1≠2', raw`1\ne 2`],
    [raw`1\not=2`, raw`1\ne 2`],
    [raw`1\not =2`, raw`1\ne 2`],
    ...['ℝ', raw`\mathbb R`, raw`\mathbb  R`, raw`\Bbb{R}`, raw`\Bbb {R}`, raw`\R`].map(
      (set) => [`x+${set}`, raw`x+\mathbb{R}`] as const,
    ),
    ...[raw`\mathbb R`, raw`\R`].flatMap(longer).map((text) => [text, text] as const),
    // arguments
    ...['vec', 'hat', 'bar', 'overline'].map(
      (name) => [raw`${B}${name} a+${B}${name}  B`, raw`${B}${name}{a}+${B}${name}{B}`] as const,
    ),
    [raw`\vec ab`, raw`\vec ab`],
    [raw`\vec aB`, raw`\vec aB`],
    [raw`\angle{ABC}+\triangle {abc}`, raw`\angle ABC+\triangle abc`],
    ['log_a(b)', raw`\log_{a}(b)`],
    ['log_{a}{b}', raw`\log_{a}{b}`],
    ['log_A b', raw`\log_{A} b`],
    ['log_a B+log_a 2', raw`\log_{a} B+\log_{a} 2`],
    ['log_ab', 'log_ab'],
    ['xlog_a(b)', 'xlog_a(b)'],
    ['Xlog_a(b)', 'Xlog_a(b)'],
    [raw`\log_a(b)`, raw`\log_a(b)`],
    // derivatives
    ...['frac', 'dfrac', 'tfrac', 'cfrac'].map((name) => [raw`${B}${name}{dy}{dx}`, "y'"] as const),
    [raw`\frac{\mathrm{d}y}{\mathrm{d}x}`, "y'"],
    [raw`\frac{\mathrm dy}{\mathrm d x}`, "y'"],
    [raw`\frac {d y} {d x}`, "y'"],
    ['dy/dx', "y'"],
    [raw`\frac{dy}{dx}+\frac{dz}{dx}`, "y'+z'"],
    [raw`\mathbf{2}+\mathbf{3}`, '2+3'],
    [raw`\sqrt{5\text{ m}+x^2}`, raw`\sqrt{5\text{ m}+x^2}`],
    [raw`5\text{m}/\text{s}+6\text{m}/\text{s}`, raw`5\text{ m/s}+6\text{ m/s}`],
    ['dy / dx', "y'"],
    ...['ady/dx', 'Ady/dx', 'dy/dxa', 'dy/dxA', raw`\dy/dx`].map((text) => [text, text] as const),
    // degrees
    ...['sin', 'cos', 'tan', 'cot', 'sec', 'csc'].flatMap((name) =>
      [raw`45^\circ`, raw`45^{\circ}`, raw`45 ^ { \circ }`, raw`45\degree`, '45°', '45 °'].map(
        (angle) => [raw`${B}${name} ${angle}`, raw`${B}${name} {\frac{45\pi}{180}}`] as const,
      ),
    ),
    ['sin(22.5°)', raw`sin({\frac{22.5\pi}{180}})`],
    [raw`45^\circ`, '45°'],
    [raw`\sinx 45°`, raw`\sinx 45°`],
    [raw`\sinX 45°`, raw`\sinX 45°`],
    ...longer(raw`45^\circ`).map((text) => [text, text] as const),
    ...longer(raw`45\degree`).map((text) => [text, text] as const),
  ])('%s: %s', (text, spelled) => {
    expect(spelledAlike(text)).toBe(spelled);
  });
});

describe('hours', () => {
  it.each([
    ...TEXTS.flatMap((name) => [
      raw`2:30${B}${name}{ p.m.}`,
      raw`2:30${B}${name} {pm}`,
      raw`2:30${B}${name}{PM }`,
    ]),
    ...[
      '2:30 p.m.',
      '2:30pm',
      '2:30 PM',
      '2:30~pm',
      raw`2:30\,pm`,
      raw`2:30\;pm`,
      raw`2:30\:pm`,
      raw`2:30\ pm`,
    ],
  ])('%s is after noon', (text) => {
    expect(spelledAlike(text)).toBe(raw`2:30\text{pm}`);
    expect(spelledAlike(text.replace('p', 'a').replace('P', 'A'))).toBe(raw`2:30\text{am}`);
  });

  it.each(['2 pm', '2~pm', raw`2\,pm`, raw`2\text{ pm}`])('%s is after noon', (text) => {
    expect(spelledAlike(text)).toBe(raw`2\text{pm}`);
  });

  it.each(['2pm', 'x pm', '2:30 pmx', '2:30 bm'])('%s is no hour', (text) => {
    expect(spelledAlike(text)).toBe(text);
  });
});

describe('units', () => {
  it.each(TEXTS)('in \\%s are one text', (name) => {
    const text = (words: string) => raw`${B}${name}{${words}}`;
    for (const space of ['~', raw`\,`, raw`\;`, raw`\:`, raw`\ `]) {
      expect(spelledAlike(`5${text(`m${space}s`)}`)).toBe(`5${text('m s')}`);
    }
    expect(spelledAlike(`5${text(raw`m\cdot s`)}`)).toBe(`5${text('m  s')}`);
    for (const x of longer(raw`m\cdot`)) expect(spelledAlike(`5${text(x)}`)).toBe(`5${text(x)}`);
    for (const power of ['^2', '^{2}', '^{-1}', ' ^ { -2 }'])
      expect(spelledAlike(`5${text(`m${power}`)}`)).toBe(`5${text('m')}`);
    for (const power of ['^{-1}', '^{-2}', ' ^ { -1 }', ' ^ { -2 }']) {
      expect(spelledAlike(`5${text('s')}${power}`)).toBe(`5${text('s')}`);
    }
    const quotient = raw`5\text{ m/s}`;
    for (const sign of ['/', ' / ', raw`\cdot`])
      expect(spelledAlike(`5${text('m')}${sign}${text('s')}`)).toBe(quotient);
    for (const frac of ['frac', 'dfrac', 'tfrac']) {
      for (const space of ['', ' ', '~', raw`\,`, raw`\;`, raw`\:`, raw`\ `]) {
        expect(spelledAlike(raw`5${space}${B}${frac}{${text('m')}}{${text('s')}}`)).toBe(
          `5${space}${quotient.slice(1)}`,
        );
      }
      expect(spelledAlike(raw`5${B}${frac} { ${text('m')} } { ${text('s')}^2 }`)).toBe(quotient);
      expect(spelledAlike(raw`5${B}${frac}{${text('m')}}{${text('s')}^{2}}`)).toBe(quotient);
    }
    expect(spelledAlike(`x ${text('m')}/${text('s')}`)).toBe(`x ${text('m')}/${text('s')}`);
    expect(spelledAlike(`\\frac{1}{2}${text('m')}/${text('s')}`)).toBe(raw`\frac{1}{2}\text{ m/s}`);
  });

  it.each(['cm', 'mm', 'km', 'km/h', 'kg', 'mph', 'm/s'])('5%s', (unit) => {
    for (const end of ['', '^2', '^3', '^{2}', ' ^ {3}', '.']) {
      for (const space of ['', '~', raw`\,`, raw`\;`, raw`\:`, raw`\ `, raw`\, `]) {
        expect(spelledAlike(`5${space}${unit}${end}`)).toBe(`5 ${unit}${end}`);
      }
    }
    expect(spelledAlike(`5${unit}x`)).toBe(`5${unit}x`);
    expect(spelledAlike(`x${unit}`)).toBe(`x${unit}`);
  });

  it.each(['cm', 'mm', 'km', 'in', 'ft'])('5\\pi %s', (unit) => {
    for (const end of ['', '^2', '^3', '^{2}', '.']) {
      expect(spelledAlike(raw`5\pi ${unit}${end}`)).toBe(raw`5\pi \text{${unit}}${end}`);
    }
    expect(spelledAlike(raw`5\pi ${unit}x`)).toBe(raw`5\pi ${unit}x`);
  });
});
