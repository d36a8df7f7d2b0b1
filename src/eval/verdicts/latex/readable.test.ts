/** What is given to the LaTeX parser: every sign and function has what it applies to, every bracket its other half. */

import { describe, expect, it } from 'vitest';
import { readable } from './readable.ts';

describe('readable', () => {
  it.each([
    ...[
      '2+x',
      '+2',
      '-x',
      '2 3',
      'x!',
      "x'",
      '\\sin x',
      '\\sin^2 x',
      '\\log_2 x',
      '\\sqrt[3]{x}',
      '|x|',
      '(|x|+1)',
    ],
    ...[
      'x^2',
      'x_1',
      'x*y',
      'x/y',
      'x:y',
      'max(2,3)',
      '{x}',
      '\\lfloor x \\rfloor',
      '\\lceil x \\rceil',
      '.5',
      '5.',
    ],
    ...[
      '\\mathbf{v}',
      '\\mathrm{AB}',
      '\\operatorname{lcm}(4,6)',
      'x^{-1}',
      '2-+x',
      '3!25!',
      '3!2.5!',
      '3!.5!',
      '3! 2 !',
      '3!+25',
    ],
  ])('%s', (text) => {
    expect(readable(text)).toBe(text);
  });

  it('has square brackets as round ones', () => {
    expect(readable('[x]')).toBe('(x)');
    expect(readable('\\sqrt{2}[x]')).toBe('\\sqrt{2}(x)');
  });

  it.each([
    ...[
      '2+',
      '2-',
      '2*',
      '*2',
      '/2',
      '^2',
      ')',
      '!',
      "'",
      '()',
      '{}',
      '2+*3',
      '\\sin',
      '\\sin)',
      '(\\frac)',
      'x^',
    ],
    ...[
      '(x',
      'x)',
      '(x]',
      '{x)',
      '|x',
      '\\lfloor x \\rceil',
      '(+)',
      '(x+)',
      '\\foo',
      '\\foo{x}',
      'x=1',
      'x<1',
    ],
    ...['x&1', 'x;1', '\\text{x}', '\\mathbf{1}', 'π', '3!2', '+', ''],
  ])('not %j', (text) => {
    expect(readable(text)).toBeUndefined();
  });
});
