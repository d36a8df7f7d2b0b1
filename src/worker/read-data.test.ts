import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readingEnds } from './parquet.ts';
import { type ReadProgress, readData } from './read-data.ts';
import { ARC_SNAPPY, FLOATS, GSM8K_LZ4, MMLU_ZSTD } from './testing/parquet-files.ts';

const row = (n: number) => JSON.stringify({ question: `What is ${n} + ${n}?`, answer: `#### ${2 * n}` });
const lines = (count: number) => Array.from({ length: count }, (_, i) => row(i)).join('\n');
const blob = (content: string | Uint8Array) =>
  new Blob([typeof content === 'string' ? content : new Uint8Array(content)]);

describe('readData', () => {
  it('reads, hashes and lists rejected rows', async () => {
    const read = await readData('sums.jsonl', blob([row(1), 'oops', row(2)].join('\n')));
    expect(read.recognised).toMatchObject({ file: 'sums.jsonl', kind: 'gsm8k', rowCount: 3 });
    expect(read.recognised.items).toHaveLength(2);
    expect(read.recognised.rejected.map(({ line }) => line)).toEqual([2]);
    expect(read.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(read.samples).toEqual([JSON.parse(row(1)), JSON.parse(row(2))]);
  });

  it('unpacks gzip and keeps the hash of the file as it is', async () => {
    const packed = gzipSync(lines(500));
    const read = await readData('sums.jsonl.gz', blob(packed));
    expect(read.recognised.file).toBe('sums.jsonl');
    expect(read.recognised.items).toHaveLength(500);
    expect(read.hash).not.toBe((await readData('sums.jsonl', blob(lines(500)))).hash);
    await expect(readData('cut.jsonl.gz', blob(packed.subarray(0, 200)))).rejects.toMatchObject({
      code: 'import.gzip-broken',
    });
  });

  it.each([
    ['plain', ARC_SNAPPY],
    ['gzipped', gzipSync(ARC_SNAPPY)],
  ])('reads Parquet by row groups: %s', async (_name, content) => {
    const { recognised, samples } = await readData('test-00000.parquet', blob(content));
    expect(recognised).toMatchObject({ kind: 'arc', task: 'closed', rowCount: 5, rejected: [] });
    expect(recognised.items.map(({ question, answer }) => [question, answer])[3]).toEqual([
      'What is 3 + 3?',
      'A. 6',
    ]);
    expect(samples[0]).toMatchObject({ choices: { text: ['0', '1', '0'], label: ['A', 'B', 'C'] } });
  });

  it('reads small row groups together', async () => {
    const whole = blob(ARC_SNAPPY);
    const asked: number[] = [];
    const slice = (start: number, end: number) => {
      asked.push(start);
      return whole.slice(start, end);
    };
    const counted = { size: whole.size, slice, stream: () => whole.stream() } as unknown as Blob;
    const { recognised } = await readData('test.parquet', counted);
    expect(recognised.items).toHaveLength(5);
    // The first bytes, the end with the metadata, and the three groups once, whatever the number of their columns.
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it.each([
    ['a.csv', 'question,answer\n'],
    ['a.json', '[]'],
    ['a.jsonl', '[]'],
  ])('%s: %j has no rows, and says so', async (name, text) => {
    const { recognised } = await readData(name, blob(text));
    expect(recognised.rejected).toEqual([{ file: name, line: 1, code: 'import.no-rows', params: {} }]);
  });

  it('takes 64-bit answers and zstd', async () => {
    const { recognised } = await readData('mmlu.parquet', blob(MMLU_ZSTD));
    expect(recognised.items.map(({ goldIndex }) => goldIndex)).toEqual([0, 2, 1, 3]);
  });

  it('ends a reading before it has too many rows or bytes, and never inside a group', () => {
    const groups = (...sizes: [number, number][]) =>
      readingEnds(
        sizes.map(([rows, bytes]) => ({
          columns: [],
          num_rows: BigInt(rows),
          total_byte_size: BigInt(bytes),
        })),
      );
    expect(groups([900, 10], [1100, 10], [1, 10], [5000, 10], [2, 10])).toEqual([2000, 2001, 7001, 7003]);
    expect(groups([10, 3 * 2 ** 20], [10, 2 ** 20], [10, 1], [10, 9 * 2 ** 20])).toEqual([20, 30, 40]);
    expect(groups()).toEqual([]);
    expect(groups([0, 0], [3, 1])).toEqual([3]);
  });

  it('takes numbers of 32 bits for the decimals they were', async () => {
    const { recognised, samples } = await readData('sums.parquet', blob(FLOATS));
    expect(recognised.items.map(({ accepted }) => accepted)).toEqual([['51'], ['0.1'], ['0.33333334']]);
    expect(samples[0]).toMatchObject({ n: { x: [0.2] } });
  });

  it('takes LZ4 and columns without values', async () => {
    const { recognised, samples } = await readData('gsm8k.parquet', blob(GSM8K_LZ4));
    expect(recognised.items.map(({ answer }) => answer)).toEqual(['#### 0', '#### 2']);
    expect(samples[0]).toMatchObject({ note: null, tags: [] });
  });

  it('says when Parquet is broken', async () => {
    await expect(readData('x.parquet', blob(ARC_SNAPPY.subarray(0, 900)))).rejects.toMatchObject({
      code: 'import.parquet-broken',
      params: { name: 'x.parquet' },
    });
  });

  it('reads a file of no known shape by fields a person named', async () => {
    const rows = [1, 2].map((n) =>
      JSON.stringify({ ask: { text: `Capital ${n}?` }, picks: ['Bern', 'Rome'], nth: 1 }),
    );
    const file = blob(rows.join('\n'));
    const unknown = await readData('own.jsonl', file);
    expect(unknown.recognised).toMatchObject({ kind: 'unknown', items: [] });
    expect(unknown.samples).toHaveLength(2);
    const mapping = { question: 'ask.text', options: 'picks', answer: 'nth' };
    const mapped = await readData('own.jsonl', file, { mapping });
    expect(mapped.recognised).toMatchObject({ kind: 'mapped', fields: mapping, rejected: [] });
    expect(mapped.recognised.items[0]!.answer).toBe('B. Rome');
  });

  it('lets others have their turn while bytes are there at once', async () => {
    const bytes = new TextEncoder().encode(lines(60_000));
    const atOnce = () => {
      let at = 0;
      return new ReadableStream({
        type: 'bytes',
        pull(controller) {
          const end = at + 50_000;
          if (at < bytes.length) controller.enqueue(bytes.slice(at, end));
          else controller.close();
          at = end;
          if (at >= bytes.length + 50_000) controller.byobRequest?.respond(0);
        },
      });
    };
    const file = Object.assign(blob(bytes), { stream: atOnce });
    const abort = new AbortController();
    const reading = readData('sums.jsonl', file, { signal: abort.signal });
    setTimeout(() => abort.abort());
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('shows the row inside a dataset viewer’s row', async () => {
    const { samples } = await readData('v.jsonl', blob(JSON.stringify({ row_idx: 0, row: { a: 1 } })));
    expect(samples).toEqual([{ a: 1 }]);
  });

  it('reports how far it is and stops when asked', async () => {
    const seen: ReadProgress[] = [];
    const file = blob(lines(20_000));
    await readData('sums.jsonl', file, { onProgress: (progress) => seen.push(progress) });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.at(-1)).toEqual({ loaded: file.size, total: file.size, rows: expect.any(Number) });
    expect(seen.at(-1)!.rows).toBeGreaterThan(19_000);
    const abort = new AbortController();
    const reading = readData('sums.jsonl', file, { signal: abort.signal, onProgress: () => abort.abort() });
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });
});

const SHARED = join(import.meta.dirname, '../../../shared/benchmarks');

describe.runIf(existsSync(SHARED))('real benchmark files', () => {
  it.each([
    ['gsm8k_test.jsonl', 1319],
    ['mgsm_de.tsv', 250],
    ['bbh_date.json', 250],
  ])('%s, gzipped: %i items', async (name, count) => {
    const packed = gzipSync(readFileSync(join(SHARED, name)));
    const { recognised } = await readData(`${name}.gz`, blob(packed));
    expect(recognised.items).toHaveLength(count);
    expect(recognised.rejected).toEqual([]);
  });
});
