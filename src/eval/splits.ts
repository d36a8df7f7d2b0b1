/**
 * Train and test: from two files, or from one by a seeded hash of each item's content.
 *
 * A question that stands on both sides (contentKey) is left out of the test split and counted, so that no test item was
 * tuned on (lm-evaluation-harness #4145). Rejected rows of all files travel with the benchmark.
 */

import { LabError } from '../lib/errors.ts';
import { createRng, sample } from '../lib/rng.ts';
import { contentKey } from './normalise.ts';
import type { Benchmark, Item, RecognisedFile } from './types.ts';

export const DEFAULT_TEST_SHARE = 0.25;

export type SplitRole = 'train' | 'validation' | 'test';

const ROLE_WORDS: readonly (readonly [SplitRole, RegExp])[] = [
  ['train', /(?:^|[^a-z])(?:train|training|trn)(?![a-z])/],
  ['validation', /(?:^|[^a-z])(?:validation|valid|val|dev)(?![a-z])/],
  ['test', /(?:^|[^a-z])(?:test|tst|eval)(?![a-z])/],
];

/** The split that a file's name tells (`gsm8k_train.jsonl`), else undefined. */
export function detectSplit(fileName: string): SplitRole | undefined {
  const name = fileName
    .split(/[\\/]/)
    .at(-1)!
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase();
  const found = ROLE_WORDS.filter(([, words]) => words.test(name));
  return found.length === 1 ? found[0]![0] : undefined;
}

/**
 * Items of one file by the hash of their content: `testShare` of them, in expectation, into test, and one question at
 * least on each side where there are two. Copies of a question stay together.
 */
export function splitBySeed(
  items: readonly Item[],
  seed: number,
  testShare = DEFAULT_TEST_SHARE,
): { train: Item[]; test: Item[] } {
  const placed = items.map((item) => ({ item, at: createRng(seed, `split\n${contentKey(item)}`).next() }));
  const cut = placed.filter(({ at }) => at < testShare);
  const rest = placed.filter(({ at }) => at >= testShare);
  if (items.length > 1 && (cut.length === 0 || rest.length === 0)) {
    // One question, with all its copies: they have the same place.
    const first = placed.reduce((least, { at }) => Math.min(least, at), 1);
    const of = (inTest: boolean) =>
      placed.filter(({ at }) => (at === first) === inTest).map(({ item }) => item);
    return { train: of(false), test: of(true) };
  }
  return { train: rest.map(({ item }) => item), test: cut.map(({ item }) => item) };
}

/** The test items whose question is not among the train items, and how many were left out. */
export function withoutDuplicates(
  train: readonly Item[],
  test: readonly Item[],
): { test: Item[]; duplicates: number } {
  const known = new Set(train.map(contentKey));
  const kept = test.filter((item) => !known.has(contentKey(item)));
  return { test: kept, duplicates: test.length - kept.length };
}

export interface SplitFile {
  readonly recognised: RecognisedFile;
  /** sha-256 (hex) of the file's bytes. */
  readonly hash: string;
  /** Given by the user where the name does not tell. */
  readonly role?: SplitRole;
}

/** Roles of the files; the second of two takes what the first leaves. Undefined where nothing tells. */
export function assignRoles(
  files: readonly Pick<SplitFile, 'recognised' | 'role'>[],
): (SplitRole | undefined)[] {
  const roles = files.map((file) => file.role ?? detectSplit(file.recognised.file));
  if (files.length === 2) {
    const other = { train: 'test', test: 'train', validation: 'train' } as const;
    if (roles[0] && !roles[1]) roles[1] = other[roles[0]];
    else if (roles[1] && !roles[0]) roles[0] = other[roles[1]];
  }
  return roles;
}

function items(files: readonly SplitFile[]): Item[] {
  return files.flatMap((file) => file.recognised.items);
}

const joinHashes = (files: readonly SplitFile[]) => files.map((file) => file.hash).join('+');

/**
 * Puts files together to a benchmark. One file: seeded split. Several: train files against test files, or against
 * validation files where there is no test file.
 *
 * Errors: eval.no-items, eval.split-unclear (names the files), eval.mixed-tasks, eval.empty-split, eval.all-duplicates.
 */
export function buildBenchmark(
  name: string,
  files: readonly SplitFile[],
  options: { readonly seed: number; readonly testShare?: number },
): Benchmark {
  if (items(files).length === 0) throw new LabError('eval.no-items', { name });
  const { task } = files[0]!.recognised;
  if (files.some((file) => file.recognised.items.length > 0 && file.recognised.task !== task)) {
    throw new LabError('eval.mixed-tasks', { files: files.map((file) => file.recognised.file) });
  }
  const rejected = files.flatMap((file) => file.recognised.rejected);
  if (files.length === 1) {
    const { seed, testShare = DEFAULT_TEST_SHARE } = options;
    const { train, test } = splitBySeed(items(files), seed, testShare);
    const hashes = { train: files[0]!.hash, test: files[0]!.hash };
    const split = { kind: 'seeded', seed, testShare } as const;
    return checked({ name, task, train, test, split, rejected, hashes, duplicates: 0 });
  }
  const roles = assignRoles(files);
  const of = (role: SplitRole) => files.filter((_, i) => roles[i] === role);
  const trainFiles = of('train');
  const testFiles = of('test').length > 0 ? of('test') : of('validation');
  if (roles.includes(undefined) || trainFiles.length === 0 || testFiles.length === 0) {
    throw new LabError('eval.split-unclear', { files: files.map((file) => file.recognised.file) });
  }
  const train = items(trainFiles);
  const { test, duplicates } = withoutDuplicates(train, items(testFiles));
  const hashes = { train: joinHashes(trainFiles), test: joinHashes(testFiles) };
  return checked({ name, task, train, test, split: { kind: 'files' }, rejected, hashes, duplicates });
}

function checked(benchmark: Benchmark): Benchmark {
  for (const split of ['train', 'test'] as const) {
    if (benchmark[split].length > 0) continue;
    const { name, duplicates: count = 0 } = benchmark;
    if (split === 'test' && count > 0) throw new LabError('eval.all-duplicates', { name, count });
    throw new LabError('eval.empty-split', { name, split });
  }
  return benchmark;
}

/** A seeded sample of the test items (stream 'items') in their file order; `limit` 0 or too large = all. */
export function sampleTest(test: readonly Item[], limit: number, seed: number): readonly Item[] {
  if (limit <= 0 || limit >= test.length) return test;
  const chosen = new Set(
    sample(
      test.map((_, i) => i),
      limit,
      createRng(seed, 'items'),
    ),
  );
  return test.filter((_, i) => chosen.has(i));
}
