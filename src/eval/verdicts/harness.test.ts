import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withForm } from '../prompts/templates.ts';
import type { Item, Verdict } from '../types.ts';
import { diagnoseZero } from './diagnosis.ts';
import { isLooping } from './generation.ts';
import { harnessMatch } from './harness-match.ts';
import { normaliseSquad, normaliseTrivia, officialMatch } from './official-normalise.ts';
import { rankOptions } from './option-ranking.ts';

const open = (gold: string, accepted = [gold]): Item => ({
  id: 'x',
  task: 'open',
  question: 'q',
  answer: `#### ${gold}`,
  accepted,
  prompt: '',
});

describe('GSM8K filters of the harness, weaknesses included', () => {
  it.each([
    ['18', 'so 18 ... I think', '[invalid]', false, '...', false],
    ['18', '$18.00', '[invalid]', false, '$18.00', false],
    ['18', '= 18.\n\nQuestion: next 5 apples', '[invalid]', false, '18.', true],
    ['18', 'x = 3/4', '[invalid]', false, '4', false],
    ['18', '####18', '[invalid]', false, '18', true],
    ['18', '####  18', '[invalid]', false, '18', true],
    ['18', '#### $18', '[invalid]', false, '$18', true],
    ['18', '#### \\boxed{18}', '[invalid]', false, '18', true],
    ['18', '#### .', '.', false, '[invalid]', false],
    ['18', '#### 18\n#### 20', '18', true, '20', false],
    ['18', 'She has 9.\n#### 18', '18', true, '18', true],
    ['1,024', '#### 1024', '1024', true, '1024', true],
    ['1024', '#### 1,024.', '1,024.', true, '1,024.', true],
    ['-3', '#### -3', '-3', true, '-3', true],
    ['18', 'nothing', '[invalid]', false, '[invalid]', false],
    ['18.5', '#### 185', '185', false, '185', false],
  ])('gold %s, output %j', (gold, output, strict, strictMatch, flexible, flexibleMatch) => {
    expect(harnessMatch(open(gold), output)).toEqual({
      strict: { answer: strict, match: strictMatch },
      flexible: { answer: flexible, match: flexibleMatch },
    });
  });
});

const lettered: Item = { ...open('x'), task: 'closed', options: ['A. Rome', 'B. Berlin'], goldIndex: 1 };

describe('our letter rule', () => {
  it.each([
    ['B. Berlin', true],
    ['B', true],
    ['(B) Berlin', true],
    ['The answer is B.', true],
    ['ANSWER: $B$', true],
    ['Berlin', false],
    ['None of the above', false],
    ["I'm sure: A", false],
  ])('%j', (output, match) => {
    expect(harnessMatch(lettered, output).letter?.match).toBe(match);
  });
});

describe('what the filters of the harness take out', () => {
  it('is compared with the gold in whatever form the benchmark asks for', () => {
    const boxed = withForm(open('18'), { kind: 'boxed' });
    expect(harnessMatch(boxed, '\\boxed{18}').flexible).toEqual({ answer: '18', match: true });
  });

  it('is shown', () => {
    const nothing = { answer: '[invalid]', match: false };
    expect(harnessMatch(lettered, 'B. Berlin')).toEqual({
      strict: { answer: 'B. Berlin', match: true },
      flexible: { answer: '(B)', match: true },
      letter: { answer: 'B', match: true },
    });
    expect(harnessMatch(lettered, '')).toEqual({ strict: nothing, flexible: nothing, letter: nothing });
    expect(harnessMatch(open('Paris'), 'It is #### Paris').flexible).toEqual({
      answer: 'It is #### Paris',
      match: false,
    });
  });

  it('has the letter of options that begin with one, and case as Python lowers it', () => {
    const plan: Item = { ...open('x'), task: 'closed', options: ['red', 'Plan B.'], goldIndex: 1 };
    expect(harnessMatch(plan, 'plan b').letter).toBeUndefined();
    expect(harnessMatch(open('Straße'), 'STRASSE').flexible.match).toBe(false);
  });
});

describe('official normalisation', () => {
  it.each([
    ['The Lord_of the Rings', 'lord of rings'],
    ['  A  cat, an owl & the dog!', 'cat owl dog'],
    ['Rock ‘n’ Roll', 'rock n roll'],
    ['U.S.A.', 'u s'],
    ['O`Neill ´s', 'o neill s'],
    ['theory', 'theory'],
    ['the\u0085Alps\u2003today', 'alps today'],
    ['Alps\uFEFFtoday', 'alps\uFEFFtoday'],
  ])('TriviaQA %j: %j', (text, expected) => {
    expect(normaliseTrivia(text)).toBe(expected);
  });

  it.each([
    ['U.S.A.', 'usa'],
    ["O'Neill", 'oneill'],
    ['the  Rings', 'rings'],
    ['Rock ‘n’ Roll', 'rock ‘n’ roll'],
  ])('SQuAD %j: %j', (text, expected) => {
    expect(normaliseSquad(text)).toBe(expected);
  });

  it('German articles', () => {
    expect(normaliseTrivia('Der Rhein und die Elbe', 'de')).toBe('rhein und elbe');
    expect(normaliseTrivia('dienstag', 'de')).toBe('dienstag');
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const normalise of [normaliseTrivia, normaliseSquad]) {
          const once = normalise(text);
          expect(normalise(once)).toBe(once);
        }
      }),
    );
  });

  it('is an exact match where either makes gold or alias and answer the same', () => {
    const match = (answer: string, ...accepted: string[]) => officialMatch(answer, accepted, 'en');
    expect(match('the Beatles!', 'Fab Four', 'Beatles')).toBe(true);
    expect(match('Rock_n_Roll', 'rock-n-roll')).toBe(true);
    expect(match('USA', 'U.S.A.')).toBe(true);
    expect(match('Beatles band', 'Beatles')).toBe(false);
    expect(match('The', 'A')).toBe(false);
    expect(officialMatch('der Rhein', ['Rhein'], 'de')).toBe(true);
    expect(officialMatch('der Rhein', ['Rhein'], 'en')).toBe(false);
  });
});

describe('official match of words', () => {
  it.each([
    [' #### The U.S.A.\nmore', 'The U.S.A.', true],
    ['\nthe USA\nmore', 'the USA', true],
    ['USA, of course', 'USA, of course', false],
    [' ', '[invalid]', false],
  ])('%j: %j %s', (output, answer, match) => {
    expect(harnessMatch(open('U.S.A.'), output).official).toEqual({ answer, match });
  });

  it('knows the articles of the item’s language, and is not for numbers', () => {
    expect(harnessMatch({ ...open('Rhein'), language: 'de' }, 'der Rhein').official?.match).toBe(true);
    expect(harnessMatch(open('Rhein'), 'der Rhein').official?.match).toBe(false);
    expect(harnessMatch(open('18'), '18').official).toBeUndefined();
  });
});

describe('rankOptions', () => {
  it('ranks by sum, per character, per byte and against the unconditional score', () => {
    const options = ['no', 'certainly', 'üüüü'];
    const { acc, accChars, accBytes, mutualInformation } = rankOptions(
      options,
      1,
      [-2, -6, -3.2],
      [-1, -9, -3],
    );
    expect(acc).toEqual({ choice: 0, correct: false, tie: false });
    // -1, -0.667, -0.8 per character; -1, -0.667, -0.4 per byte; -1, +3, -0.2 information
    expect(accChars).toEqual({ choice: 1, correct: true, tie: false });
    expect(accBytes).toEqual({ choice: 2, correct: false, tie: false });
    expect(mutualInformation).toEqual({ choice: 1, correct: true, tie: false });
  });

  it('counts characters as code points', () => {
    expect(rankOptions(['🐎🐎', 'abc'], 0, [-2, -3.3]).accChars.choice).toBe(0);
  });

  it('flags ties and gives the probability of the options together', () => {
    const { acc, probabilityMass } = rankOptions(['A', 'B'], 0, [Math.log(0.25), Math.log(0.25)]);
    expect(acc).toEqual({ choice: null, correct: false, tie: true });
    expect(probabilityMass).toBeCloseTo(0.5);
    expect(rankOptions(['A', 'B'], 0, [-1, -2])).not.toHaveProperty('mutualInformation');
  });
});

describe('generations', () => {
  it.each([
    ['Paris Paris Paris Paris Paris Paris', true],
    ['It is Paris. It is Paris. It is Paris.', true],
    ['The answer is\nParis is a city.\nParis is a city.\nParis is a city.\nParis is', true],
    ['........................................', true],
    ['1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14', false],
    ['It is Paris. It is Paris.', false],
    ['no no no', false],
    [`${'ab'.repeat(13)}c`, false],
    ['This one has a long beginning that stands alone. Then it is Paris. Then it is Paris.', false],
    ['A plain sentence that does not repeat itself at all.', false],
    ['', false],
  ])('%j loops: %s', (text, looping) => {
    expect(isLooping(text)).toBe(looping);
  });
});

describe('diagnoseZero', () => {
  const verdict = (knowledge: boolean, reason: string, exactMatch = false): Verdict => ({
    itemId: 'x',
    exactMatch,
    knowledge,
    format: reason === 'format.required-form',
    shape: false,
    outcome: 'wrong',
    output: '',
    answerLine: '',
    reasons: ['judge.found', reason],
  });

  it('names the most frequent reason and whether the model knows', () => {
    const knows = [
      verdict(true, 'format.no-marker'),
      verdict(true, 'format.no-marker'),
      verdict(false, 'format.empty'),
    ];
    expect(diagnoseZero(knows)).toEqual({
      code: 'eval.zero-format',
      params: { reason: 'format.no-marker', count: 2, n: 3, known: 2 },
    });
    expect(diagnoseZero(Array(3).fill(verdict(false, 'format.required-form')))?.code).toBe(
      'eval.zero-knowledge',
    );
    expect(diagnoseZero(Array(3).fill(verdict(false, 'format.empty')))?.code).toBe('eval.zero-both');
    const seldom = [verdict(true, 'format.empty'), ...Array(9).fill(verdict(false, 'format.empty'))];
    expect(diagnoseZero(seldom)?.code).toBe('eval.zero-both');
    expect(diagnoseZero([verdict(false, 'judge.not-found')])?.params).toEqual({
      reason: '',
      count: 0,
      n: 1,
      known: 0,
    });
  });

  it('is silent where there are exact matches, or nothing', () => {
    expect(diagnoseZero([verdict(true, 'format.required-form', true)])).toBeUndefined();
    expect(diagnoseZero([])).toBeUndefined();
  });
});
