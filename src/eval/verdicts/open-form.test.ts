import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabError } from '../../lib/errors.ts';
import { requiredOutput } from '../prompts/required-form.ts';
import { withForm } from '../prompts/templates.ts';
import type { Item, RequiredForm } from '../types.ts';
import { judgeItem } from './judge-item.ts';
import { readForm } from './open-form.ts';
import { matchPattern, patternFault } from './safe-pattern.ts';

const FORMS: Readonly<Record<string, RequiredForm>> = {
  hash: { kind: 'hash' },
  boxed: { kind: 'boxed' },
  phrase: { kind: 'phrase', maxWords: 3 },
  json: { kind: 'json', key: 'answer' },
  regex: { kind: 'regex', pattern: '^Final: (.+)$', template: 'Final: {answer}' },
};

describe('readForm', () => {
  it.each([
    ['hash', '####  Paris', 'Paris'],
    ['boxed', '\\boxed{ 2 }', '2'],
    ['boxed', '\\boxed{ }', 'format.no-box'],
    ['boxed', '\\boxed{42', 'format.no-box'],
    ['boxed', '\\boxed  5', '5'],
    ['boxed', '\\boxed{\\{1}', '\\{1'],
    ['boxed', 'So \\boxed{\\frac{1}{2}}.', '\\frac{1}{2}'],
    ['boxed', 'First \\boxed{1}, then\n\\boxed{2}', '2'],
    ['boxed', '\n\\boxed{2}', '2'],
    ['boxed', '\\boxed{2', 'format.no-box'],
    ['boxed', '\\boxed{}', 'format.no-box'],
    ['boxed', '3\n\nQuestion: next? \\boxed{2}', 'format.no-box'],
    ['boxed', ' ', 'format.empty'],
    ['phrase', ' New York City\nmore', 'New York City'],
    ['phrase', 'Paris.', 'Paris'],
    ['phrase', 'Paris .', 'Paris'],
    ['phrase', 'Paris!', 'Paris'],
    ['phrase', 'St. Louis', 'St. Louis'],
    ['phrase', 'New  York City', 'New  York City'],
    ['phrase', 'It is in New York', 'format.too-many-words'],
    ['phrase', '', 'format.empty'],
    ['json', '{"answer": "Paris"}', 'Paris'],
    ['json', '\n{"answer": 42} and more', '42'],
    ['json', '{\n  "answer": "a}b"\n}', 'a}b'],
    ['json', 'Here: {"answer": "Paris"}', 'format.json-not-first'],
    ['json', 'x{"answer": "Paris"}', 'format.json-not-first'],
    ['json', '{"answer": " Paris "}', 'Paris'],
    ['json', '{"answer": 42}x', '42'],
    ['json', '{"answer": {"is": 42}}', 'format.json-without-key'],
    ['json', 'Paris}', 'format.no-json'],
    ['json', '{"result": "Paris"}', 'format.json-without-key'],
    ['json', '{"answer": ["Paris"]}', 'format.json-without-key'],
    ['json', '{"answer": "Paris"', 'format.no-json'],
    ['json', "{'answer': 'Paris'}", 'format.no-json'],
    ['json', 'Paris', 'format.no-json'],
    ['regex', 'Final: Paris', 'Paris'],
    ['regex', 'Final:  Paris', 'Paris'],
    ['regex', 'final: Paris', 'format.no-match'],
    ['regex', 'x\nFinal: Paris', 'format.no-match'],
  ])('%s %j: %s', (form, output, expected) => {
    const reading = readForm(output, FORMS[form]!);
    expect('content' in reading ? reading.content : reading.reason).toBe(expected);
  });

  it('reads back what requiredOutput writes', () => {
    const answer = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ,'$+-]{0,18}[A-Za-z0-9]$/);
    fc.assert(
      fc.property(answer, fc.constantFrom(...Object.values(FORMS)), (gold, form) => {
        if (form.kind === 'phrase' && gold.split(/\s+/).length > form.maxWords) return;
        expect(readForm(` ${requiredOutput(gold, form)}`, form)).toEqual({ content: gold });
      }),
    );
  });
});

describe('an item in another form', () => {
  const item: Item = {
    id: 'x',
    task: 'open',
    question: 'How many?',
    answer: '#### 18',
    accepted: ['18'],
    prompt: 'Row prompt',
  };

  it('has its answer, prompt and verdict in that form', () => {
    const boxed = withForm(item, FORMS.boxed!);
    expect(boxed.answer).toBe('\\boxed{18}');
    expect(boxed.prompt).toBe('Answer with \\boxed{answer}.\nQuestion: How many?\nAnswer:');
    expect(judgeItem(boxed, { output: 'So $\\boxed{18.0}$' })).toMatchObject({
      exactMatch: true,
      outcome: 'correct',
    });
    expect(judgeItem(boxed, { output: '#### 18' })).toMatchObject({ format: false, outcome: 'uncaptured' });
  });
});

describe('safe patterns', () => {
  it.each([
    ['^Final: (.+)$', undefined],
    ['^\\d+(?:\\.\\d+)?$', undefined],
    ['^(yes|no)$', undefined],
    ['[(a+)+]x+', undefined],
    ['\\(a\\)+', undefined],
    ['(ab)+', undefined],
    ['(a+)+$', 'nested-repetition'],
    ['(a|aa)*$', 'nested-repetition'],
    ['((a*))+', 'nested-repetition'],
    ['(a{1,9}){2,}', 'nested-repetition'],
    ['(a+){10,}', 'nested-repetition'],
    ['(a+)b|c', undefined],
    ['(a|b)c+', undefined],
    ['((a+)b)*', 'nested-repetition'],
    ['(a)(b+)', undefined],
    ['a+(b)+', undefined],
    ['(a+)\\d+', undefined],
    ['(a+)[b]+', undefined],
    ['\\y', 'invalid'],
    ['\\p{L}+', undefined],
    ['a'.repeat(300), undefined],
    ['(a)\\1', 'backreference'],
    ['(?<n>a)\\k<n>', 'backreference'],
    ['(', 'invalid'],
    ['a'.repeat(301), 'too-long'],
  ])('%s: %s', (pattern, fault) => {
    expect(patternFault(pattern)).toBe(fault);
  });

  it('refuses to run an unsafe one and looks at 500 characters only', () => {
    expect(() => matchPattern('(a+)+$', 'aaa')).toThrow(
      new LabError('eval.bad-pattern', { pattern: '(a+)+$', fault: 'nested-repetition' }),
    );
    expect(matchPattern('b', `${'a'.repeat(500)}b`)).toBeUndefined();
    expect(matchPattern('b', `${'a'.repeat(499)}b`)).toBe('b');
    expect(matchPattern('^\\p{Lu}', 'Äa')).toBe('Ä');
  });
});
