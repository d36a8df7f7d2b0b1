import { describe, expect, it } from 'vitest';
import type { FieldGuess } from '../types.ts';
import { judgeItem } from '../verdicts/judge-item.ts';
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

  it('compares answers written as LaTeX as mathematics', () => {
    const item = (answer: string) =>
      read({ question: 'ask', answer: 'say' }, [{ ask: 'Half of one?', say: answer }]).items[0]!;
    expect(judgeItem(item('\\frac{1}{2}'), { output: '#### 0.5' }).knowledge).toBe(true);
    expect(item('\\frac{1}{2}').grading).toBe('math');
    expect(item('a half')).not.toHaveProperty('grading');
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

  it.each(['["one", "two"]', 'A) one B) two', '["A) one", "B) two"]'])(
    'reads options in the text %j',
    (o) => {
      const file = read({ question: 'q', options: 'o', answer: 'a' }, [{ q: 'x', o, a: 'B' }]);
      expect(file).toMatchObject({ task: 'closed', items: [{ optionTexts: ['one', 'two'], goldIndex: 1 }] });
    },
  );

  it('withdraws golds by index where the file contradicts itself', () => {
    const rows = Array.from({ length: 400 }, (_, i) => ({
      q: `${i}`,
      o: ['one', 'two', 'three', 'four'],
      a: i < 200 ? i % 4 : (i % 4) + 1,
    }));
    const { items, rejected } = read({ question: 'q', options: 'o', answer: 'a' }, rows);
    expect(items).toEqual([]);
    expect(rejected[0]).toMatchObject({ code: 'import.index-base-unclear', params: { field: 'a' } });
  });

  it('counts from 0 in a list, and from nowhere in fields of their own, where no row tells', () => {
    const later = [...Array(200).fill({ other: 1 }), { q: 'x', o: ['one', 'two', 'three'], a: 1 }];
    const list = read({ question: 'q', options: 'o', answer: 'a' }, later);
    expect(list.items).toMatchObject([{ accepted: ['two'] }]);
    const columns = read({ question: 'q', options: 'b, c, d', answer: 'a' }, [
      ...Array(200).fill({ other: 1 }),
      { q: 'x', b: 'one', c: 'two', d: 'three', a: 1 },
    ]);
    expect(columns.rejected.at(-1)).toMatchObject({ line: 201, code: 'import.index-base-unclear' });
  });

  it('leaves out a row without options beside those with', () => {
    const rows = [
      { q: 'x', o: ['one', 'two'], a: 1 },
      { q: 'y', a: 1 },
    ];
    const file = read({ question: 'q', options: 'o', answer: 'a' }, rows);
    expect(file.items).toMatchObject([{ accepted: ['two'] }]);
    expect(file.rejected).toMatchObject([{ line: 2, code: 'import.bad-options', params: { field: 'o' } }]);
  });

  it('makes the prompt where no field has it', () => {
    const [open] = read({ question: 'q', answer: 'a' }, [{ q: 'x?', a: 'y' }]).items;
    expect(open!.prompt).toContain('Question: x?\nAnswer:');
    const [closed] = read({ question: 'q', options: 'o', answer: 'a' }, [
      { q: 'x?', o: ['one', 'two'], a: 0 },
    ]).items;
    expect(closed!.prompt).toContain('Question: x?\nA. one\nB. two\nAnswer:');
  });

  it('leaves out rows with a prompt as those without', () => {
    const row = { q: 'x', p: 'Reply:', o: ['one', 'two'] };
    const open = read({ question: 'q', answer: 'a', prompt: 'p' }, [{ ...row, a: [''] }]);
    expect(open.rejected).toEqual([{ file: 'f.jsonl', line: 1, code: 'import.empty-answer', params: {} }]);
    const closed = read({ question: 'q', options: 'o', answer: 'a', prompt: 'p' }, [{ ...row, a: 'three' }]);
    const params = { gold: 'three', count: 2 };
    expect(closed.rejected).toEqual([
      { file: 'f.jsonl', line: 1, code: 'import.gold-outside-options', params },
    ]);
  });

  it('makes the prompt of a row that lacks it', () => {
    const [item] = read({ question: 'q', answer: 'a', prompt: 'p' }, [{ q: 'x?', a: 'y' }]).items;
    expect(item!.prompt).toContain('Question: x?\nAnswer:');
  });

  it('keeps a prompt field as the prompt', () => {
    const file = read({ question: 'q', answer: 'a', prompt: 'p' }, [
      { q: 'x', a: 'y', p: 'Reply: x\nAnswer: ' },
    ]);
    expect(file.items[0]!.prompt).toBe('Reply: x\nAnswer:');
  });
});
