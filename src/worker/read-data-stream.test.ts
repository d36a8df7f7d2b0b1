/** Large files are read piece by piece: no more is asked for than is used, and what is kept are the items, not the file. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { readData } from './read-data.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const ROW_BYTES = 8192;
const ROWS = 8192;
const SIZE = ROW_BYTES * ROWS;
const MIB = 2 ** 20;

type Format = (question: string, filler: string, answer: string) => string;
const FORMATS: Readonly<Record<string, Format>> = {
  'big.jsonl': (question, note, answer) => JSON.stringify({ question, note, answer }),
  'big.json': (question, note, answer) => `${JSON.stringify({ question, note, answer })},`,
  'big.csv': (question, note, answer) => `${question},${note},${answer}`,
};
const HEADS: Readonly<Record<string, string>> = { 'big.json': '[', 'big.csv': 'question,note,answer' };

const encoder = new TextEncoder();
/** One for all, so that the test itself leaves no buffers behind. */
const row = new Uint8Array(ROW_BYTES);

/** Bytes of row `index`, all rows of one length; most of a row is a field that no item uses. */
function rowBytes(name: string, index: number): Uint8Array {
  const format = FORMATS[name]!;
  const [question, answer] = [`What is the number ${index} plus ${index}?`, `sum is ${2 * index}`];
  const room = ROW_BYTES - 1 - format(question, '', answer).length;
  const head = HEADS[name];
  const isHead = index === 0 && head !== undefined;
  const text = isHead ? head.padEnd(ROW_BYTES - 1) : format(question, 'x'.repeat(room), answer);
  encoder.encodeInto(`${text}\n`, row);
  return row;
}

/** A blob whose content is made when it is read; `pulled` counts what was asked for. */
function madeBlob(name: string): { blob: Blob; pulled: () => number } {
  let at = 0;
  const bytesFrom = (start: number, target: Uint8Array): number => {
    const from = start % ROW_BYTES;
    const bytes = rowBytes(name, Math.floor(start / ROW_BYTES));
    const part = bytes.subarray(from, from + target.length);
    target.set(part);
    return part.length;
  };
  const stream = () =>
    new ReadableStream({
      type: 'bytes',
      pull(controller) {
        const request = controller.byobRequest!;
        if (at >= SIZE) {
          controller.close();
          request.respond(0);
          return;
        }
        const view = request.view!;
        const target = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
        let filled = 0;
        while (filled < target.length && at < SIZE) {
          const count = bytesFrom(at, target.subarray(filled));
          filled += count;
          at += count;
        }
        request.respond(filled);
      },
    });
  const slice = (start: number, end: number) => {
    const bytes = new Uint8Array(end - start);
    bytesFrom(start, bytes);
    return new Blob([bytes]);
  };
  return { blob: { size: SIZE, stream, slice } as unknown as Blob, pulled: () => at };
}

const heldBytes = (): number => {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

describe.each(Object.keys(FORMATS))('64 MiB of %s', (name) => {
  it('are read piece by piece into one buffer, and let go', async () => {
    const { blob, pulled } = madeBlob(name);
    const before = heldBytes();
    const { arrayBuffers } = process.memoryUsage();
    let ahead = 0;
    let buffers = 0;
    const read = await readData(name, blob, {
      onProgress: ({ loaded, rows }) => {
        expect(loaded).toBe(pulled());
        ahead = Math.max(ahead, pulled() - rows * ROW_BYTES);
        buffers = Math.max(buffers, process.memoryUsage().arrayBuffers - arrayBuffers);
      },
    });
    expect(read.recognised.items.length).toBeGreaterThanOrEqual(ROWS - 1);
    expect(read.recognised.items.at(-1)!.accepted).toEqual([`sum is ${2 * (ROWS - 1)}`]);
    expect(ahead).toBeLessThan(2 * MIB);
    expect(buffers).toBeLessThan(8 * MIB);
    expect(heldBytes() - before).toBeLessThan(SIZE / 4);
    // Until here, so that what was read is held while it is measured.
    expect(read.recognised.rejected.length).toBeLessThanOrEqual(1);
  });
});
