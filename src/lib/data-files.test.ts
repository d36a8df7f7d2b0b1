import { describe, expect, it } from 'vitest';
import { arePrompts, groupDataFiles, labelsFor, promptFileName } from './data-files.ts';

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

describe('groupDataFiles', () => {
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
    // texts beside a configuration are its prompts, beside rows they are data
    [['a.txt', 'promptfooconfig.yaml', 'p/b.MD', 'c.j2'], [{ data: 1, prompts: [0, 2, 3] }]],
    [
      ['train.yml', 'test.json', 'a.txt', 'rows.jsonl'],
      [{ data: 0, prompts: [2] }, { data: 1, prompts: [2] }, { data: 3 }],
    ],
    [
      ['rows.jsonl', 'a.txt'],
      [{ data: 0 }, { data: 1 }],
    ],
    [['rows.json', 'rows-labels.txt'], [{ data: 0, labels: 1 }]],
    [
      ['a.jsonl', 'b.jsonl', 'labels.lst'],
      [{ data: 0 }, { data: 1 }, { data: 2 }],
    ],
  ])('%j', (names, pairs) => {
    expect(groupDataFiles(names)).toEqual(pairs);
  });
});

describe('arePrompts', () => {
  it.each([
    ['a.txt', ['c.yaml', 'a.txt'], true],
    ['a.txt', ['c.jsonl', 'a.txt'], false],
    ['a.csv', ['c.yaml', 'a.csv'], false],
    ['c-labels.txt', ['c.json', 'c-labels.txt'], false],
  ])('%s among %j: %s', (name, names, expected) => {
    expect(arePrompts(name, names)).toBe(expected);
  });
});

describe('promptFileName', () => {
  it.each(['file://prompts/a.txt', ' file://a.txt ', 'a.txt', './x\\\\a.txt'])('%s', (reference) => {
    expect(promptFileName(reference)).toBe('a.txt');
  });
});
