import { describe, expect, it } from 'vitest';
import { recogniseFile } from '../formats/recognise.ts';
import type { Item, RequiredForm, StopRuleName } from '../types.ts';
import { chooseStopRule, cutAtStop, isStopped } from './stops.ts';

describe('cutAtStop', () => {
  it.each<[StopRuleName, string, string]>([
    ['newline', ' B. Berlin\nQuestion: next', ' B. Berlin'],
    ['newline', '\nB. Berlin', ''],
    ['newline', ' B. Berlin', ' B. Berlin'],
    ['text-line', ' #### 18\nShe has', ' #### 18'],
    ['text-line', '\n \n #### 18\n\nmore', '\n \n #### 18'],
    ['text-line', ' \n', ' \n'],
    ['text-line', ' Paris', ' Paris'],
    ['text-line', ' Paris<|user|>\nQ', ' Paris'],
    ['text-line', 'Question: next\n', ''],
    ['text-line', '\nQuestion: next', ''],
    ['blank-line', ' {\n "answer": 1\n}\n\nmore', ' {\n "answer": 1\n}'],
    ['blank-line', '\n\n \\boxed{1}\nso\n \t\r\n\nmore', '\n\n \\boxed{1}\nso'],
    ['blank-line', ' \\boxed{1}\nand', ' \\boxed{1}\nand'],
    ['blank-line', ' \\boxed{1}\nQuestion: next\n\nmore', ' \\boxed{1}'],
    ['blank-line', '\n\n', '\n\n'],
    ['marked-line', ' 9 * 2 = 18\n\n#### 18\nmore', ' 9 * 2 = 18\n\n#### 18'],
    ['marked-line', ' ####\n####18 eggs\nmore', ' ####\n####18 eggs'],
    ['marked-line', ' ####\n18\n', ' ####\n18\n'],
    ['marked-line', ' 9\nQuestion: next\n#### 18\n', ' 9'],
    ['new-question', ' #### 18\n\nQuestion: next', ' #### 18\n'],
    ['new-question', ' #### 18\nQuestion 2: next', ' #### 18'],
    ['new-question', ' #### 18\n  Q: next', ' #### 18'],
    ['new-question', ' #### 18\nFrage: weiter', ' #### 18'],
    ['new-question', ' #### 18\nQuiz: next', ' #### 18'],
    ['new-question', ' #### 18\nProblem 3. next', ' #### 18'],
    ['new-question', ' #### 18<|im_end|>more', ' #### 18'],
    [
      'new-question',
      ' First line.\n\nSecond paragraph. #### 18',
      ' First line.\n\nSecond paragraph. #### 18',
    ],
    ['new-question', ' The Question: is how many. 18', ' The Question: is how many. 18'],
    ['new-question', 'Question: next', ''],
    ['new-question', ' 18\nQ:', ' 18'],
    ['new-question', ' 18\nQuestionable: yes', ' 18\nQuestionable: yes'],
    ['new-question', ' 18\nQuestion', ' 18\nQuestion'],
  ])('%s %j: %j', (rule, text, kept) => {
    expect(cutAtStop(rule, text)).toBe(kept);
    expect(isStopped(rule, text)).toBe(kept !== text);
  });

  it('reads a megabyte without a break in one pass', () => {
    for (const rule of ['text-line', 'blank-line', 'marked-line', 'new-question'] as const) {
      const text = 'x '.repeat(500_000);
      expect(cutAtStop(rule, text)).toBe(text);
    }
  });
});

const FORMS: Readonly<Record<RequiredForm['kind'], RequiredForm>> = {
  hash: { kind: 'hash' },
  boxed: { kind: 'boxed' },
  phrase: { kind: 'phrase', maxWords: 3 },
  letter: { kind: 'letter' },
  json: { kind: 'json', key: 'answer' },
  regex: { kind: 'regex', pattern: '^=> (.+)$', template: '=> {answer}' },
};
const open = (answer: string, more: Partial<Item> = {}): Item => ({
  id: answer,
  task: 'open',
  question: 'q?',
  answer: `#### ${answer}`,
  accepted: [answer],
  prompt: 'q?',
  ...more,
});

describe('chooseStopRule', () => {
  it.each([
    ['hash', 'text-line'],
    ['phrase', 'text-line'],
    ['letter', 'text-line'],
    ['regex', 'text-line'],
    ['boxed', 'blank-line'],
    ['json', 'blank-line'],
  ] as const)('of the form %s is %s', (kind, rule) => {
    const chosen = { rule, widened: false, conflicts: [] };
    expect(chooseStopRule([open('B')], FORMS[kind])).toEqual(chosen);
    expect(chooseStopRule([open('B', { form: FORMS[kind], answer: 'B' })])).toEqual(chosen);
  });

  it('of listed options is the line break, their letters required or not', () => {
    const { items } = recogniseFile('f', [{ question: 'q', choices: ['Rome', 'Berlin'], answer: 1 }]);
    for (const form of [undefined, FORMS.letter, FORMS.hash]) {
      expect(chooseStopRule(items, form)).toEqual({ rule: 'newline', widened: false, conflicts: [] });
    }
  });

  it('of several forms suits all of them', () => {
    const of = (...kinds: RequiredForm['kind'][]) =>
      chooseStopRule(kinds.map((kind) => open('7', { form: FORMS[kind], answer: '7' }))).rule;
    expect(of('phrase', 'hash')).toBe('text-line');
    expect(of('phrase', 'json')).toBe('blank-line');
    expect(of('regex', 'letter', 'boxed')).toBe('blank-line');
    expect(of('hash', 'boxed')).toBe('new-question');
  });

  it('waits for #### where the golds are worked out before it', () => {
    const { items } = recogniseFile('gsm8k', [
      { question: 'How many?', answer: 'She has 9.\n\nTwice that is 18.\n#### 18' },
      { question: 'And now?', answer: 'Seven.\n#### 7' },
    ]);
    expect(chooseStopRule(items)).toEqual({ rule: 'marked-line', widened: true, conflicts: [] });
    expect(chooseStopRule(items, FORMS.boxed)).toMatchObject({ rule: 'new-question', widened: true });
    // One paragraph before the object.
    expect(chooseStopRule(items.slice(1), FORMS.json)).toMatchObject({ rule: 'blank-line', widened: false });
    expect(chooseStopRule(items.slice(1), FORMS.phrase)).toMatchObject({ rule: 'blank-line', widened: true });
  });

  it('gives no room to what every rule would cut in a solution or an alias: nobody must write it', () => {
    const item = open('18', { rationale: 'Question: how many?\n#### 3\nNo, twice that.' });
    expect(chooseStopRule([item])).toEqual({ rule: 'text-line', widened: false, conflicts: [] });
    const alias = open('a', { accepted: ['a', 'x<|y'] });
    expect(chooseStopRule([alias])).toEqual({ rule: 'text-line', widened: false, conflicts: [] });
    const late = open('18', { rationale: 'Nine.\nTwice that is -1<|x|.' });
    expect(chooseStopRule([late]).rule).toBe('marked-line');
  });

  it('spares aliases and answers over several lines', () => {
    expect(chooseStopRule([open('a', { accepted: ['a', 'b\nc'] })])).toEqual({
      rule: 'new-question',
      widened: true,
      conflicts: [],
    });
    const phrase = { form: FORMS.phrase, answer: 'a' };
    expect(chooseStopRule([open('a', { ...phrase, accepted: ['a', 'b\nc'] })])).toEqual({
      rule: 'blank-line',
      widened: true,
      conflicts: [],
    });
    expect(chooseStopRule([open('a', { ...phrase, accepted: ['a', 'b\n\nc'] })]).rule).toBe('new-question');
  });

  it('names the golds that every rule would cut', () => {
    const items = ['3.5', '<|x|>', 'Question: what?'].map((answer) => open(answer));
    expect(chooseStopRule(items).conflicts.map(({ id }) => id)).toEqual(['<|x|>']);
    expect(chooseStopRule(items, FORMS.phrase).conflicts.map(({ id }) => id)).toEqual([
      '<|x|>',
      'Question: what?',
    ]);
    const { items: closed } = recogniseFile('f', [{ question: 'q', choices: ['Rome', 'Berlin'], answer: 1 }]);
    const broken = { ...closed[0]!, options: ['A. Rome\nItaly', 'B. Berlin'] };
    expect(chooseStopRule([broken])).toEqual({ rule: 'newline', widened: false, conflicts: [broken] });
    expect(chooseStopRule([broken], FORMS.letter).conflicts).toEqual([]);
  });
});
