/** The letter of an option as the required form, of listed options and of questions that list them themselves. */

import { describe, expect, it } from 'vitest';
import { recogniseFile } from '../formats/recognise.ts';
import { optionContinuations } from '../prompts/few-shot.ts';
import { withForm } from '../prompts/templates.ts';
import type { Item } from '../types.ts';
import { harnessMatch } from './harness-match.ts';
import { judgeItem } from './judge-item.ts';
import { readLetter } from './option-letter.ts';

const LETTER = { kind: 'letter' } as const;
const LISTED = ['A', 'B', 'C'];

describe('readLetter', () => {
  it.each([
    ['B', 'B'],
    ['D', 'format.unlisted-letter'],
    ['b', 'format.no-letter'],
    ['2', 'format.no-letter'],
    ['Berlin', 'format.no-letter'],
    ['(B)', 'format.letter-with-text'],
    ['B.', 'format.letter-with-text'],
    ['B. Berlin', 'format.letter-with-text'],
    ['The answer is B', 'format.letter-with-text'],
    ['B or B', 'format.letter-with-text'],
    ['A, B', 'format.several-letters'],
    ['A or C', 'format.several-letters'],
    ['B, not D', 'format.letter-with-text'],
    ['I know', 'format.no-letter'],
    ["A's", 'format.no-letter'],
    ['B2', 'format.no-letter'],
    ['2B', 'format.no-letter'],
    ['A’s', 'format.no-letter'],
    ['ÄB', 'format.no-letter'],
  ])('%j among A, B, C: %s', (line, expected) => {
    const reading = readLetter(line, LISTED);
    expect('content' in reading ? reading.content : reading.reason).toBe(expected);
  });

  it('takes any letter where none are listed', () => {
    expect(readLetter('D')).toEqual({ content: 'D' });
    expect(readLetter('D or E')).toEqual({ reason: 'format.several-letters' });
  });
});

describe('closed, by letter', () => {
  const [listed] = recogniseFile('f', [
    { question: 'Capital?', choices: ['Rome', 'Berlin', 'Rome'], answer: 1 },
  ]).items;
  const item = withForm(listed!, LETTER);

  it('lists the options with their texts and requires, scores and tunes on the letter alone', () => {
    expect(item.prompt).toBe(
      'Answer with the letter of the right option and nothing else.\nQuestion: Capital?\nA. Rome\nB. Berlin\nC. Rome\nAnswer:',
    );
    expect(item.answer).toBe('B');
    expect(optionContinuations(item)).toEqual([' A', ' B', ' C']);
    expect(item).toMatchObject({ optionTexts: ['Rome', 'Berlin', 'Rome'], goldIndex: 1, form: LETTER });
    expect(withForm({ ...listed!, language: 'de' }, LETTER).prompt).toMatch(
      /^Antworte nur mit dem Buchstaben der richtigen Option\.\nFrage: /,
    );
    expect(withForm(listed!, LETTER, { statesFormat: false }).prompt).toMatch(/^Question: /);
  });

  it.each([
    [' B\nQuestion: next', true, true, 'format.gold-option', 'correct'],
    [' A', true, true, 'format.other-option', 'uncaptured'],
    [' D', false, true, 'format.unlisted-letter', 'uncaptured'],
    [' B. Berlin', false, false, 'format.letter-with-text', 'uncaptured'],
    [' A or B', false, false, 'format.several-letters', 'uncaptured'],
    [' Berlin', false, false, 'format.no-letter', 'uncaptured'],
    ['\nB', false, false, 'format.empty', 'uncaptured'],
  ] as const)('%j: %s %s %s', (output, format, shape, reason, outcome) => {
    const verdict = judgeItem(item, { output, optionLogProbs: [-2, -1, -3] });
    expect(verdict).toMatchObject({ format, shape, outcome, knowledge: true });
    expect(verdict.reasons).toContain(reason);
  });

  it('counts a tie of options with the same text as one', () => {
    const rome = withForm({ ...listed!, goldIndex: 0, answer: 'A. Rome' }, LETTER);
    expect(judgeItem(rome, { output: 'A', optionLogProbs: [-1, -2, -1] })).toMatchObject({
      knowledge: true,
      reasons: ['closed.tie-same-text', 'format.gold-option'],
    });
  });

  it('is compared with the letter by the harness’s schools too', () => {
    const { strict, flexible, letter } = harnessMatch(item, ' B');
    expect([strict, letter]).toEqual([
      { answer: 'B', match: true },
      { answer: 'B', match: true },
    ]);
    expect(harnessMatch(item, ' **B**').letter).toEqual({ answer: 'B', match: true });
    expect(harnessMatch(item, ' (B)').flexible.match).toBe(true);
    expect(flexible.match).toBe(false);
  });

  it('lists what rows with their own marks offer behind letters', () => {
    const own: Item = { ...listed!, options: ['* Rome', '* Berlin', '* Rome'], answer: '* Berlin' };
    expect(withForm(own, LETTER).prompt).toContain('\nB. Berlin\n');
    const { optionTexts: _, ...bare } = own;
    expect(withForm(bare, LETTER).prompt).toContain('\nB. * Berlin\n');
  });

  it('is the only other form of listed options, of at most 26', () => {
    expect(withForm(listed!, { kind: 'boxed' })).toMatchObject({
      answer: 'B. Berlin',
      options: listed!.options,
    });
    const many = (count: number): Item => {
      const options = Array.from({ length: count }, (_, i) => `* ${i}`);
      return { ...listed!, options, optionTexts: options };
    };
    expect(withForm(many(26), LETTER).options?.at(-1)).toBe('Z');
    expect(() => withForm(many(27), LETTER)).toThrow('eval.no-option-letter');
  });
});

describe('open, by letter', () => {
  const question = 'Which is a capital?\nOptions:\n(A) Bonn\n(B) Berlin\n(C) Hamburg';
  const open = (gold: string, asked = question): Item => ({
    id: 'x',
    task: 'open',
    question: asked,
    answer: `#### ${gold}`,
    accepted: [gold],
    prompt: asked,
  });

  it.each(['(B)', 'B', 'B.', ' B) '])('a gold %j is the letter', (gold) => {
    const item = withForm(open(gold), LETTER);
    expect(item.answer).toBe('B');
    expect(judgeItem(item, { output: ' B\nmore' })).toMatchObject({
      format: true,
      exactMatch: true,
      knowledge: true,
      outcome: 'correct',
    });
    expect(judgeItem(item, { output: ' C' })).toMatchObject({ format: true, exactMatch: false });
  });

  it.each([
    ['(B)', 'format.letter-with-text'],
    ['D', 'format.unlisted-letter'],
    ['A or B', 'format.several-letters'],
    ['Berlin', 'format.no-letter'],
    ['', 'format.empty'],
  ])('%j: %s', (output, reason) => {
    const verdict = judgeItem(withForm(open('(B)'), LETTER), { output });
    expect(verdict.format).toBe(false);
    expect(verdict.reasons).toContain(reason);
  });

  it('takes any letter where the question lists none', () => {
    expect(judgeItem(withForm(open('B', 'Which?'), LETTER), { output: 'D' }).format).toBe(true);
  });

  it('cannot be required of other golds', () => {
    for (const gold of ['Berlin', '18', 'b', '(BC)']) {
      expect(() => withForm(open(gold), LETTER)).toThrow('eval.no-option-letter');
    }
  });
});
