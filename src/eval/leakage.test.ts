/** No test item is tuned on or shown as a solved example, whatever copies of it the files hold: properties over random files. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recogniseFile } from './formats/recognise.ts';
import { contentKey } from './normalise.ts';
import { pickFewShot, pickFewShotFor } from './prompts/few-shot.ts';
import { buildBenchmark, sampleTest, splitBySeed } from './splits.ts';
import type { Item } from './types.ts';

const WORDS = ['river', 'Mount', 'straße', 'café', '12', 'of'] as const;
const question = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
  .map((words) => `Which ${words.join(' ')}?`);

/** Ways in which copies of a question are typed again. */
const RETYPED: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase().replaceAll('STRASSE', 'straße'),
  (text) => ` ${text.replaceAll(' ', '  ')}\n`,
  (text) => text.replace('?', ' ?!'),
  (text) => text.normalize('NFD'),
];
const copy = fc.tuple(question, fc.constantFrom(...RETYPED)).map(([text, retyped]) => retyped(text));
const rows = fc.array(copy, { minLength: 4, maxLength: 40 });

const read = (name: string, questions: readonly string[], closed: boolean) =>
  recogniseFile(
    name,
    questions.map((text) =>
      closed ? { question: text, choices: ['x', 'y'], answer: 0 } : { question: text, answer: 's\n#### 1' },
    ),
  );

const keys = (items: readonly Item[]) => new Set(items.map(contentKey));
const shared = (a: readonly Item[], b: readonly Item[]) => [...keys(a)].filter((key) => keys(b).has(key));

describe('copies of a question', () => {
  it('in two files: all are left out of the test split, each is counted', () => {
    fc.assert(
      fc.property(rows, rows, fc.boolean(), (first, second, closed) => {
        const [train, test] = [read('train', first, closed), read('test', second, closed)];
        const known = keys(train.items);
        const doubled = test.items.filter((item) => known.has(contentKey(item))).length;
        fc.pre(doubled < test.items.length);
        const files = [train, test].map((recognised) => ({ recognised, hash: '' }));
        const benchmark = buildBenchmark('b', files, { seed: 1 });
        expect(benchmark.duplicates).toBe(doubled);
        expect(benchmark.test).toHaveLength(test.items.length - doubled);
        expect(shared(benchmark.train, benchmark.test)).toEqual([]);
      }),
    );
  });

  it('in one file: all fall on the same side of a seeded split', () => {
    fc.assert(
      fc.property(rows, fc.nat(), fc.double({ min: 0.05, max: 0.95, noNaN: true }), (texts, seed, share) => {
        const { items } = read('f', texts, false);
        fc.pre(keys(items).size > 1);
        const { train, test } = splitBySeed(items, seed, share);
        expect(train.length + test.length).toBe(items.length);
        expect(Math.min(train.length, test.length)).toBeGreaterThan(0);
        expect(shared(train, test)).toEqual([]);
      }),
    );
  });

  it('are never a solved example of a question that is evaluated, nor shown twice', () => {
    fc.assert(
      fc.property(rows, rows, fc.nat(), fc.integer({ min: 1, max: 5 }), (first, second, seed, count) => {
        const [train, test] = [read('a', first, true).items, read('b', second, true).items];
        const evaluated = sampleTest(test, 3, seed);
        const together = pickFewShot(train, count, seed, evaluated);
        expect(shared(together, evaluated)).toEqual([]);
        expect(keys(together).size).toBe(together.length);
        for (const item of evaluated) {
          const own = pickFewShotFor(item, train, count, seed);
          expect(shared(own, [item])).toEqual([]);
          expect(keys(own).size).toBe(own.length);
        }
      }),
    );
  });
});
