/** Labels in front of options: which marks make one, and when they are taken off. */

import { describe, expect, it } from 'vitest';
import { isMisplaced, readListedOptions, splitOptions, stripEachLabel, stripLabels } from './option-text.ts';

describe('stripLabels', () => {
  it.each([
    [['A)324', 'B)325']],
    [['A. 324', 'B. 325']],
    [['(A) 324', '(B) 325']],
    [[' (a)324', ' (b)325']],
    [['A : 324', 'B : 325']],
    [['A．324', 'B．325']],
    [['A、324', 'B、325']],
    [['A：324', 'B：325']],
  ])('a mark after the letter: %j', (options) => {
    expect(stripLabels(options)).toEqual(['324', '325']);
  });

  it('letters and blanks alone, where there are more than two', () => {
    expect(stripLabels(['A 1', 'B  2', ' C\t3'])).toEqual(['1', '2', '3']);
    expect(stripLabels(['A 1', 'B 2'])).toBeUndefined();
    expect(stripLabels(['A1', 'B2', 'C3'])).toBeUndefined();
    expect(stripLabels(['a 1', 'b 2', 'c 3'])).toBeUndefined();
  });

  it.each([[['A) 1', 'C) 2']], [['B) 1', 'A) 2']], [['A) 1', 'b) 2']], [['A) 1', '2']], [['1', '2']]])(
    'not where a letter is missing, out of place or of the other case: %j',
    (options) => {
      expect(stripLabels(options)).toBeUndefined();
    },
  );

  it.each([
    [['A told the truth', 'B told the truth', 'C told the truth']],
    [['A and B', 'B and C', 'C and A']],
    [['A prison', 'B prison', 'C County']],
    [['A Lee met B', 'B Ray', 'C Kim']],
    [['A 是学士', 'B 有', 'C 硕士']],
    [['A Bank', 'B Bank', 'C City']],
  ])('not where letters and blanks are names or articles: %j', (options) => {
    expect(stripLabels(options)).toBeUndefined();
  });
  it.each([
    [
      ['A The first', 'B The second', 'C 3'],
      ['The first', 'The second', '3'],
    ],
    [
      ['A $x$', 'B (1, 2)', 'C Ünal’s Car'],
      ['$x$', '(1, 2)', 'Ünal’s Car'],
    ],
  ])('letters and blanks before what is none: %j', (options, bare) => {
    expect(stripLabels(options)).toEqual(bare);
  });

  it('each by itself where not all have one', () => {
    expect(stripEachLabel(['A) 1', '2', 'C) 3'])).toEqual(['1', '2', '3']);
    expect(stripEachLabel(['A 1', 'B 2', 'C 3'])).toEqual(['1', '2', '3']);
    expect(stripEachLabel(['A 1', 'B 2'])).toEqual(['A 1', 'B 2']);
  });
});

describe('isMisplaced', () => {
  const printed = ['A. w', 'C. x', 'B. y', '(d) z'];
  it.each([
    ['B', true],
    [' c ', true],
    ['A', false],
    ['D', false],
    ['E', false],
    ['', false],
    ['BC', false],
  ])('options out of order, answer %j: %s', (letter, isUnclear) => {
    expect(isMisplaced(printed, letter)).toBe(isUnclear);
  });
  it.each([
    ['in order', ['A. w', 'B. x', 'C. y']],
    ['without labels', ['w', 'x', 'y']],
    ['of which others have none', ['w', 'B. x', 'y']],
    ['with initials beyond their number', ['G. Washington', 'B. Franklin', 'J. Adams']],
    ['with one initial twice', ['B. Lee', 'C. Lee', 'B. Ray']],
  ])('options %s', (_, options) => {
    for (const letter of 'ABC') expect(isMisplaced(options, letter)).toBe(false);
  });
  it.each([
    [['B. w', 'A. x'], 'A', true],
    [['A. w', 'x', 'B. y'], 'B', true],
    [['A. w', 'E. x', 'B. y'], 'B', false],
    [['A. w', 'x'], '?', false],
  ])('%j, answer %s: %s', (options, letter, isUnclear) => {
    expect(isMisplaced(options, letter)).toBe(isUnclear);
  });
  it('one label beside options without any', () => {
    expect(isMisplaced(['B. w', 'x', 'y'], 'B')).toBe(true);
    expect(isMisplaced(['B. w', 'x', 'y'], 'C')).toBe(false);
  });
});

describe('readListedOptions', () => {
  const both = { labels: ['A', 'B'], texts: ['x', 'y'] };

  it.each([
    ['under a heading', 'Q?\nOptions:\nA. x\nB. y'],
    ['under another, with blank lines', 'Q?\n Choices : \n\nA) x\n\n(B) y\n'],
    ['under a German one', 'Q?\nOptionen:\nA.) x\nB.) y'],
    ['without heading', 'Q?\nA. x\nB. y'],
    ['with a cue after them', 'Q?\nA. x\nB. y\nAnswer:'],
    ['with a short cue after them', 'Q?\nA. x\nB. y\n A : '],
    ['with colons under a heading', 'Q?\nOptions:\nA: x\nB: y'],
    ['in one line under a heading', 'Q?\nOptions:\nA) x, B) y'],
    ['with carriage returns', 'Q?\r\nA. x\r\nB. y\r\nAnswer:'],
    ['with carriage returns under a heading', 'Q?\r\nOptions:\r\nA. x\r\nB. y'],
  ])('lettered, %s', (_, text) => {
    expect(readListedOptions(text)).toEqual({ question: 'Q?', ...both });
  });

  it('after a question of several lines', () => {
    expect(readListedOptions('Q?\nmore\nA. x\nB. y')).toEqual({ question: 'Q?\nmore', ...both });
  });

  it('with small letters', () => {
    expect(readListedOptions('Q?\na. x\nb. y')).toEqual({ ...both, question: 'Q?', labels: ['a', 'b'] });
  });

  it.each(['A) x, B) y', 'A) x,  B) y', 'A. x;\nB. y', 'x | y'])(
    'in one text without a question: %j',
    (text) => {
      expect(splitOptions(text)).toEqual(['x', 'y']);
    },
  );

  it.each([
    ['three lines with colons', 'Q?\nA: x\nB: y\nC: z', ['x', 'y', 'z']],
    ['three with small letters', 'Q?\na: x\nb: y\nc: z', ['x', 'y', 'z']],
    ['two lines, one of them with a colon', 'Q?\nA: x\nB. y', ['x', 'y']],
    ['two lines with colons further on', 'Q?\nA. x: y\nB. y: x', ['x: y', 'y: x']],
    ['two lines with colons behind the first word', 'Q?\nA.x: y\nB.y: x', ['x: y', 'y: x']],
  ])('are no dialogue: %s', (_, text, texts) => {
    expect(readListedOptions(text)).toMatchObject({ question: 'Q?', texts });
  });

  it('with dashes, which need a heading', () => {
    const listed = { question: 'Q?', labels: ['x', 'y'], texts: ['x', 'y'] };
    expect(readListedOptions('Q?\nOptions:\n- x\n -  y ')).toEqual(listed);
    expect(readListedOptions('Q?\n- x\n- y')).toBeUndefined();
  });

  it.each([
    ['one option', 'Q?\nOptions:\nA. x'],
    ['out of order', 'Q?\nB. x\nA. y'],
    ['not from A on', 'Q?\nB. x\nC. y'],
    ['mixed with other lines', 'Q?\nOptions:\nA. x\nor\nB. y'],
    ['dashes mixed with other lines', 'Q?\nOptions:\n- x\nor\n- y'],
    ['no list', 'Q?'],
    ['a dialogue', 'Who is tired?\nA: I am.\nB: I am not.'],
    ['an indented dialogue', 'Who is tired?\n  A: I am.\n  B: I am not.'],
  ])('undefined for %s', (_, text) => {
    expect(readListedOptions(text)).toBeUndefined();
  });
});
