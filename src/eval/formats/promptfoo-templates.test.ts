/** What promptfoo's configurations hold besides plain tests, and how deep and how often their prompts are filled. */

import { describe, expect, it } from 'vitest';
import type { Item } from '../types.ts';
import { recogniseFile, recogniseText } from './recognise.ts';

const assert = [{ type: 'equals', value: 'x' }];
const read = (config: object) => recogniseText('promptfooconfig.json', JSON.stringify(config));
/** The question of one test, or why there is none. */
const asked = (prompts: unknown, vars: object) => {
  const { items, rejected } = read({ prompts, tests: [{ vars, assert }] });
  return items[0]?.question ?? [rejected[0]!.code.replace('import.', ''), rejected[0]!.params];
};
const elsewhere = (...names: readonly string[]) =>
  names.map((name) => ({ code: 'import.other-file', params: { name } }));

describe('a configuration', () => {
  it('is no file of rows, and a file of rows with prompts is none', () => {
    const data = [{ question: 'q?', answer: 'a' }];
    expect(read({ prompts: ['p'], data })).toMatchObject({ kind: 'question-answer', rowCount: 1 });
  });

  it.each<[object, readonly string[]]>([
    [{ tests: 'file://tests.csv' }, ['file://tests.csv']],
    [{ tests: [{ path: 'file://make.py:tests', config: {} }] }, ['file://make.py:tests']],
    [{ tests: null, scenarios: ['file://scenarios.yaml'] }, ['file://scenarios.yaml']],
    [{ scenarios: [{ config: [{ vars: { a: 1 } }], tests: 'file://t.csv' }] }, ['file://t.csv']],
    [{ scenarios: [{ config: 'file://c.yaml', tests: [{ vars: { a: 1 }, assert }] }] }, ['file://c.yaml']],
  ])('names the files where its tests are: %j', (tests, names) => {
    const { items, rejected } = read({ prompts: ['{{a}}?'], ...tests });
    expect(items).toEqual([]);
    expect(rejected).toMatchObject(elsewhere(...names));
  });

  it('keeps a test with a variable named path', () => {
    const tests = [{ path: 'p', vars: { a: 'q' }, assert }];
    expect(read({ prompts: ['{{a}}?'], tests }).items.map(({ question }) => question)).toEqual(['q?']);
  });

  it('needs no variables, and no assertions beside those of the default test', () => {
    const file = read({ prompts: 'What is 1+1?', tests: [{ assert }] });
    expect(file).toMatchObject({ items: [{ question: 'What is 1+1?' }], rejected: [] });
    expect(file.fields).toEqual({ question: 'prompts, vars', answer: 'assert' });
    const other = read({ prompts: ['{{a}}?'], defaultTest: { assert }, tests: [{ vars: { a: 'q' } }] });
    expect(other.items).toMatchObject([{ question: 'q?', accepted: ['x'] }]);
  });

  it('passes in part by a threshold only where there is more than one assertion', () => {
    const tests = [{ vars: { a: 'q' }, assert, threshold: 0.5 }];
    expect(read({ prompts: ['{{a}}?'], tests }).items).toHaveLength(1);
  });

  it('has its tests on their lines; those of scenarios are counted', () => {
    const test = { vars: { a: 'q' }, assert };
    const ids = (config: object) =>
      recogniseText('c.json', JSON.stringify({ prompts: ['{{a}}?'], ...config }, null, 1)).items.map(
        ({ id }) => id,
      );
    expect(ids({ tests: [test, test] })).toEqual(['c.json:6', 'c.json:17']);
    const scenarios = [{ config: [{}, {}], tests: [test] }];
    expect(ids({ scenarios })).toEqual(['c.json:1', 'c.json:2']);
    expect(ids({ tests: [test], scenarios })).toEqual(['c.json:1', 'c.json:2', 'c.json:3']);
  });

  it('does not resolve templates of assertions in other files', () => {
    const $ref = 'other.yaml#/assertionTemplates/paris';
    const assertionTemplates = { paris: { type: 'equals', value: 'Paris' } };
    const tests = [{ vars: { a: 'q' }, assert: [{ $ref }] }];
    expect(read({ prompts: ['{{a}}?'], assertionTemplates, tests }).rejected).toMatchObject([
      { code: 'import.assertion-refused', params: { type: $ref } },
    ]);
  });

  it('fills variables in lists of answers', () => {
    const list = [{ type: 'contains-any', value: ['{{a}}', 'y'] }];
    const tests = [{ vars: { a: 'q' }, assert: list }];
    expect(read({ prompts: ['{{a}}?'], tests }).items[0]!.accepted).toEqual(['q', 'y']);
  });
});

describe('which prompt', () => {
  it.each<[unknown]>([
    ['{{a}}?'],
    [[' ', '{{a}}?']],
    [[{ label: 'l' }, '{{a}}?']],
    [['file://p.txt', '{{a}}?']],
    [[' \n{{a}}? ']],
  ])('%j: the one that is written out', (prompts) => {
    expect(asked(prompts, { a: 'q' })).toBe('q?');
  });

  it.each(['See file://x.txt: {{a}}', 'a.txt is what? {{a}}'])('%s is written out', (prompt) => {
    expect(asked([prompt], { a: 'q' })).toBe(prompt.replace('{{a}}', 'q'));
  });

  it.each([
    ' file://p',
    'p.txt ',
    'p.yml',
    'p.yaml',
    'p.js',
    'p.cjs',
    'p.mts',
    'p.py:make_prompt',
    ' dir/p.json',
  ])('%j is a file', (name) => {
    const other = ['prompt-file', { name }];
    expect(asked([name], { a: 'q' })).toEqual(other);
    expect(asked(name, { a: 'q' })).toEqual(other);
    expect(asked([{ raw: name, label: 'l' }], { a: 'q' })).toEqual(other);
    expect(asked([{ id: name, raw: 'r.txt' }], { a: 'q' })).toEqual(other);
  });

  it('chat messages, whatever their variables hold', () => {
    const chat = ' \n[ {"role": "user", "content": "{{a}}"}]';
    expect(asked([chat], { a: 'Who said "Hi"\nand why?' })).toBe('Who said "Hi"\nand why?');
    expect(asked(['[{"role": "user", "content": {{a}}}]'], { a: '"q?"' })).toBe('q?');
    expect(asked(['[{a}] {{a}}'], { a: 'q?' })).toBe('[{a}] q?');
    expect(asked(['[{{a}}'], { a: 'q?' })).toBe('[q?');
  });
});

describe('variables', () => {
  it.each<[string, object, unknown]>([
    ['{{- a -}}?', { a: 'q' }, 'q?'],
    ['{{a}}?', { a: true }, 'true?'],
    ['q{{a}}?', { a: '' }, 'q?'],
    ['{{a}}?', { a: { b: [1] } }, '{"b":[1]}?'],
    ['{{a}}?', { a: ['q'] }, 'q?'],
    ['{{a}}?', { a: '5 {% off' }, '5 {% off?'],
    ['{{a}}?', { a: null }, ['template-variable', { found: 'a' }]],
    ['{{a}}', { a: ' ' }, ['no-question-variable', { names: 'a' }]],
    ['{{a-b}}', { ab: 'q' }, ['template-language', { found: '{{a-b}}' }]],
    ['{{a.b-c}}', { a: 'q' }, ['template-language', { found: '{{a.b-c}}' }]],
    [`{{ a | ${'x'.repeat(50)} }}`, { a: 'q' }, ['template-language', { found: `{{ a | ${'x'.repeat(33)}` }]],
    [
      `Say {% if ${'x'.repeat(50)} %}`,
      { a: 'q' },
      ['template-language', { found: `{% if ${'x'.repeat(34)}` }],
    ],
  ])('%s of %j', (prompt, vars, expected) => {
    expect(asked([prompt], vars)).toEqual(expected);
  });

  it('in variables are filled four deep, and not without end', () => {
    const chain = { a: '{{b}}', b: '{{c}}', c: '{{d}}', d: '{{e}}' };
    expect(asked(['{{a}}'], { ...chain, e: 'q?' })).toBe('q?');
    expect(asked(['{{a}}'], { ...chain, e: '{{f}}', f: 'q?' })).toBe('{{f}}');
    expect(asked(['{{a}}'], { a: '{{a}}' })).toBe('{{a}}');
  });

  it.each([
    [2, 2, 0],
    [1000, 1000, 0],
    [1001, 0, 1],
  ])('a list of %i values makes %i tests', (length, tests, left) => {
    const a = Array.from({ length }, (_, i) => `q${i}`);
    const { items, rejected } = read({ prompts: ['{{a}}?'], tests: [{ vars: { a }, assert }] });
    expect([items.length, rejected.length]).toEqual([tests, left]);
  });

  it.each<[object, object]>([
    [{ question: ' q? ', tags: [] }, { question: 'q?' }],
    [{ query: 'q?', language: 'de' }, { question: 'q?' }],
    [{ text: 'Of {{b}}?', b: 'B' }, { question: 'Of B?' }],
    [
      { question: 'Of {{b}}?', b: 'B', context: '{{b}} is c.' },
      { question: 'Of B?', context: 'B is c.' },
    ],
  ])('without prompts: %j', (vars, expected) => {
    const { items, fields } = recogniseFile('t.jsonl', [{ vars, assert }]);
    const [{ question, context }] = items as readonly [Item];
    expect(context === undefined ? { question } : { question, context }).toEqual(expected);
    expect(fields).toEqual({ question: 'vars', answer: 'assert' });
  });

  it('are needed where there is no prompt', () => {
    expect(recogniseFile('t.jsonl', [{ vars: {}, assert }]).rejected).toMatchObject([
      { code: 'import.empty-question', params: { field: 'vars' } },
    ]);
  });

  it('and assertions only together make a test', () => {
    const row = { question: 'q?', answer: 'a', assert };
    expect(recogniseFile('t.jsonl', [row]).kind).toBe('question-answer');
  });
});
