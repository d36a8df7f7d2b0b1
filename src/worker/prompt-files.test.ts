/** Prompts that stand in files beside their promptfoo configuration. */

import { describe, expect, it } from 'vitest';
import { readData } from './read-data.ts';

const CONFIG = `prompts:
  - file://prompts/long.txt
  - { id: file://one.md, label: marked }
  - 'Say {{q}}'
  - file://gone.txt
tests:
  - { vars: { q: a }, assert: [{ type: equals, value: x }] }
  - { vars: { q: b }, assert: [{ type: equals, value: y }] }
`;
const file = (name: string, text: string) => ({ name, blob: new Blob([text]) });
const LONG = file('long.txt', 'First: {{q}}\n---\r\n\n ---x\nSecond: {{q}}\n--- \n \n');
const MARKED = file('one.md', '# {{q}}\n---\nmore');

const read = (prompts: readonly ReturnType<typeof file>[], promptIndex?: number) =>
  readData('promptfooconfig.yaml', new Blob([CONFIG]), {
    prompts,
    ...(promptIndex === undefined
      ? {}
      : { mapping: { kind: 'promptfoo', question: '', answer: '', promptIndex } }),
  });

describe('prompts in files', () => {
  it('ask as those that are written out: a text has several, parted by lines of ---', async () => {
    const { recognised } = await read([LONG, MARKED]);
    expect(recognised.prompts).toEqual({
      names: ['long.txt: 1', 'long.txt: 2', 'marked', 'Say {{q}}', 'file://gone.txt'],
      used: 0,
    });
    expect(recognised.items.map(({ question }) => question)).toEqual(['First: a', 'First: b']);
    const asked = async (index: number) => (await read([LONG, MARKED], index)).recognised.items[0]?.question;
    expect(await asked(1)).toBe('---x\nSecond: a');
    expect(await asked(2)).toBe('# a\n---\nmore');
    expect(await asked(4)).toBeUndefined();
  });

  it('belong to what was read: its hash names those that the file names, in any order', async () => {
    const both = await read([LONG, MARKED, file('other.txt', 'x')]);
    expect(both.hash).toMatch(/^[0-9a-f]{64}(\+[0-9a-f]{64}){2}$/);
    expect((await read([MARKED, LONG])).hash).toBe(both.hash);
    expect((await read([MARKED])).hash).not.toBe(both.hash);
    expect((await read([])).hash).toBe(both.hash.slice(0, 64));
  });

  it('are not taken for each other where two files have one name', async () => {
    const { recognised } = await read(
      [file('one.md', 'a'), file('long.txt', 'b'), file('x/long.txt', 'c')],
      0,
    );
    expect(recognised.rejected).toMatchObject([
      { code: 'import.prompt-file', params: { name: 'file://prompts/long.txt' } },
      { code: 'import.prompt-file' },
    ]);
  });

  it('are no matter of rows of other shapes', async () => {
    const rows = new Blob(['{"question": "q?", "answer": "a"}']);
    const { recognised, hash } = await readData('rows.json', rows, { prompts: [LONG] });
    expect(recognised.items).toHaveLength(1);
    expect(hash).toHaveLength(64);
  });
});
