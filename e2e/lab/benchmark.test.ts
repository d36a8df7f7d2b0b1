/** Which files a call names, and which label files stand beside them. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { benchmarkFiles, labelsBeside, promptsBeside } from './benchmark.ts';
import { checkData } from './check-data.ts';
import { languageName, promptFor, promptNumber } from './options.ts';
import { UsageError } from './usage.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'soft-prompt-lab-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text = '') => writeFileSync(join(folder, name), text);
const at = (name: string) => join(folder, name);

describe('labelsBeside', () => {
  it.each([
    ['train.jsonl', ['train-labels.lst', 'dev-labels.lst'], 'train-labels.lst'],
    ['train.jsonl.gz', ['train_labels.txt', 'notes.txt'], 'train_labels.txt'],
    ['Train.jsonl', ['train-labels.lst.gz'], 'train-labels.lst.gz'],
    ['dev.jsonl', ['train-labels.lst'], undefined],
    ['train.jsonl', ['labels.lst'], undefined],
    ['train-labels.lst', ['train.jsonl'], undefined],
  ])('of %s among %j: %s', (name, others, labels) => {
    for (const one of [name, ...others]) write(one);
    expect(labelsBeside(at(name))).toBe(labels && at(labels));
  });

  it('does not choose between two', () => {
    for (const name of ['train.jsonl', 'train-labels.lst', 'train_labels.txt']) write(name);
    expect(() => labelsBeside(at('train.jsonl'))).toThrow(
      /train-labels\.lst, train_labels\.txt.*--no-labels/,
    );
  });
});

describe('promptsBeside', () => {
  it('are the files of texts that a configuration names and that are there', () => {
    mkdirSync(at('prompts'));
    for (const name of ['prompts/a.txt', 'b.md', 'c.j2', 'unnamed.txt']) write(name);
    write(
      'config.yaml',
      "prompts: [file://prompts/a.txt, file://./b.md, 'gone.txt']\n# b.md\nx: {raw: c.j2}\ny: [prompts]",
    );
    expect(promptsBeside(at('config.yaml'))).toEqual([at('prompts/a.txt'), at('b.md'), at('c.j2')]);
    write('rows.jsonl', '{"question": "file://b.md"}');
    expect(promptsBeside(at('rows.jsonl'))).toEqual([]);
    expect(benchmarkFiles(folder, { train: 'config.yaml' }, true)[0]!.prompts).toHaveLength(3);
  });
});

describe('benchmarkFiles', () => {
  beforeEach(() => {
    for (const name of ['train.jsonl', 'train-labels.lst', 'valid.jsonl', 'valid-labels.lst']) write(name);
  });
  const train = 'train.jsonl';
  const test = 'valid.jsonl';

  it('gives two files their roles and labels', () => {
    expect(benchmarkFiles(folder, { train, test }, true)).toEqual([
      { path: at(train), labels: at('train-labels.lst'), role: 'train' },
      { path: at(test), labels: at('valid-labels.lst'), role: 'test' },
    ]);
  });

  it('gives one alone no role, and no labels where they are left out', () => {
    expect(benchmarkFiles(folder, { test }, true)).toEqual([
      { path: at(test), labels: at('valid-labels.lst') },
    ]);
    expect(benchmarkFiles(folder, { train }, false)).toEqual([{ path: at(train) }]);
    expect(benchmarkFiles(folder, {}, true)).toEqual([]);
  });

  it('names a file that is missing', () => {
    expect(() => benchmarkFiles(folder, { train: 'none.jsonl' }, true)).toThrow(UsageError);
  });
});

it('promptNumber counts from 1, and needs a file', () => {
  expect(promptNumber('2', true)).toBe(1);
  expect(promptNumber(undefined, false)).toBeUndefined();
  expect(() => promptNumber('0', true)).toThrow('--prompt');
  expect(() => promptNumber('1', false)).toThrow('name the file');
});

it('languageName is one of two, and needs a file', () => {
  expect(languageName('de', true)).toBe('de');
  expect(languageName(undefined, false)).toBeUndefined();
  expect(() => languageName('fr', true)).toThrow('--language');
  expect(() => languageName('de', false)).toThrow('name the file');
});

describe('check-data', () => {
  /** Its exit code and what it prints. */
  async function check(...args: readonly string[]): Promise<{ code: number; out: string }> {
    let out = '';
    const { write: print } = process.stdout;
    process.stdout.write = ((text: string) => {
      out += text;
      return true;
    }) as typeof print;
    try {
      return { code: await checkData(args, folder), out };
    } finally {
      process.stdout.write = print;
    }
  }

  it('joins the labels that stand beside the data, and says so', async () => {
    const row = (n: number) => JSON.stringify({ goal: `How ${n}?`, sol1: `a${n}`, sol2: `b${n}` });
    write('train.jsonl', [0, 1, 2].map(row).join('\n'));
    write('train-labels.lst', '0\n1\n0\n');
    const { code, out } = await check('train.jsonl');
    expect(code).toBe(0);
    expect(out).toMatch(/rows +3: 3 used, 0 left out/);
    expect(out).toMatch(/labels +train-labels\.lst \(3 lines\)/);
    const without = await check('--no-labels', 'train.jsonl');
    expect(without.code).toBe(1);
    expect(without.out).not.toContain('train-labels');
  });

  it('takes the language that is asked for', async () => {
    write('test-00000.jsonl', JSON.stringify({ question: 'Wie viele?', answer: 'so\n#### 1.200' }));
    expect((await check('test-00000.jsonl')).out).toMatch(/kind +gsm8k.*\n.*\n +language +en\n/);
    const { out } = await check('--language', 'de', 'test-00000.jsonl');
    expect(out).toMatch(/kind +gsm8k.*\n.*\n +language +de\n/);
  });

  it('lists the prompts of a file and uses the one that is asked for', async () => {
    const config = {
      prompts: ['Q:  {{q}}', `Say ${'x'.repeat(200)} {{q}}`, 'file://p.txt'],
      tests: [{ vars: { q: 'a' }, assert: [{ type: 'equals', value: 'b' }] }],
    };
    write('promptfooconfig.json', JSON.stringify(config));
    const first = await check('promptfooconfig.json');
    expect(first.out).toMatch(/prompts +1 of 3 is used\n {4}\* 1\. Q: \{\{q\}\}\n {6}2\. Say x{96}…\n/);
    expect((await check('promptfooconfig.json', '--prompt', '2')).out).toMatch(
      /prompts +2 of 3 .*\n {6}1\. .*\n {4}\* 2\. /,
    );
    const file = await check('promptfooconfig.json', '--prompt', '3');
    expect(file.code).toBe(1);
    expect(file.out).toContain('file://p.txt');
    write('p.txt', 'From a file: {{q}}');
    expect((await check('promptfooconfig.json', '--prompt', '3')).out).toMatch(
      /prompts +3 of 3 .*\n.*\n.*\n {4}\* 3\. p\.txt/,
    );
    write('rows.jsonl', '{"question": "a", "answer": "b"}');
    await expect(check('rows.jsonl', '--prompt', '1')).rejects.toMatchObject({ code: 'import.no-prompts' });
  });
});

it('promptFor is for forms the task has, known or not', () => {
  expect(promptFor('letter', 'closed')).toEqual({ statesFormat: true, form: { kind: 'letter' } });
  expect(promptFor('boxed', 'open')?.form).toEqual({ kind: 'boxed' });
  expect(promptFor('json', undefined)?.form).toEqual({ kind: 'json', key: 'answer' });
  expect(promptFor(undefined, 'closed')).toBeUndefined();
  expect(() => promptFor('boxed', 'closed')).toThrow('--form letter');
  expect(() => promptFor('regex', 'open')).toThrow('--form wants one of');
});
