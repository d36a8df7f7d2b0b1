/** promptfoo's assertions where a value is missing or of another kind, and where two of them differ by little. */

import { describe, expect, it } from 'vitest';
import { configRows, isPromptfooConfig } from './promptfoo-config.ts';
import { promptFor } from './promptfoo-prompts.ts';
import { recogniseFile, recogniseText } from './recognise.ts';
import type { RowObject } from './row.ts';

const one = (row: RowObject) => recogniseFile('tests.jsonl', [row]);
const asserted = (...assert: readonly unknown[]) => one({ vars: { question: 'q?' }, assert });
const equals = (value: unknown) => ({ type: 'equals', value });
const city = { type: 'object', required: ['city'] };

describe('answers that assertions name', () => {
  it.each<[unknown[], string[]]>([
    [[{ type: 'icontains-any', value: 'Paris' }], ['Paris']],
    [[{ type: 'contains-any', value: 'Paris , Rome' }, equals('Paris')], ['Paris']],
    [[{ type: 'starts-with', value: 'Pa' }, equals('Paris')], ['Paris']],
    [[{ type: 'regex', value: '^\\bParis\\b$' }], ['Paris']],
    [[{ type: 'regex', value: '(Paris|Rome)' }], ['Paris', 'Rome']],
    [[{ type: 'regex', value: '5\\$' }], ['5$']],
    [[{ type: 'contains-any', value: '"say \\"hi\\", x", y' }], ['say "hi", x', 'y']],
    [[{ type: 'contains-all', value: ['Paris', 'city'] }, equals('Paris city')], ['Paris city']],
    [[{ type: 'icontains-all', value: ['paris', 'CITY'] }, equals('Paris city')], ['Paris city']],
  ])('%j: %j', (assert, accepted) => {
    const { items, rejected } = asserted(...assert);
    expect(rejected).toEqual([]);
    expect(items[0]!.accepted).toEqual(accepted);
  });

  // Part of the pattern is no plain text, so that none of it is an answer.
  it.each(['10\\b km', 'a^b', 'colou(r|red)', '(r|red)dish', 'colou?r', '4[0-9]', 'Paris|L.+', 'Paris\\d'])(
    'none in the pattern %s',
    (value) => {
      expect(asserted({ type: 'regex', value }).rejected).toMatchObject([{ code: 'import.no-named-answer' }]);
    },
  );

  it('none where a schema alone says what the answer looks like', () => {
    expect(asserted({ type: 'is-json', value: city }).rejected).toMatchObject([
      { code: 'import.no-named-answer' },
    ]);
  });

  it.each<unknown[][]>([
    [[{ type: 'contains-any', value: ['a', 'b'] }, equals('c')]],
    [[{ type: 'icontains', value: 'Rome' }, equals('Paris')]],
    [[{ type: 'contains-all', value: ['Paris', 'city'] }, equals('Paris')]],
    [[{ type: 'icontains-all', value: ['Paris', 'city'] }, equals('Paris')]],
    [[{ type: 'starts-with', value: 'Rome' }, equals('Paris')]],
    [[equals({ city: 'Paris' }), { type: 'contains', value: 'Rome' }]],
    // Compared in lower case: ß is not ss.
    [[{ type: 'icontains', value: 'straße' }, equals('STRASSE')]],
  ])('that fail another assertion are left out: %j', (assert) => {
    expect(asserted(...assert).rejected).toMatchObject([{ code: 'import.assertions-disagree' }]);
  });
});

describe('assertions that cannot be honoured', () => {
  it.each<[unknown, string]>([
    [equals(null), 'equals'],
    [{ value: 'x' }, ''],
    [equals({}), 'equals'],
    [{ type: 'contains', value: null }, 'contains'],
    [{ type: 'contains-any', value: null }, 'contains-any'],
    [{ type: 'contains-any', value: [] }, 'contains-any'],
    [{ type: 'contains-any', value: ['a', null] }, 'contains-any'],
    [{ type: 'icontains-any', value: ',' }, 'icontains-any'],
    [{ type: 'regex', value: 5 }, 'regex'],
    [{ type: 'is-not-json', value: city }, 'is-not-json'],
    [{ type: 'assert-set' }, 'assert-set'],
    [{ type: 'max-score', assert: [equals('x')] }, 'max-score'],
    [null, 'null'],
    ['Paris', 'Paris'],
  ])('%j', (assertion, type) => {
    expect(asserted(equals('x'), assertion).rejected).toMatchObject([
      { code: 'import.assertion-refused', params: { type } },
    ]);
  });
});

describe('the form', () => {
  const form = { kind: 'json', key: 'city' };
  it('is asked for by any of the assertions', () => {
    const { items } = asserted({ type: 'icontains', value: 'Paris' }, { type: 'contains-json', value: city });
    expect(items[0]).toMatchObject({ form, accepted: ['Paris'] });
  });

  it('is not that of an answer that is wrong', () => {
    const [item] = asserted({ type: 'not-equals', value: { city: 'Rome' } }, equals('Paris')).items;
    expect(item).toMatchObject({ accepted: ['Paris'], competitors: ['Rome'] });
    expect(item).not.toHaveProperty('form');
  });

  it('and wrong answers are absent where none is named', () => {
    const [item] = asserted(equals('Paris')).items;
    expect(item).not.toHaveProperty('form');
    expect(item).not.toHaveProperty('competitors');
  });
});

describe('columns of a table', () => {
  it.each<[RowObject, string[]]>([
    [{ question: 'q', __expected: 'It contains: x' }, ['It contains: x']],
    [{ question: 'q', __expected: 'is-json or so' }, ['is-json or so']],
    [{ question: 'q', __expected: 'is-not-json: x' }, ['is-not-json: x']],
    [{ question: 'q', __expected1: 'contains: Paris ', __expected2: 'Paris' }, ['Paris']],
    [{ question: 'q', __expected1: 'x', __expected2: ' ' }, ['x']],
    [{ question: 'q', __expected1: 'x', __expected2: null }, ['x']],
    [{ question: 'q', __expected: 'x', __expected_by: 'y', my__expected: 'z' }, ['x']],
  ])('%j: %j', (row, accepted) => {
    expect(one(row).items.map((item) => item.accepted)).toEqual([accepted]);
  });

  it.each<[RowObject, string, string]>([
    [{ text: 'q?', lang: 'de', __expected: 'x' }, 'text', '__expected'],
    [{ context: 'c', query: 'q?', __expected1: 'x' }, 'query', '__expected1'],
    [{ city: 'q?', __expected: 'x', __description: 'd' }, 'city', '__expected'],
  ])('%j: the question is in %s', (row, question, answer) => {
    const { fields, items } = one(row);
    expect(fields).toEqual({ question, answer });
    expect(items[0]!.question).toBe('q?');
  });

  it('are named where none is the question', () => {
    const { fields, rejected } = one({ x: 'five', y: 'three', __expected: 'x' });
    expect(fields.question).toBe('x, y');
    expect(rejected).toMatchObject([{ code: 'import.no-question-variable', params: { names: 'x, y' } }]);
  });

  it('may end with a space behind a bare type', () => {
    expect(one({ question: 'q?', __expected1: 'x', __expected2: 'is-json ' }).rejected).toMatchObject([
      { code: 'import.assertion-refused', params: { type: 'is-json' } },
    ]);
  });

  it('an empty threshold is none', () => {
    const source = 'question,__expected1,__expected2,__threshold\nq?,x,contains: x,\n';
    expect(recogniseText('t.csv', source)).toMatchObject({ items: [{ accepted: ['x'] }], rejected: [] });
  });
});

describe('a configuration', () => {
  it.each(['prompts', 'providers', 'targets', 'defaultTest', 'scenarios'])('is known by %s', (sign) => {
    expect(isPromptfooConfig({ tests: [], [sign]: [] })).toBe(true);
    expect(isPromptfooConfig({ [sign]: [] })).toBe(sign === 'scenarios');
  });

  it('makes up to ten thousand tests of a scenario', () => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => ({ vars: { [`v${n}`]: i } }));
    expect(configRows({ scenarios: [{ config: many(100), tests: many(100) }] })).toHaveLength(10_000);
    expect(configRows({ scenarios: [{ config: many(100), tests: many(101) }] })).toHaveLength(1);
  });

  it.each(
    'a.txt a.md a.json a.jsonl a.yaml a.yml a.csv a.j2 a.js a.cjs a.mjs a.ts a.cts a.mts a.py a.py:ask file://a'.split(
      ' ',
    ),
  )('has its prompt in the file %s', (name) => {
    expect(promptFor([name], undefined, undefined)).toEqual({ code: 'import.prompt-file', params: { name } });
  });

  const read = (test: RowObject) =>
    recogniseText('c.json', JSON.stringify({ prompts: ['{{a}}'], tests: [{ vars: { a: 'q' }, ...test }] }));
  const assert = [equals('x'), { type: 'contains', value: 'x' }];

  it('puts its options around the prompt, and groups by category', () => {
    const options = { prefix: 'So: ', suffix: '?' };
    const { items } = read({ assert, options, metadata: { category: 'c' } });
    expect(items).toMatchObject([{ question: 'So: q?', group: 'c' }]);
  });

  it.each<[RowObject, string]>([
    [{ threshold: 0.5 }, 'threshold'],
    [{ transform: 'output.trim()' }, 'transform'],
    [{ options: { transform: 'output.trim()' } }, 'transform'],
  ])('%j is left out', (more, type) => {
    expect(read({ assert, ...more }).rejected).toMatchObject([
      { code: 'import.assertion-refused', params: { type } },
    ]);
  });

  it('an empty threshold is none', () => {
    expect(read({ assert, threshold: null })).toMatchObject({ items: [{ accepted: ['x'] }], rejected: [] });
  });

  it('asks with an object of messages as with any text', () => {
    const prompts = ['{"ask": [{"content": "{{ a }}"}]}'];
    const made = recogniseText('c.json', JSON.stringify({ prompts, tests: [{ vars: { a: 'q' }, assert }] }));
    expect(made.items).toMatchObject([{ question: '{"ask": [{"content": "q"}]}' }]);
  });
});

describe('the question without a prompt', () => {
  it('is missing where there are no variables', () => {
    expect(one({ vars: {}, assert: [equals('x')] }).rejected).toMatchObject([
      { code: 'import.empty-question', params: { field: 'vars' } },
    ]);
  });

  const names = ['question', 'prompt', 'input', 'query', 'text'];
  it.each(names)('is the variable %s, before those after it', (name) => {
    const later = names.slice(names.indexOf(name) + 1).map((other) => [other, 'w']);
    const vars = { a: 'z', ...Object.fromEntries(later), [name]: 'q?' };
    expect(one({ vars, assert: [equals('x')] }).items).toMatchObject([{ question: 'q?' }]);
  });
});
