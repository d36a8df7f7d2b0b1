/** What a person decides for a recognised file: what numbers count from, and what becomes of answers of several lines. */

import { describe, expect, it } from 'vitest';
import type { ReadingChoices } from '../types.ts';
import { readForm } from '../verdicts/open-form.ts';
import { createRecogniser } from './recognise.ts';
import type { RowObject } from './row.ts';

function read(rows: readonly RowObject[], choices?: ReadingChoices) {
  const recogniser = createRecogniser('f.jsonl', undefined, choices);
  recogniser.push(rows.map((value, i) => ({ line: i + 1, value })));
  return recogniser.finish();
}

describe('numbers that could count from 0 or 1', () => {
  it.each([
    ['a list of options', [1, 2].map((answer) => ({ question: 'q', options: ['x', 'y'], answer }))],
    ['fields of their own', [1, 2].map((cop) => ({ question: 'q', opa: 'x', opb: 'y', cop }))],
  ])('%s', (_, rows) => {
    expect(read(rows).items).toEqual([]);
    expect(read(rows, { base: 1 }).items.map((item) => item.goldIndex)).toEqual([0, 1]);
    const fromZero = read(rows, { base: 0 });
    expect(fromZero.items.map((item) => item.goldIndex)).toEqual([1]);
    expect(fromZero.rejected.map(({ line, code }) => [line, code])).toEqual([
      [2, 'import.gold-outside-options'],
    ]);
  });

  it('leave letters and texts as they are', () => {
    const rows = ['A', 'y'].map((answer) => ({ question: 'q', options: ['x', 'y'], answer }));
    expect(read(rows, { base: 1 }).items.map((item) => item.goldIndex)).toEqual([0, 1]);
  });
});

describe('answers of several lines', () => {
  const rows = [
    { instruction: 'i', input: '', output: 'First.\n \nSecond "b".' },
    { instruction: 'j', input: '', output: 'One.' },
  ];
  it('are left out unless somebody chooses', () => {
    expect(read(rows).rejected.map(({ code }) => code)).toEqual(['import.multi-line-answer']);
  });
  it.each([
    ['first', '#### First.'],
    ['last', '#### Second "b".'],
    ['joined', '#### First. Second "b".'],
  ] as const)('%s', (lines, answer) => {
    const { items, rejected } = read(rows, { lines });
    expect(rejected).toEqual([]);
    expect(items.map((item) => item.answer)).toEqual([answer, '#### One.']);
  });
  it('kept whole in one line of JSON, which the form reads back', () => {
    const { items, rejected } = read(rows, { lines: 'json' });
    expect(rejected).toEqual([]);
    const [item] = items;
    expect(item!.answer).not.toContain('\n');
    expect(item!.prompt).toContain('JSON');
    expect(readForm(item!.answer, item!.form!)).toEqual({ content: rows[0]!.output });
    expect(items[1]!.form).toEqual(item!.form);
  });
});
