/** The prompts that promptfoo's configurations keep in files of their own, where those files are there too. */

import { expect, it } from 'vitest';
import { CONFIG, createPromptFiller } from './promptfoo-config.ts';
import { withPromptFiles } from './promptfoo-prompts.ts';

const FILES: Readonly<Record<string, string>> = {
  'two.txt': 'One {{q}}\n---\nTwo {{q}}\n---\n \n',
  'spaced.txt': 'One\n \t--- \t\nTwo',
  'UPPER.TXT': 'One\n---\nTwo',
  'inside.txt': 'One --- One\n--- One\nOne ---\n----',
  'lines.txt': 'One\n\n---\n\nTwo',
  'only.txt': 'Only {{q}}\n',
  'list.md': 'One\n---\nTwo',
  'old.txt.md': 'One\n---\nTwo',
};
const textOf = (name: string) => FILES[name];
const raws = (prompts: unknown) =>
  (withPromptFiles(prompts, textOf) as unknown[]).map((prompt) => (prompt as { raw: string }).raw);

it.each([
  ['two.txt', ['One {{q}}', 'Two {{q}}']],
  ['spaced.txt', ['One', 'Two']],
  ['lines.txt', ['One', 'Two']],
  ['UPPER.TXT', ['One', 'Two']],
  ['inside.txt', [FILES['inside.txt']]],
  ['only.txt', ['Only {{q}}']],
  ['list.md', [FILES['list.md']]],
  ['old.txt.md', [FILES['old.txt.md']]],
])('%s holds %j', (name, prompts) => {
  expect(raws([`file://prompts/${name}`])).toEqual(prompts);
});

it.each([
  ['file://p/only.txt', [['file://p/only.txt', 'only.txt']]],
  [{ id: 'file://p/only.txt', label: 'short' }, [['file://p/only.txt', 'short']]],
  [{ id: 'only.txt', label: 7 }, [['only.txt', 'only.txt']]],
  [
    ['two.txt'],
    [
      ['two.txt', 'two.txt: 1'],
      ['two.txt', 'two.txt: 2'],
    ],
  ],
  [
    { 'two.txt': 'pair' },
    [
      ['two.txt', 'pair: 1'],
      ['two.txt', 'pair: 2'],
    ],
  ],
])('%j is known by its file and its label', (prompts, names) => {
  const made = withPromptFiles(prompts, textOf) as { id: string; label: string }[];
  expect(made.map(({ id, label }) => [id, label])).toEqual(names);
});

it.each([
  [undefined],
  [null],
  [['Say {{q}}']],
  [['file://absent.txt']],
  [[{ raw: 'Say {{q}}', id: 'only.txt' }]],
])('%j stays as it is', (prompts) => {
  expect(withPromptFiles(prompts, textOf)).toEqual(prompts);
});

it('the rows of a configuration get them, and share one list', () => {
  const fill = createPromptFiller(textOf);
  const prompts = ['only.txt'];
  const row = (q: string) => ({ vars: { q }, [CONFIG]: { prompts, defaultTest: { assert: [] } } });
  const filled = ['a', 'b'].map((q) => fill(row(q)) as ReturnType<typeof row>);
  const list = [{ id: 'only.txt', raw: 'Only {{q}}', label: 'only.txt' }];
  expect(filled).toEqual([
    { vars: { q: 'a' }, [CONFIG]: { prompts: list, defaultTest: { assert: [] } } },
    { vars: { q: 'b' }, [CONFIG]: { prompts: list, defaultTest: { assert: [] } } },
  ]);
  expect(filled[0]![CONFIG].prompts).toBe(filled[1]![CONFIG].prompts);
});

it.each([null, 7, 'text', { question: 'q?' }, { [CONFIG]: 'x' }])('the row %j stays as it is', (row) => {
  expect(createPromptFiller(textOf)(row)).toBe(row);
});
