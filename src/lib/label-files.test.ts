import { describe, expect, it } from 'vitest';
import { labelsFor, pairLabelFiles } from './label-files.ts';

describe('labelsFor', () => {
  it.each([
    ['train-labels.lst', 'train'],
    ['piqa/valid-labels.lst', 'valid'],
    ['dev_labels.txt', 'dev'],
    ['train_xl-labels.lst.gz', 'train_xl'],
    ['labels.lst', ''],
    ['train.jsonl', undefined],
    ['labels.jsonl', undefined],
    ['relabels.lst.json', undefined],
  ])('%s: %s', (name, stem) => {
    expect(labelsFor(name)).toBe(stem);
  });
});

describe('pairLabelFiles', () => {
  it.each([
    [['train.jsonl', 'train-labels.lst'], [{ data: 0, labels: 1 }]],
    [
      ['valid-labels.lst', 'train-labels.lst', 'train.jsonl', 'valid.jsonl'],
      [
        { data: 2, labels: 1 },
        { data: 3, labels: 0 },
      ],
    ],
    [['piqa/Train.jsonl.gz', 'other/train-labels.lst'], [{ data: 0, labels: 1 }]],
    [['dev.jsonl', 'labels.lst'], [{ data: 0, labels: 1 }]],
    // no data file of that name, or two: they stay as they are
    [
      ['train.jsonl', 'valid-labels.lst'],
      [{ data: 0 }, { data: 1 }],
    ],
    [['train-labels.lst'], [{ data: 0 }]],
    [
      ['train.jsonl', 'train.json', 'train-labels.lst'],
      [{ data: 0 }, { data: 1 }, { data: 2 }],
    ],
    [
      ['a.jsonl', 'b.jsonl', 'labels.lst'],
      [{ data: 0 }, { data: 1 }, { data: 2 }],
    ],
  ])('%j', (names, pairs) => {
    expect(pairLabelFiles(names)).toEqual(pairs);
  });
});
