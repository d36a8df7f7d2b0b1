import { describe, expect, it } from 'vitest';
import { checkData } from './check-data.ts';
import { recogniseText } from './formats/recognise.ts';

const row = (question: string) => JSON.stringify({ question, answer: '#### 1' });

describe('checkData', () => {
  it('one file: seeded split, rejected rows by reason', () => {
    const text = [...Array.from({ length: 40 }, (_, i) => row(`q${i}`)), '{bad', '{worse', '{"a":1}'].join(
      '\n',
    );
    const summary = checkData([recogniseText('data.jsonl', text)], { seed: 1 });
    expect(summary.files[0]).toMatchObject({
      file: 'data.jsonl',
      rejected: [41, 42, 43].map((line) => ({ line })),
      kind: 'gsm8k',
      task: 'open',
      rows: 43,
      items: 40,
      split: 'seeded',
      fields: { question: 'question', answer: 'answer' },
      reasons: { 'import.json-unexpected': 2, 'import.other-shape': 1 },
    });
    expect(summary.train + summary.test).toBe(40);
    expect(summary.test).toBeGreaterThan(0);
    expect(summary.duplicates).toBe(0);
  });

  it('two files: splits by name, duplicates counted', () => {
    const train = recogniseText('x_train.jsonl', [row('a'), row('b'), row('d')].join('\n'));
    const test = recogniseText('x_test.jsonl', [row('B?'), row('c')].join('\n'));
    const summary = checkData([train, test], { seed: 1 });
    expect(summary).toMatchObject({ train: 3, test: 1, duplicates: 1 });
    expect(summary.files.map((file) => file.split)).toEqual(['train', 'test']);
  });

  it('holds a validation file back where there is no test file', () => {
    const train = recogniseText('x_train.jsonl', row('a'));
    const dev = recogniseText('x_dev.jsonl', [row('b'), row('c')].join('\n'));
    expect(checkData([train, dev], { seed: 1 })).toMatchObject({ train: 1, test: 2, duplicates: 0 });
    const test = recogniseText('x_test.jsonl', row('d'));
    expect(checkData([train, dev, test], { seed: 1 })).toMatchObject({ train: 1, test: 1 });
  });

  it('says when names do not tell the splits', () => {
    const files = ['a.jsonl', 'b.jsonl'].map((name) => recogniseText(name, row('q')));
    expect(checkData(files, { seed: 1 }).files.map((file) => file.split)).toEqual(['unclear', 'unclear']);
  });
});
