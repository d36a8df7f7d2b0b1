/** Files and folders out of a drop, and drops that hold none. */

import { describe, expect, it } from 'vitest';
import { filesOfTransfer } from './dropped-files.ts';

const file = (name: string) => new File(['x'], name.split('/').at(-1)!);

function fileEntry(path: string, broken = false) {
  return {
    isFile: true,
    isDirectory: false,
    name: path.split('/').at(-1)!,
    fullPath: `/${path}`,
    file: (take: (file: File) => void, refuse: (cause: Error) => void) =>
      broken ? refuse(new Error('gone')) : take(file(path)),
  };
}

function folderEntry(name: string, children: readonly object[]) {
  return {
    isFile: false,
    isDirectory: true,
    name,
    fullPath: `/${name}`,
    createReader: () => {
      // In pieces, as browsers do.
      const pieces = [children.slice(0, 1), children.slice(1), []];
      return { readEntries: (take: (entries: readonly object[]) => void) => take(pieces.shift() ?? []) };
    },
  };
}

const transfer = (entries: readonly object[], files: readonly File[] = []) =>
  ({ items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })), files }) as unknown as DataTransfer;

describe('filesOfTransfer', () => {
  it('takes loose files as they are', async () => {
    const files = [file('a.jsonl'), file('b.jsonl')];
    const found = await filesOfTransfer(transfer([fileEntry('a.jsonl'), fileEntry('b.jsonl')], files));
    expect(found.map(({ path }) => path)).toEqual(['a.jsonl', 'b.jsonl']);
  });

  it('walks folders to their leaves', async () => {
    const inner = folderEntry('data/inner', [fileEntry('data/inner/c.txt')]);
    const folder = folderEntry('data', [fileEntry('data/a.jsonl'), fileEntry('data/b.jsonl'), inner]);
    expect((await filesOfTransfer(transfer([folder]))).map(({ path }) => path)).toEqual([
      'data/a.jsonl',
      'data/b.jsonl',
      'data/inner/c.txt',
    ]);
  });

  it('says when a folder holds nothing, or a file in it cannot be read', async () => {
    await expect(filesOfTransfer(transfer([folderEntry('empty', [])]))).rejects.toMatchObject({
      code: 'page.empty-folder',
      params: { name: 'empty' },
    });
    const broken = folderEntry('data', [fileEntry('data/a.jsonl', true)]);
    await expect(filesOfTransfer(transfer([broken]))).rejects.toMatchObject({
      code: 'page.unreadable-file',
      params: { name: 'a.jsonl' },
    });
  });
});
