/** promptfoo's tests: what its assertions name, how its prompts are filled, and what is left out with which reason. */

import { describe, expect, it } from 'vitest';
import { recogniseFile, recogniseText } from './recognise.ts';
import type { RowObject } from './row.ts';

const vars = { question: 'q?' };
const one = (row: RowObject) => recogniseFile('tests.jsonl', [row]);
const asserted = (...assert: readonly unknown[]) => one({ vars, assert });

describe('assertions', () => {
  it.each<[unknown[], string[]]>([
    [[{ type: 'equals', value: 'Paris' }], ['Paris']],
    [[{ type: 'equals', value: 4 }], ['4']],
    [[{ type: 'equals', value: true }], ['true']],
    [[{ type: 'contains', value: 0 }], ['0']],
    [[{ type: 'icontains', value: 'paris' }], ['paris']],
    [[{ type: 'starts-with', value: 'Paris' }], ['Paris']],
    [[{ type: 'contains-any', value: ['a', 'b'] }], ['a', 'b']],
    [[{ type: 'icontains-any', value: 'a, "b, c"' }], ['a', 'b, c']],
    [[{ type: 'contains-all', value: ['only'] }], ['only']],
    [[{ type: 'regex', value: '^Paris$' }], ['Paris']],
    [[{ type: 'regex', value: '\\b(?:Paris|Lutetia)\\b' }], ['Paris', 'Lutetia']],
    [[{ type: 'regex', value: '3\\.5' }], ['3.5']],
    // several: an answer must pass all
    [
      [
        { type: 'equals', value: 'Paris' },
        { type: 'icontains', value: 'paris' },
      ],
      ['Paris'],
    ],
    [
      [
        { type: 'contains-any', value: ['12', 'twelve'] },
        { type: 'regex', value: '\\d+' },
      ],
      ['12'],
    ],
    [
      [
        { type: 'contains-any', value: ['a', 'b'] },
        { type: 'not-equals', value: 'a' },
      ],
      ['b'],
    ],
    [[{ type: 'assert-set', assert: [{ type: 'equals', value: 'x' }] }], ['x']],
    [
      [
        { type: 'cost', threshold: 1 },
        { type: 'latency', threshold: 1 },
        { type: 'equals', value: 'x' },
      ],
      ['x'],
    ],
    [
      [
        { type: 'llm-rubric', value: 'kind', weight: 0 },
        { type: 'equals', value: 'x' },
      ],
      ['x'],
    ],
  ])('%j: %j', (assert, accepted) => {
    const { items, rejected } = asserted(...assert);
    expect(rejected).toEqual([]);
    expect(items[0]!.accepted).toEqual(accepted);
  });

  it.each<[unknown[], string, object]>([
    [[{ type: 'javascript', value: 'true' }], 'import.assertion-refused', { type: 'javascript' }],
    [
      [
        { type: 'equals', value: 'x' },
        { type: 'similar', value: 'x' },
      ],
      'import.assertion-refused',
      { type: 'similar' },
    ],
    [[{ type: 'not-llm-rubric', value: 'x' }], 'import.assertion-refused', { type: 'not-llm-rubric' }],
    [[{ type: 'equals', value: { a: 1, b: 2 } }], 'import.assertion-refused', { type: 'equals' }],
    [[{ type: 'equals', value: 'file://x.json' }], 'import.assertion-refused', { type: 'equals' }],
    [
      [{ type: 'equals', value: 'x', transform: 'output.trim()' }],
      'import.assertion-refused',
      { type: 'equals' },
    ],
    [[{ type: 'regex', value: '(a+)+$' }], 'import.assertion-refused', { type: 'regex' }],
    [[{ type: 'is-json' }], 'import.assertion-refused', { type: 'is-json' }],
    [[{ $ref: '#/assertionTemplates/a' }], 'import.assertion-refused', { type: '#/assertionTemplates/a' }],
    [
      [{ type: 'assert-set', threshold: 0.5, assert: [] }],
      'import.assertion-refused',
      { type: 'assert-set' },
    ],
    [
      [
        { type: 'contains', value: '4' },
        { type: 'contains', value: 'four' },
      ],
      'import.assertions-disagree',
      {},
    ],
    [
      [
        { type: 'equals', value: 'x' },
        { type: 'not-contains', value: 'x' },
      ],
      'import.assertions-disagree',
      {},
    ],
    [[{ type: 'contains-all', value: ['a', 'b'] }], 'import.no-named-answer', {}],
    [[{ type: 'regex', value: '\\d{4}' }], 'import.no-named-answer', {}],
    [[{ type: 'not-contains', value: 'x' }], 'import.no-named-answer', {}],
    [[], 'import.no-named-answer', {}],
  ])('%j is left out: %s', (assert, code, params) => {
    const { items, rejected } = asserted(...assert);
    expect(items).toEqual([]);
    expect(rejected.map((row) => [row.code, row.params])).toEqual([[code, params]]);
  });

  it('makes a JSON form of one field', () => {
    const form = { kind: 'json', key: 'city' };
    expect(asserted({ type: 'equals', value: { city: 'Paris' } }).items[0]).toMatchObject({
      form,
      accepted: ['Paris'],
      answer: '{"city":"Paris"}',
    });
    const schema = { type: 'object', required: ['city'], properties: { city: { type: 'string' } } };
    expect(
      asserted({ type: 'is-json', value: schema }, { type: 'icontains', value: 'Paris' }).items[0],
    ).toMatchObject({
      form,
      accepted: ['Paris'],
    });
  });

  it('takes what must not be there for answers that contradict', () => {
    const { items } = asserted(
      { type: 'contains', value: 'Paris' },
      { type: 'not-icontains', value: 'London' },
    );
    expect(items[0]).toMatchObject({ accepted: ['Paris'], competitors: ['London'] });
  });

  it('leaves out tests that may pass in part, or of which the output is changed first', () => {
    const assert = [
      { type: 'equals', value: 'x' },
      { type: 'contains', value: 'x' },
    ];
    const type = (row: RowObject) => one({ vars, assert, ...row }).rejected[0]?.params.type;
    expect(type({ threshold: 0.5 })).toBe('threshold');
    expect(type({ threshold: 1 })).toBeUndefined();
    expect(type({ options: { transform: 'output.toUpperCase()' } })).toBe('transform');
  });
});

describe('tables', () => {
  it.each<[RowObject, string[]]>([
    [{ question: 'q', __expected: 'Paris' }, ['Paris']],
    [{ question: 'q', __expected: 'contains:Paris' }, ['Paris']],
    [{ question: 'q', __expected: 'note: 42' }, ['note: 42']],
    [{ question: 'q', __expected: 'contains-any: <b>,</span>' }, ['<b>', '</span>']],
    [{ question: 'q', __expected1: 'equals: four', __expected2: 'icontains: FOUR', __metric: 'm' }, ['four']],
  ])('%j: %j', (row, accepted) => {
    expect(one(row).items[0]?.accepted).toEqual(accepted);
  });

  it.each(['llm-rubric: kind', 'similar(0.8): Hello', 'javascript: output.length', 'fn: x', 'not-python: x'])(
    '%s is left out',
    (expected) => {
      expect(one({ question: 'q', __expected1: 'x', __expected2: expected }).rejected[0]).toMatchObject({
        code: 'import.assertion-refused',
        params: { type: expected.replace(/[(:].*$/, '') },
      });
    },
  );

  it('reads answers in a column of their own', () => {
    const { items } = recogniseText('t.csv', 'question,expectedAnswer\n"What is 2+2?","4"\n');
    expect(items[0]).toMatchObject({ question: 'What is 2+2?', accepted: ['4'] });
  });
});

describe('prompts', () => {
  const config = (extra: object, ...tests: readonly unknown[]) =>
    recogniseText('promptfooconfig.json', JSON.stringify({ providers: ['x'], ...extra, tests }));
  const equals = (value: unknown) => [{ type: 'equals', value }];

  it('fills variables, in answers too, and in variables', () => {
    const prompts = ['Translate to {{ language }}: {{text}} ({{about.size}})'];
    const { items } = config(
      { prompts },
      {
        vars: { language: 'French', text: '{{word}}!', word: 'Hi', about: { size: 3 }, want: 'Salut' },
        assert: equals('{{want}}'),
      },
    );
    expect(items[0]).toMatchObject({ question: 'Translate to French: Hi! (3)', accepted: ['Salut'] });
  });

  it('takes the first prompt that is written out, or the one that the test names', () => {
    const prompts = [
      'file://p.txt',
      'prompts/p.json',
      { raw: 'One {{a}}', label: 'one' },
      { raw: 'Two {{a}}', label: 'two' },
    ];
    const { items } = config(
      { prompts },
      { vars: { a: 1 }, assert: equals('x') },
      { vars: { a: 1 }, prompts: ['two'], assert: equals('x') },
    );
    expect(items.map(({ question }) => question)).toEqual(['One 1', 'Two 1']);
  });

  it('does not guess the question where the prompts are in files', () => {
    const test = { vars: { question: 'Hi' }, assert: equals('Yarr') };
    for (const prompts of [
      ['file://prompts.txt'],
      'prompts.txt',
      [{ id: 'file://prompts.txt' }],
      ['a.json:x'],
    ]) {
      const { items, rejected } = config({ prompts }, test);
      expect(items).toEqual([]);
      expect(rejected).toMatchObject([{ code: 'import.other-file' }]);
    }
  });

  it('resolves templates of assertions', () => {
    const assertionTemplates = { paris: { type: 'icontains', value: '{{city}}' } };
    const refs = (name: string) => [{ $ref: `#/assertionTemplates/${name}` }];
    const { items, rejected } = config(
      { prompts: ['{{q}}'], assertionTemplates },
      { vars: { q: 'q?', city: 'Paris' }, assert: refs('paris') },
      { vars: { q: 'q?', city: 'Paris' }, assert: refs('rome') },
    );
    expect(items.map(({ accepted }) => accepted)).toEqual([['Paris']]);
    expect(rejected).toMatchObject([{ code: 'import.assertion-refused' }]);
  });

  it('reads chat messages', () => {
    const chat = '[{"role": "system", "content": "Be short."}, {"role": "user", "content": "{{q}}"}]';
    const { items } = config({ prompts: [chat] }, { vars: { q: 'Why?' }, assert: equals('x') });
    expect(items[0]).toMatchObject({ question: 'Why?', context: 'Be short.' });
  });

  it('adds the default test and its options', () => {
    const defaultTest = {
      vars: { b: 'B' },
      assert: [{ type: 'not-equals', value: 'no' }],
      options: { suffix: ' Go.' },
    };
    const { items } = config(
      { prompts: ['{{a}}{{b}}'], defaultTest },
      { vars: { a: 'A' }, assert: equals('x') },
    );
    expect(items[0]).toMatchObject({ question: 'AB Go.', competitors: ['no'] });
  });

  it('makes a test of each value of a list, and of each set of a scenario', () => {
    const { items } = config(
      { prompts: ['{{a}}-{{b}}'] },
      { vars: { a: ['1', '2'], b: ['x', 'y'] }, assert: equals('z') },
    );
    expect(items.map(({ question }) => question)).toEqual(['1-x', '1-y', '2-x', '2-y']);
    expect(new Set(items.map(({ id }) => id)).size).toBe(4);
    const scenarios = [
      { config: [{ vars: { a: 1 } }, { vars: { a: 2 } }], tests: [{ vars: { b: 3 }, assert: equals('z') }] },
    ];
    const made = recogniseText('c.json', JSON.stringify({ prompts: ['{{a}}{{b}}'], scenarios }));
    expect(made.items.map(({ question }) => question)).toEqual(['13', '23']);
  });

  it('does not multiply scenarios without end', () => {
    const many = (n: number) =>
      Array.from({ length: n }, (_, i) => ({ vars: { a: i }, assert: equals('z') }));
    const scenarios = [{ config: many(101), tests: many(100) }];
    const made = recogniseText('c.json', JSON.stringify({ prompts: ['{{a}}'], scenarios }));
    expect(made.rejected).toMatchObject([{ code: 'import.too-many-variants', params: { limit: 10_000 } }]);
    expect(made.items).toEqual([]);
  });

  it('keeps the context beside a question without prompt', () => {
    expect(one({ vars: { question: 'q?', context: 'c' }, assert: equals('x') }).items[0]).toMatchObject({
      context: 'c',
    });
  });

  it.each<[object, string, object]>([
    [{ a: 1 }, 'import.template-variable', { found: 'b' }],
    [{ a: 1, b: 'file://x.txt' }, 'import.other-file', { name: 'file://x.txt' }],
    [{ a: '{{ b | upper }}', b: 1 }, 'import.template-language', { found: '{{ b | upper }}' }],
    [
      { a: Array.from({ length: 40 }, String), b: Array.from({ length: 40 }, String) },
      'import.too-many-variants',
      { limit: 1000 },
    ],
  ])('%.60j is left out: %s', (some, code, params) => {
    const { items, rejected } = config({ prompts: ['{{a}} {{b}}'] }, { vars: some, assert: equals('x') });
    expect(items).toEqual([]);
    expect(rejected.map((row) => [row.code, row.params])).toEqual([[code, params]]);
  });

  it('leaves out what needs more than variables', () => {
    const { rejected } = config(
      { prompts: ['{% if a %}{{a}}{% endif %}'] },
      { vars: { a: 1 }, assert: equals('x') },
    );
    expect(rejected[0]).toMatchObject({ code: 'import.template-language' });
  });

  it('names the variables where none is the question', () => {
    expect(one({ vars: { x: 5, y: 3 }, assert: equals('8') }).rejected[0]).toMatchObject({
      code: 'import.no-question-variable',
      params: { names: 'x, y' },
    });
  });
});
