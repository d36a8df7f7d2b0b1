/** Which of several prompts asks a promptfoo test, what a person may choose from, and why a test is left out then. */

import { describe, expect, it } from 'vitest';
import { promptChoice, promptFor } from './promptfoo-prompts.ts';
import { createFileReader } from './recognise.ts';

const PROMPTS = [
  'Q: {{q}}',
  { raw: 'Say: {{q}}', label: 'short' },
  'file://long.txt',
  { id: 'p.py', label: 'made' },
];

const test = (q: string, prompts?: readonly string[]) => ({
  vars: { q },
  assert: [{ type: 'equals', value: 'x' }],
  ...(prompts ? { prompts } : {}),
});

function read(promptIndex: number | undefined, tests: readonly object[], prompts: unknown = PROMPTS) {
  const choices = promptIndex === undefined ? {} : { promptIndex };
  const reader = createFileReader('promptfooconfig.json', undefined, choices);
  reader.push(JSON.stringify({ prompts, tests }));
  return reader.finish();
}

describe('the prompt of a file', () => {
  it.each([
    [undefined, ['Q: a', 'Q: b'], 0],
    [0, ['Q: a', 'Q: b'], 0],
    [1, ['Say: a', 'Say: b'], 1],
  ])('%s asks its tests', (index, questions, used) => {
    const { items, rejected, prompts } = read(index, [test('a'), test('b')]);
    expect(items.map(({ question }) => question)).toEqual(questions);
    expect(rejected).toEqual([]);
    expect(prompts).toEqual({ names: ['Q: {{q}}', 'short', 'file://long.txt', 'made'], used });
  });

  it.each([
    [2, 'import.prompt-file', { name: 'file://long.txt' }],
    [3, 'import.prompt-file', { name: 'p.py' }],
    [4, 'import.no-such-prompt', { number: 5, count: 4 }],
  ])('%i asks nothing: %s', (index, code, params) => {
    const { items, rejected } = read(index, [test('a')]);
    expect(items).toEqual([]);
    expect(rejected).toMatchObject([{ code, params }]);
  });

  it('is no choice where there is one, or none', () => {
    for (const prompts of ['Q: {{q}}', ['Q: {{q}}'], null]) {
      const file = read(0, [test('a')], prompts);
      expect(file).not.toHaveProperty('prompts');
      expect(file.items.map(({ question }) => question)).toEqual([prompts === null ? 'a' : 'Q: a']);
    }
    const rows = createFileReader('rows.jsonl', undefined, { promptIndex: 3 });
    rows.push(JSON.stringify({ vars: { question: 'a' }, assert: test('').assert }));
    expect(rows.finish()).toMatchObject({ items: [{ question: 'a' }], rejected: [] });
  });
});

describe('a test that names its prompts', () => {
  it('is asked with the first of them, and left out where another is chosen', () => {
    const tests = [test('a', ['short']), test('b')];
    expect(read(undefined, tests).items.map(({ question }) => question)).toEqual(['Say: a', 'Q: b']);
    expect(read(1, tests).items.map(({ question }) => question)).toEqual(['Say: a', 'Say: b']);
    const { items, rejected } = read(0, tests);
    expect(items.map(({ question }) => question)).toEqual(['Q: b']);
    expect(rejected).toMatchObject([{ code: 'import.prompt-unasked', params: { prompt: 'Q: {{q}}' } }]);
  });

  it.each([
    [['made'], { code: 'import.prompt-file', params: { name: 'p.py' } }],
    [['p.py'], { code: 'import.prompt-file', params: { name: 'p.py' } }],
    [['none of them'], { template: 'Q: {{q}}' }],
    [undefined, { template: 'Q: {{q}}' }],
  ])('%j', (wanted, asking) => {
    expect(promptFor(PROMPTS, wanted, undefined)).toEqual(asking);
  });

  it('may name several, some of which are not there', () => {
    expect(promptFor(PROMPTS, ['none of them', 'short'], undefined)).toEqual({ template: 'Say: {{q}}' });
    expect(promptFor([null, 'a', { raw: 'b', label: 'c' }], ['c'], undefined)).toEqual({ template: 'b' });
  });

  it.each([
    [{ id: 'a.py' }, 'a.py'],
    [[{ label: 'unwritten' }], 'unwritten'],
  ])('stands in a file: %j', (prompts, name) => {
    expect(promptFor(prompts, undefined, undefined)).toEqual({
      code: 'import.prompt-file',
      params: { name },
    });
  });

  it('may name a group', () => {
    const grouped = ['x', { raw: 'y', label: 'groups:y' }, { raw: 'z', label: 'group:z' }];
    expect(promptFor(grouped, ['group'], undefined)).toEqual({ template: 'z' });
  });

  it('shows no more of a long prompt than names it', () => {
    const long = [{ raw: 'x'.repeat(200) }, { raw: 'y', label: 'short' }];
    expect(promptFor(long, ['short'], 0)).toMatchObject({ params: { prompt: 'x'.repeat(80) } });
  });
});

describe('the choice', () => {
  it.each([
    [{ 'a.txt': 'first', 'b.txt': 'second' }, { names: ['first', 'second'] }],
    [['file://a.txt', 'file://b.txt'], { names: ['file://a.txt', 'file://b.txt'] }],
    [['file://a.txt', 'Q: {{q}}'], { names: ['file://a.txt', 'Q: {{q}}'], used: 1 }],
    [[{ raw: 'Q', label: '' }, { raw: 'R' }], { names: ['Q', 'R'], used: 0 }],
    [[{ id: 'file://a.txt', raw: 'Q' }, { id: 'b.py' }], { names: ['Q', 'b.py'], used: 0 }],
    [{ raw: 'Q', label: 'one' }, undefined],
    [{ id: 'a.py' }, undefined],
  ])('of %j', (prompts, choice) => {
    expect(promptChoice(prompts, undefined)).toEqual(choice);
  });

  it('of a prompt that is not there uses none', () => {
    expect(promptChoice(['a', 'b'], 2)).toEqual({ names: ['a', 'b'] });
    expect(promptChoice(['a', 'b'], 1)).toEqual({ names: ['a', 'b'], used: 1 });
  });
});
