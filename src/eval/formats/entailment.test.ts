/** Pairs of texts with their classes: as words, as numbers where the set is known, and refused where it is not. */

import { describe, expect, it } from 'vitest';
import { recogniseFile, recogniseText } from './recognise.ts';
import type { RowObject } from './row.ts';

const read = (rows: readonly RowObject[], file = 'rows.jsonl') => recogniseFile(file, rows);
const golds = (rows: readonly RowObject[], file?: string) =>
  read(rows, file).items.map(({ optionTexts, goldIndex }) => optionTexts![goldIndex!]);
const THREE = ['entailment', 'neutral', 'contradiction'];

describe('entailment', () => {
  it('reads the classes as words, and asks about the statement', () => {
    const file = read([
      {
        sentence1: ' Rain fell. ',
        sentence2: 'It was wet.',
        gold_label: 'entailment',
        pairID: '7e',
        genre: 'x',
      },
      { sentence1: 'Rain fell.', sentence2: 'It was May.', gold_label: 'neutral' },
      { sentence1: 'Rain fell.', sentence2: 'It was dry.', gold_label: 'contradictory' },
      { sentence1: 'Rain fell.', sentence2: 'All agreed.', gold_label: '-' },
    ]);
    expect(file).toMatchObject({
      kind: 'entailment',
      fields: { question: 'sentence1 + sentence2', options: THREE.join(', '), answer: 'gold_label' },
      rejected: [{ line: 4, code: 'import.no-answer', params: { field: 'gold_label' } }],
    });
    expect(file.items[0]).toMatchObject({
      id: '7e',
      context: 'Rain fell.',
      question: 'Does “It was wet.” follow?',
      optionTexts: THREE,
      group: 'x',
    });
    expect(file.items.map(({ goldIndex }) => goldIndex)).toEqual([0, 1, 2]);
  });

  it.each([
    ['premise', 'hypothesis', 'label', 'contradiction'],
    ['context', 'hypothesis', 'label', 'c'],
    ['sentence1', 'sentence2', 'label', 'Contradiction'],
    ['premise', 'hypothesis', 'gold_label', 'contradiction'],
    ['premise', 'hypothesis', 'entailment_label', 'CONTRADICTION'],
    ['premise', 'hypothesis', 'entailment_judgment', 'contradiction'],
  ])('fields %s and %s, %s %s', (from, to, label, word) => {
    const [item] = read([{ [from]: 'P.', [to]: 'H.', [label]: word }]).items;
    expect(item).toMatchObject({ context: 'P.', question: 'Does “H.” follow?', accepted: ['contradiction'] });
  });

  it.each(['not_entailment', 'not-entailment', 'non-entailment', 'Not Entailment'])(
    'two classes, one named %s',
    (word) => {
      const pair = (label: string) => ({ premise: 'P.', hypothesis: 'H.', label });
      const { items } = read([pair(word), pair('entailment')]);
      expect(items.map(({ optionTexts }) => optionTexts)).toEqual(
        Array(2).fill(['entailment', 'not_entailment']),
      );
      expect(items.map(({ goldIndex }) => goldIndex)).toEqual([1, 0]);
    },
  );

  it('with a class of another name is refused whole: which classes there are cannot be told', () => {
    const pair = (label: string) => ({ premise: 'P.', hypothesis: 'H.', label });
    const { items, rejected } = read([pair('entailment'), pair('unrelated')]);
    expect(items).toEqual([]);
    expect(rejected.map(({ code, params }) => [code, params.label])).toEqual([
      ['import.unnamed-classes', 'entailment'],
      ['import.unnamed-classes', 'unrelated'],
    ]);
  });

  it('whether a sentence answers a question has two classes', () => {
    const row = { question: 'Who came?', sentence: 'Ann came.', label: 'entailment' };
    expect(read([row]).items).toMatchObject([
      {
        context: 'Ann came.',
        question: 'Does the text answer “Who came?”?',
        optionTexts: ['entailment', 'not_entailment'],
        goldIndex: 0,
      },
    ]);
  });

  it('a file of entailed and neutral pairs has no third class, told from twenty', () => {
    const pairs = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        premise: `P${i}`,
        hypothesis: 'H',
        gold_label: i % 2 ? 'neutral' : 'entails',
      }));
    expect(read(pairs(20)).items[1]).toMatchObject({ optionTexts: ['entailment', 'neutral'], goldIndex: 1 });
    expect(read(pairs(19)).items[1]).toMatchObject({ optionTexts: THREE, goldIndex: 1 });
    const sorted = pairs(40).map((row) => ({ ...row, gold_label: 'neutral' }));
    expect(read(sorted).items[0]).toMatchObject({ optionTexts: THREE, goldIndex: 1 });
    const late = [...pairs(200), { premise: 'P', hypothesis: 'H', gold_label: 'contradiction' }];
    expect(read(late).rejected).toMatchObject([
      { line: 201, code: 'import.gold-outside-options', params: { gold: 'contradiction', count: 2 } },
    ]);
  });

  const numbered = [2, 0, 1].map((label) => ({ premise: `P${label}`, hypothesis: 'H', label }));
  it.each([
    'xnli_de.jsonl',
    'mnli.jsonl',
    'data/anli-r1.jsonl',
    'snli_test.csv',
    'multi_nli.jsonl',
    'AfriXNLI.tsv',
  ])('numbers in %s', (file) => {
    expect(golds(numbered, file)).toEqual(['contradiction', 'entailment', 'neutral']);
  });
  it.each(['uid', 'promptID'])('numbers beside the field %s', (name) => {
    expect(golds(numbered.map((row) => ({ ...row, [name]: 'x' })))).toEqual([
      'contradiction',
      'entailment',
      'neutral',
    ]);
  });
  it.each(['cb.jsonl', 'rows.jsonl', 'cmnli.json', 'ocnli.json', 'xnli/rte.jsonl'])(
    'are refused in %s, where they may stand for others',
    (file) => {
      const { items, rejected } = read(numbered, file);
      expect(items).toEqual([]);
      expect(rejected.map(({ code, params }) => [code, params.label])).toEqual(
        ['2', '0', '1'].map((label) => ['import.unnamed-classes', label]),
      );
    },
  );
  it('a number beyond the classes, or none', () => {
    const rows = [3, -1, null].map((label) => ({ premise: 'P', hypothesis: 'H', label }));
    expect(read(rows, 'snli.jsonl').rejected.map(({ code }) => code)).toEqual([
      'import.gold-outside-options',
      'import.no-answer',
      'import.no-answer',
    ]);
  });

  it('XNLI in all languages: an item a language', () => {
    const row = {
      premise: { de: 'Er ging.', en: 'He left.' },
      hypothesis: { language: ['de', 'en'], translation: ['Er blieb.', 'He stayed.'] },
      label: 2,
    };
    const { items } = recogniseText('all.jsonl', `${JSON.stringify(row)}\n`);
    expect(items).toMatchObject([
      {
        context: 'Er ging.',
        question: 'Does “Er blieb.” follow?',
        accepted: ['contradiction'],
        language: 'de',
      },
      { context: 'He left.', question: 'Does “He stayed.” follow?', accepted: ['contradiction'] },
    ]);
    expect(items[1]).not.toHaveProperty('language');
  });

  it.each([
    [{ premise: ' ', hypothesis: 'H', label: 'neutral' }, 'premise'],
    [{ premise: 'P', hypothesis: '', label: 'neutral' }, 'hypothesis'],
  ])('%j', (row, field) => {
    expect(read([row]).rejected).toMatchObject([{ code: 'import.empty-question', params: { field } }]);
  });

  it.each([
    ['similarity', { sentence1: 'a', sentence2: 'b', label: 4 }],
    ['paraphrases', { id: 1, sentence1: 'a', sentence2: 'b', label: 1 }],
    ['no label', { premise: 'a', hypothesis: 'b' }],
    ['questions and sentences by number', { question: 'q?', sentence: 's', label: 0 }],
  ])('is not %s', (_, row) => {
    expect(read([row]).kind).toBe('unknown');
  });
});
