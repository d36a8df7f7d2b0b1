/** Labels in a file of their own: joined in the order of the rows, and the ways in which two files do not belong together. */

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readData } from './read-data.ts';

const piqa = (n: number) =>
  JSON.stringify({ id: `g${n}`, goal: `How to do ${n}?`, sol1: `by a${n}`, sol2: `by b${n}` });
const blob = (text: string | Uint8Array) =>
  new Blob([typeof text === 'string' ? text : new Uint8Array(text)]);
const labels = (text: string | Uint8Array, name = 'train-labels.lst') => ({ name, blob: blob(text) });
const rows = (count: number, make = piqa) => Array.from({ length: count }, (_, i) => make(i)).join('\n');

describe('readData with a file of labels', () => {
  it('joins them by their order', async () => {
    const { recognised, hash, samples } = await readData('train.jsonl', blob(rows(4)), {
      labels: labels('1\n0\r\n0\n1\n'),
    });
    expect(recognised).toMatchObject({ file: 'train.jsonl', kind: 'piqa', task: 'closed', rejected: [] });
    expect(recognised.items.map(({ goldIndex }) => goldIndex)).toEqual([1, 0, 0, 1]);
    expect(hash).toMatch(/^[0-9a-f]{64}\+[0-9a-f]{64}$/);
    expect(samples[0]).toMatchObject({ label: 1 });
    expect(recognised.labels).toEqual({ name: 'train-labels.lst', count: 4 });
    expect((await readData('train.jsonl', blob(rows(4)))).recognised).not.toHaveProperty('labels');
  });

  it('counts rows that are left out, blank lines not, over pieces of any size', async () => {
    const long = (n: number) => JSON.stringify({ ...JSON.parse(piqa(n)), note: 'x'.repeat(700_000) });
    const text = `${long(0)}\n\n{broken\n${long(2)}\n${long(3)}`;
    const { recognised } = await readData('train.jsonl', blob(text), {
      labels: labels(gzipSync('0\n1\n1\n0')),
    });
    expect(recognised.items.map(({ id, goldIndex }) => [id, goldIndex])).toEqual([
      ['g0', 0],
      ['g2', 1],
      ['g3', 0],
    ]);
    expect(recognised.rejected.map(({ line }) => line)).toEqual([3]);
  });

  it('joins rows that stand on one line, as a JSON array and as YAML', async () => {
    const line = `[${rows(4).replaceAll('\n', ',')}]`;
    for (const name of ['train.json', 'train.yaml']) {
      const { recognised } = await readData(name, blob(line), { labels: labels('1\n0\n0\n1') });
      expect(
        recognised.items.map(({ goldIndex }) => goldIndex),
        name,
      ).toEqual([1, 0, 0, 1]);
    }
  });

  it('refuses to guess where a row of such a line cannot be read', async () => {
    const line = `[${piqa(0)},{broken},${piqa(2)}]`;
    await expect(readData('train.json', blob(line), { labels: labels('1\n0\n0') })).rejects.toMatchObject({
      code: 'import.label-order',
      params: { name: 'train.json', line: 1 },
    });
  });

  it('finds no label in an empty file', async () => {
    await expect(readData('train.jsonl', blob(rows(1)), { labels: labels('\n') })).rejects.toMatchObject({
      code: 'import.label-count',
      params: { rows: 1, labels: 0 },
    });
  });

  it('reads aNLI, whose labels count from 1', async () => {
    const nli = (n: number) =>
      JSON.stringify({ story_id: `s${n}`, obs1: `A${n}.`, obs2: `C${n}.`, hyp1: 'x', hyp2: 'y' });
    const { recognised } = await readData('dev.jsonl', blob(rows(3, nli)), {
      labels: labels('2\n1\n2', 'dev-labels.lst'),
    });
    expect(recognised.kind).toBe('abductive-nli');
    expect(recognised.items.map(({ goldIndex }) => goldIndex)).toEqual([1, 0, 1]);
    expect(recognised.items[0]).toMatchObject({ context: 'A0. ... C0.', optionTexts: ['x', 'y'] });
  });

  it.each([
    ['0\n1', 2],
    ['0\n1\n0\n1', 4],
    ['0\n1\n\n0', 4],
  ])('refuses counts that differ, naming both: %j', async (text, count) => {
    await expect(readData('train.jsonl', blob(rows(3)), { labels: labels(text) })).rejects.toMatchObject({
      code: 'import.label-count',
      params: { name: 'train.jsonl', labelsName: 'train-labels.lst', rows: 3, labels: count },
    });
  });

  it('refuses a label that differs from the row’s own', async () => {
    const own = (n: number) => JSON.stringify({ ...JSON.parse(piqa(n)), label: n % 2 });
    const { recognised } = await readData('train.jsonl', blob(rows(2, own)), { labels: labels('0\n1') });
    expect(recognised.items.map(({ goldIndex }) => goldIndex)).toEqual([0, 1]);
    await expect(
      readData('train.jsonl', blob(rows(2, own)), { labels: labels('0\n0') }),
    ).rejects.toMatchObject({
      code: 'import.label-conflict',
      params: { name: 'train.jsonl', line: 2, own: '1', labelsName: 'train-labels.lst', label: 0 },
    });
  });

  it('says what labels without their data are', async () => {
    const { recognised } = await readData('valid-labels.lst', blob('0\n1\n1\n'));
    expect(recognised).toMatchObject({ kind: 'labels', items: [], rowCount: 3 });
    expect(recognised.rejected).toEqual([
      { file: 'valid-labels.lst', line: 1, code: 'import.labels-alone', params: { count: 3, data: 'valid' } },
    ]);
    const unnamed = await readData('labels.lst', blob('0'));
    expect(unnamed.recognised.rejected[0]!.params).toEqual({ count: 1, data: 'train' });
  });
});
