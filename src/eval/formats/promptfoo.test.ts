/** How promptfoo's prompts are filled, and what is left out with which reason. */

import { describe, expect, it } from 'vitest';
import { recogniseFile, recogniseText } from './recognise.ts';
import type { RowObject } from './row.ts';

const one = (row: RowObject) => recogniseFile('tests.jsonl', [row]);

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
      expect(rejected).toMatchObject([{ code: 'import.prompt-file' }]);
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
    [{ a: 1, b: 'file://x.txt' }, 'import.variable-file', { name: 'file://x.txt' }],
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
