/** What promptfoo's assertions name, and which of them leave a test out. */

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
        { type: 'assert-set', weight: 0, assert: [{ type: 'equals', value: 'y' }] },
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
    [
      [
        { type: 'equals', value: 'x' },
        { type: 'not-is-json', value: { required: ['a'] } },
      ],
      'import.assertion-refused',
      { type: 'not-is-json' },
    ],
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
    [{ question: 'q', __expected: 'python' }, ['python']],
    [{ question: 'q', __expected: 'well-known' }, ['well-known']],
    [{ question: 'q', __expected: 'contains-any: <b>,</span>' }, ['<b>', '</span>']],
    [{ question: 'q', __expected1: 'equals: four', __expected2: 'icontains: FOUR', __metric: 'm' }, ['four']],
  ])('%j: %j', (row, accepted) => {
    expect(one(row).items[0]?.accepted).toEqual(accepted);
  });

  it('leaves out a test that may pass in part', () => {
    const row = { question: 'q', __expected1: 'x', __expected2: 'y', __threshold: '0.5' };
    expect(one(row).rejected[0]).toMatchObject({ params: { type: 'threshold' } });
  });

  it.each([
    'is-json',
    'llm-rubric: kind',
    'similar(0.8): Hello',
    'javascript: output.length',
    'fn: x',
    'not-python: x',
  ])('%s is left out', (expected) => {
    expect(one({ question: 'q', __expected1: 'x', __expected2: expected }).rejected[0]).toMatchObject({
      code: 'import.assertion-refused',
      params: { type: expected.replace(/[(:].*$/, '') },
    });
  });

  it('reads answers in a column of their own', () => {
    const { items } = recogniseText('t.csv', 'question,expectedAnswer\n"What is 2+2?","4"\n');
    expect(items[0]).toMatchObject({ question: 'What is 2+2?', accepted: ['4'] });
  });
});

/** What judges an output by other means than its text, in the order of promptfoo's documentation. */
const OTHER_MEANS =
  'is-sql is-xml is-html is-refusal contains-sql contains-xml contains-html javascript python ruby webhook file fn eval ' +
  'rouge-n bleu gleu meteor levenshtein perplexity perplexity-score guardrails finish-reason word-count ' +
  'is-valid-function-call is-valid-openai-function-call is-valid-openai-tools-call similar classifier moderation ' +
  'llm-rubric g-eval pi grade factuality model-graded-closedqa model-graded-factuality search-rubric select-best ' +
  'answer-relevance context-faithfulness context-recall context-relevance assert-set';

describe('a table', () => {
  const refused = (__expected: string) =>
    recogniseFile('tests.csv', [{ text: 'q?', __expected }]).rejected.map(({ code, params }) => [
      code,
      params,
    ]);

  it.each(OTHER_MEANS.split(' '))('has no answer in "%s: x"', (type) => {
    expect(refused(`${type}: x`)).toEqual([['import.assertion-refused', { type }]]);
    expect(refused(`not-${type}: x`)).toEqual([['import.assertion-refused', { type: `not-${type}` }]]);
  });

  it.each(['cost', 'latency'])('asks for no answer by "%s: 5"', (type) => {
    expect(refused(`${type}: 5`)).toEqual([['import.no-named-answer', {}]]);
  });
});
