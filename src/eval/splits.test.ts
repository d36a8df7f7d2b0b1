import { describe, expect, it } from 'vitest';
import { LabError } from '../lib/errors.ts';
import { recogniseFile } from './formats/recognise.ts';
import { contentKey } from './normalise.ts';
import { fewShotPrefix, pickFewShot, pickFewShotFor } from './prompts/few-shot.ts';
import { renderPrompt } from './prompts/render.ts';
import {
  assignRoles,
  buildBenchmark,
  detectSplit,
  type SplitRole,
  sampleTest,
  splitBySeed,
} from './splits.ts';

const file = (name: string, questions: readonly string[]) => ({
  recognised: recogniseFile(
    name,
    questions.map((question) => ({ question, answer: '#### 1' })),
  ),
  hash: `hash of ${name}`,
});
const numbered = (n: number) => Array.from({ length: n }, (_, i) => `Question number ${i}?`);
const many = file('all.jsonl', numbered(400)).recognised.items;

describe('detectSplit', () => {
  it.each([
    ['gsm8k_train.jsonl', 'train'],
    ['data/test-00000-of-00001.parquet', 'test'],
    ['dev.json', 'validation'],
    ['gsm8k_dev.jsonl', 'validation'],
    ['medieval.jsonl', undefined],
    ['ARC-Challenge-Test.jsonl', 'test'],
    ['closedTrain.jsonl', 'train'],
    ['contest.jsonl', undefined],
    ['trained.jsonl', undefined],
    ['train_test.jsonl', undefined],
    ['train/valid.jsonl', 'validation'],
    ['mySmallTrainSet.jsonl', 'train'],
    ['gsm8k_training.jsonl', 'train'],
    ['gsm8k_trn.jsonl', 'train'],
    ['gsm8k_validation.jsonl', 'validation'],
    ['gsm8k_valid.jsonl', 'validation'],
    ['gsm8k_val.jsonl', 'validation'],
    ['gsm8k_tst.jsonl', 'test'],
    ['gsm8k_eval.jsonl', 'test'],
    ['C:\\train\\data.jsonl', undefined],
    ['train/data.jsonl', undefined],
  ])('%s: %s', (name, role) => {
    expect(detectSplit(name)).toBe(role);
  });
});

describe('assignRoles', () => {
  type Roles = readonly (SplitRole | undefined)[];
  it.each<readonly [given: Roles, assigned: Roles]>([
    [
      ['test', 'validation'],
      ['test', 'validation'],
    ],
    [
      ['test', 'test'],
      ['test', 'test'],
    ],
    [
      ['test', undefined],
      ['test', 'train'],
    ],
    [
      [undefined, 'test'],
      ['train', 'test'],
    ],
    [
      [undefined, 'train'],
      ['test', 'train'],
    ],
    [
      ['validation', undefined],
      ['validation', 'train'],
    ],
    [
      [undefined, undefined],
      [undefined, undefined],
    ],
    [
      ['test', undefined, undefined],
      ['test', undefined, undefined],
    ],
  ])('%j: %j', (given, assigned) => {
    const files = given.map((role, i) => ({ ...file(`${i}.jsonl`, ['q?']), ...(role ? { role } : {}) }));
    expect(assignRoles(files)).toEqual(assigned);
  });
});

describe('splitBySeed', () => {
  it('gives about the share, the same again, another for another seed, independent of the order', () => {
    const { train, test } = splitBySeed(many, 1);
    expect(train.length + test.length).toBe(400);
    expect(Math.abs(test.length - 100)).toBeLessThan(30);
    expect(splitBySeed(many, 1).test).toEqual(test);
    expect(splitBySeed(many, 2).test).not.toEqual(test);
    const reversed = splitBySeed([...many].reverse(), 1).test;
    expect(new Set(reversed)).toEqual(new Set(test));
  });

  it('puts copies of a question on one side', () => {
    const { items } = file('f', [
      ...numbered(50),
      ...numbered(50).map((q) => ` ${q.toUpperCase()}!`),
    ]).recognised;
    const { train, test } = splitBySeed(items, 3);
    const keys = new Set(train.map(contentKey));
    expect(test.some((item) => keys.has(contentKey(item)))).toBe(false);
  });

  it('leaves neither side empty', () => {
    for (let seed = 0; seed < 20; seed++) {
      const { train, test } = splitBySeed(many.slice(0, 2), seed);
      expect([train.length, test.length]).toEqual([1, 1]);
    }
  });
});

describe('splitBySeed of few questions', () => {
  it('leaves a single question where its hash puts it', () => {
    const sides = Array.from({ length: 40 }, (_, seed) => splitBySeed(many.slice(0, 1), seed).test.length);
    expect(new Set(sides)).toEqual(new Set([0, 1]));
  });

  it('takes one question for the side that would be empty', () => {
    const five = many.slice(0, 5);
    for (const share of [0, 1]) {
      const { train, test } = splitBySeed(five, 1, share);
      expect([train.length, test.length]).toEqual([4, 1]);
    }
  });
});

describe('buildBenchmark', () => {
  it('splits one file by its seed and share, and says so', () => {
    const all = { ...file('all.jsonl', numbered(400)), hash: 'h' };
    const benchmark = buildBenchmark('x', [all], { seed: 3 });
    expect(benchmark).toEqual({
      name: 'x',
      task: 'open',
      ...splitBySeed(all.recognised.items, 3, 0.25),
      split: { kind: 'seeded', seed: 3, testShare: 0.25 },
      rejected: [],
      hashes: { train: 'h', test: 'h' },
      duplicates: 0,
    });
    const half = buildBenchmark('x', [all], { seed: 3, testShare: 0.5 });
    expect(half.test).toEqual(splitBySeed(all.recognised.items, 3, 0.5).test);
  });

  it('hands on the rejected rows of all files', () => {
    const bad = {
      recognised: recogniseFile('test.jsonl', [{ question: 'q', answer: '#### 1' }, { a: 1 }]),
      hash: '',
    };
    expect(buildBenchmark('x', [file('train.jsonl', ['t']), bad], { seed: 1 }).rejected).toMatchObject([
      { file: 'test.jsonl', line: 2 },
    ]);
  });

  it('takes no task from a file without items', () => {
    const closed = (name: string, question: string) => ({
      recognised: recogniseFile(name, [{ question, choices: ['a', 'b'], answer: 0 }]),
      hash: name,
    });
    const files = [closed('train', 'q'), closed('test', 'r'), file('more_test.jsonl', [])];
    expect(buildBenchmark('x', files, { seed: 1 }).task).toBe('closed');
  });

  it.each([
    [['train.jsonl', 'test.jsonl', 'c.jsonl']],
    [['train.jsonl', 'more_train.jsonl']],
    [['test.jsonl', 'more_test.jsonl']],
  ])('asks for the splits of %j', (names) => {
    const files = names.map((name) => file(name, [`of ${name}`]));
    expect(() => buildBenchmark('x', files, { seed: 1 })).toThrow(
      new LabError('eval.split-unclear', { files: names }),
    );
  });

  it('joins the hashes of several files', () => {
    const files = ['a_train', 'b_train', 'a_test'].map((name) => file(`${name}.jsonl`, [name]));
    expect(buildBenchmark('b', files, { seed: 1 }).hashes).toEqual({
      train: 'hash of a_train.jsonl+hash of b_train.jsonl',
      test: 'hash of a_test.jsonl',
    });
  });

  it('leaves test questions that are also in train out of the test split, and counts them', () => {
    const train = file('train.jsonl', ['What is 1 + 1?', 'b?']);
    const test = file('test.jsonl', ['what is  1 + 1', 'c?', 'd?']);
    const benchmark = buildBenchmark('x', [test, train], { seed: 1 });
    expect(benchmark).toMatchObject({
      split: { kind: 'files' },
      duplicates: 1,
      hashes: { train: train.hash, test: test.hash },
    });
    expect(benchmark.test.map((item) => item.question)).toEqual(['c?', 'd?']);
  });

  it('keeps questions of equal wording whose right option differs', () => {
    const closed = (name: string, answer: string) => ({
      recognised: recogniseFile(name, [{ question: 'Which is true?', choices: [answer, 'no'], answer: 0 }]),
      hash: name,
    });
    expect(buildBenchmark('x', [closed('train', 'a'), closed('test', 'b')], { seed: 1 }).test).toHaveLength(
      1,
    );
    expect(() => buildBenchmark('x', [closed('train', 'a'), closed('test', 'A.')], { seed: 1 })).toThrow(
      'eval.all-duplicates',
    );
  });

  it('takes given roles and the role left over, and asks when nothing tells', () => {
    const [a, b] = [file('a.jsonl', ['a?']), file('b.jsonl', ['b?'])];
    expect(() => buildBenchmark('x', [a, b], { seed: 1 })).toThrow('eval.split-unclear');
    expect(buildBenchmark('x', [a, { ...b, role: 'train' }], { seed: 1 }).test[0]!.question).toBe('a?');
    expect(buildBenchmark('x', [file('dev.jsonl', ['v?']), b], { seed: 1 }).train[0]!.question).toBe('b?');
  });

  it('says that nothing usable was found, or that tasks are mixed', () => {
    const closed = recogniseFile('test', [{ question: 'q', choices: ['a', 'b'], answer: 0 }]);
    expect(() => buildBenchmark('x', [], { seed: 1 })).toThrow('eval.no-items');
    expect(() =>
      buildBenchmark('x', [file('train', ['q']), { recognised: closed, hash: '' }], { seed: 1 }),
    ).toThrow(new LabError('eval.mixed-tasks', { files: ['train', 'test'] }));
    expect(() => buildBenchmark('x', [file('train', [])], { seed: 1 })).toThrow(
      new LabError('eval.no-items', { name: 'x' }),
    );
    expect(() => buildBenchmark('x', [file('train', ['q']), file('test', ['Q'])], { seed: 1 })).toThrow(
      new LabError('eval.all-duplicates', { name: 'x', count: 1 }),
    );
    expect(() => buildBenchmark('x', [file('train', ['q']), file('test', [])], { seed: 1 })).toThrow(
      new LabError('eval.empty-split', { name: 'x', split: 'test' }),
    );
  });
});

describe('sampleTest', () => {
  it('is a seeded sample in file order', () => {
    const some = sampleTest(many, 60, 1);
    expect(some).toHaveLength(60);
    expect(sampleTest(many, 60, 1)).toEqual(some);
    expect(sampleTest(many, 60, 2)).not.toEqual(some);
    expect([...some].sort((a, b) => many.indexOf(a) - many.indexOf(b))).toEqual(some);
    expect(sampleTest(many, 0, 1)).toBe(many);
    expect(sampleTest(many, 400, 1)).toBe(many);
    expect(sampleTest(many, 1, 1)).toHaveLength(1);
  });
});

describe('few-shot pairs', () => {
  it('are seeded, in the stated form, and never an evaluated question', () => {
    const evaluated = many.slice(0, 399);
    expect(pickFewShot(many, 3, 1, evaluated)).toEqual([many[399]]);
    const shots = pickFewShot(many, 3, 1);
    expect(shots).toHaveLength(3);
    expect(pickFewShot(many, 3, 1)).toEqual(shots);
    expect(pickFewShot(many, 3, 2)).not.toEqual(shots);
    expect(fewShotPrefix(shots)).toBe(shots.map((shot) => `${shot.prompt} #### 1\n\n`).join(''));
  });

  it('can be drawn for each item, other than the item itself', () => {
    const [first, second] = many as [(typeof many)[0], (typeof many)[0]];
    expect(pickFewShotFor(first, many, 3, 1)).toEqual(pickFewShotFor(first, many, 3, 1));
    expect(pickFewShotFor(first, many, 3, 1)).not.toEqual(pickFewShotFor(second, many, 3, 1));
    expect(pickFewShotFor(first, [first, second], 2, 1)).toEqual([second]);
  });

  it('use each question once', () => {
    const { items } = file('f', ['same?', 'Same', 'other?']).recognised;
    expect(pickFewShot(items, 3, 1)).toHaveLength(2);
  });

  it('stand before the prompt in the few-shot condition only, and never show the item itself', () => {
    const [item, shot] = many as [(typeof many)[0], (typeof many)[0]];
    expect(renderPrompt(item, 'few-shot', [shot])).toBe(`${shot.prompt} #### 1\n\n${item.prompt}`);
    expect(renderPrompt(item, 'few-shot', [shot, item])).toBe(`${shot.prompt} #### 1\n\n${item.prompt}`);
    expect(renderPrompt(item, 'soft-prompt', [shot])).toBe(item.prompt);
    expect(renderPrompt(item, 'zero-shot', [shot])).toBe(item.prompt);
  });
});
