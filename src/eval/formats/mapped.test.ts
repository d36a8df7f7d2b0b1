import { describe, expect, it } from 'vitest';
import type { FieldGuess } from '../types.ts';
import { mappedShape } from './mapped.ts';
import { createFileReader } from './recognise.ts';

const read = (fields: FieldGuess, rows: readonly object[]) => {
  const reader = createFileReader('f.jsonl', mappedShape(fields), fields);
  reader.push(rows.map((row) => JSON.stringify(row)).join('\n'));
  return reader.finish();
};

describe('a mapping chosen by a person', () => {
  it('reads nested fields', () => {
    const file = read({ question: 'data.q', answer: 'data.a' }, [
      { data: { q: 'how?', a: 3 } },
      { data: { q: 'why?' } },
    ]);
    expect(file).toMatchObject({
      kind: 'mapped',
      task: 'open',
      fields: { question: 'data.q', answer: 'data.a' },
    });
    expect(file.items.map((item) => [item.question, item.answer])).toEqual([['how?', '#### 3']]);
    expect(file.rejected.map(({ line, code }) => [line, code])).toEqual([[2, 'import.no-answer']]);
  });

  it('reads options with an index, a letter or a text', () => {
    const rows = [1, 'B', 'b)', 'two'].map((answer) => ({ q: `${answer}`, o: ['A) one', 'B) two'], answer }));
    const file = read({ question: 'q', options: 'o', answer: 'answer' }, rows);
    expect(file.rejected).toEqual([]);
    expect(file.items.map((item) => item.answer)).toEqual(Array(4).fill('B. two'));
  });

  it('counts indices from 1 where the person says so', () => {
    const rows = [1, 2].map((answer) => ({ q: `${answer}`, o: ['one', 'two'], answer }));
    const file = read({ question: 'q', options: 'o', answer: 'answer', base: 1 }, rows);
    expect(file.items.map((item) => item.accepted)).toEqual([['one'], ['two']]);
  });

  it('reads options that are fields of their own, the answer being a number, a name or a text', () => {
    const rows = [2, 'way_b', 'two'].map((answer) => ({
      q: `${answer}`,
      way_a: 'one',
      way_b: 'two',
      way_c: '',
      answer,
    }));
    const fields = { question: 'q', options: 'way_a, way_b, way_c', answer: 'answer', base: 1 as const };
    const file = read(fields, rows);
    expect(file.rejected).toEqual([]);
    expect(file.items.map((item) => item.answer)).toEqual(Array(3).fill('B. two'));
  });

  it('keeps a prompt field as the prompt', () => {
    const file = read({ question: 'q', answer: 'a', prompt: 'p' }, [
      { q: 'x', a: 'y', p: 'Reply: x\nAnswer: ' },
    ]);
    expect(file.items[0]!.prompt).toBe('Reply: x\nAnswer:');
  });
});
