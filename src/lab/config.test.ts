import { beforeAll, describe, expect, it } from 'vitest';
import { recogniseFile } from '../eval/index.ts';
import type { Item } from '../eval/types.ts';
import { openTokenizer } from '../hub/open-model.ts';
import { createSite } from '../hub/site.ts';
import { defaultMaxNewTokens, newTokenBudget } from './config.ts';
import { createPreviewer } from './preview.ts';
import { embeddedSource, microBenchmark, runConfig } from './testing/node-run.ts';
import type { LabTokenizer } from './tokenizer.ts';

let tokenizer: LabTokenizer;
beforeAll(async () => {
  tokenizer = await openTokenizer(embeddedSource('micro/m1-base'), { site: createSite('http://localhost/') });
});

const count = (text: string) => tokenizer.encode(text).length;
const budget = (items: readonly Item[], maxNewTokens = 0) =>
  newTokenBudget(runConfig({ task: items[0]!.task, maxNewTokens }), items, count);

/** A word is a token at least. */
const long = Array.from({ length: 60 }, () => 'Berlin').join(' ');
const open = (answer: string) => recogniseFile('f', [{ question: 'Which?', answer }]).items;
const closed = (answer: number) =>
  recogniseFile('f', [{ question: 'Which?', choices: ['Rome', `not ${long}`], answer }]).items;

describe('newTokenBudget', () => {
  it('is the task’s own for short answers', () => {
    expect(budget(open('Berlin'))).toBe(24);
    expect(budget(microBenchmark('closed').test)).toBe(16);
    expect([defaultMaxNewTokens('open'), defaultMaxNewTokens('closed')]).toEqual([24, 16]);
  });

  it('is raised to the longest gold and four tokens more, space and form included', () => {
    const [item] = open(long);
    expect(count(` ${item!.answer}`)).toBeGreaterThanOrEqual(60);
    expect(budget([...open('Berlin'), item!])).toBe(count(` #### ${long}`) + 4);
  });

  it('has room for every option, since any may be chosen', () => {
    expect(budget(closed(0))).toBe(count(` B. not ${long}`) + 4);
  });

  it('is what the configuration says, if it says one', () => {
    expect(budget(open(long), 7)).toBe(7);
  });

  it('is that of a run and of its preview', () => {
    const benchmark = { ...microBenchmark('open'), test: [...open('Berlin'), ...open(long)] };
    const preview = createPreviewer(benchmark, runConfig({ task: 'open' }), tokenizer);
    expect(preview('zero-shot', 0).maxNewTokens).toBe(count(` #### ${long}`) + 4);
  });
});
