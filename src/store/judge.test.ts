import { describe, expect, it } from 'vitest';
import type { JudgedItem } from '../eval/index.ts';
import type { Condition, Verdict } from '../eval/types.ts';
import type { Judgement, KeptJudging, LabelSheet } from '../lab/judge/types.ts';
import type { ExampleRecord } from '../lab/types.ts';
import { DEFAULT_JUDGE, judgeName, judgeSpec, parseJudgeSettings } from './judge-settings.ts';
import {
  isJudgeable,
  judgedConditions,
  judgedRows,
  judgeFields,
  judgePromptText,
  judgeReasons,
  judgeTasks,
  labelAgreements,
  labelFields,
  summarise,
} from './judge-view.ts';

const item: JudgedItem = { task: 'open', question: 'Capital of France?', accepted: ['Paris'] };

const verdict = (itemId: string, knowledge: boolean, format: boolean, output: string): Verdict => ({
  itemId,
  exactMatch: false,
  knowledge,
  format,
  shape: format,
  outcome: knowledge ? 'uncaptured' : 'wrong',
  output,
  answerLine: output,
  reasons: ['judge.not-found'],
});

function example(itemId: string, verdicts: Partial<Record<Condition, Verdict>>): ExampleRecord {
  return { itemId, prompt: 'p', answer: '#### Paris', verdicts, item };
}

const examples: ExampleRecord[] = [
  example('a', { 'zero-shot': verdict('a', true, false, 'It is Paris') }),
  example('b', { 'zero-shot': verdict('b', false, false, 'The city of light') }),
  example('c', { 'zero-shot': verdict('c', false, true, '#### Rome') }),
  example('d', { 'zero-shot': verdict('d', false, false, '') }),
];

const judged = (
  itemId: string,
  value: Judgement['verdict'],
  question: Judgement['question'] = 'knowledge',
) => ({
  condition: 'zero-shot' as const,
  itemId,
  question,
  verdict: value,
  reply: `VERDICT of ${itemId}`,
});
const facts = { kind: 'endpoint' as const, model: 'm', promptVersion: '1', scope: 'misses' as const };
const usage = { requests: 2, cached: 0, promptTokens: null, completionTokens: null };
const point = { condition: 'zero-shot' as const, step: 0, metrics: {} as never, seconds: 1 };

describe('judge settings', () => {
  it('come back as they were kept, and anything strange becomes the default', () => {
    const kept = { ...DEFAULT_JUDGE, model: 'm', key: 'k', concurrency: 8, questions: ['format'] as const };
    expect(parseJudgeSettings(JSON.stringify(kept))).toEqual(kept);
    for (const strange of [
      null,
      '{',
      'null',
      '[]',
      '{"where":"moon","concurrency":"x","questions":[],"key":5}',
    ])
      expect(parseJudgeSettings(strange)).toEqual(DEFAULT_JUDGE);
    expect(parseJudgeSettings('{"concurrency":999}').concurrency).toBe(16);
    const tokens = (value: unknown) => parseJudgeSettings(JSON.stringify({ maxTokens: value })).maxTokens;
    expect([tokens(4096), tokens(1), tokens(1e9), tokens(1.5), tokens('x')]).toEqual([
      4096, 16, 65_536, 1024, 1024,
    ]);
  });

  it('name the judge without its address', () => {
    const chosen = { kind: 'embedded', id: 'micro/m1-chat' } as const;
    expect(judgeSpec(DEFAULT_JUDGE, chosen)).toBeNull();
    const endpoint = judgeSpec({ ...DEFAULT_JUDGE, model: ' m ', key: 'k ' }, chosen)!;
    expect(endpoint).toMatchObject({ kind: 'endpoint', model: 'm', key: 'k' });
    expect(judgeName(endpoint)).toBe('m');
    // llama.cpp and transformers serve call a model by where it lies; that is nobody else's business.
    const named = (model: string) => judgeName({ ...endpoint, kind: 'endpoint', model } as typeof endpoint);
    expect(
      ['/home/jane/models/judge/', '~/m/judge', 'C:\\m\\judge', 'meta/judge', 'a.gguf', '/'].map(named),
    ).toEqual(['judge', 'judge', 'judge', 'meta/judge', 'a.gguf', '/']);
    expect(judgeSpec({ ...DEFAULT_JUDGE, where: 'hub', hubId: 'nobody' }, chosen)).toBeNull();
    expect(judgeName(judgeSpec({ ...DEFAULT_JUDGE, where: 'hub', hubId: 'a/b' }, chosen)!)).toBe('a/b');
    expect(judgeName(judgeSpec({ ...DEFAULT_JUDGE, where: 'chosen' }, chosen)!)).toBe('micro/m1-chat');
  });
});

describe('a second opinion', () => {
  it('asks about misses, or about all that was written', async () => {
    const ids = async (...wanted: Parameters<typeof judgeTasks>) =>
      (await judgeTasks(...wanted)).map(({ question, itemId }) => `${question} ${itemId}`);
    expect(await ids(examples, ['knowledge'], 'misses')).toEqual(['knowledge b', 'knowledge c']);
    expect(await ids(examples, ['knowledge', 'format'], 'misses')).toEqual([
      'format a',
      'knowledge b',
      'format b',
      'knowledge c',
    ]);
    expect(await ids(examples, ['knowledge'], 'all')).toEqual(['knowledge a', 'knowledge b', 'knowledge c']);
  });

  it('has nothing to ask where items are not known', async () => {
    const bare = examples.map(({ item: _, ...rest }) => rest);
    expect(isJudgeable(bare)).toBe(false);
    expect(judgedConditions(bare)).toEqual([]);
    expect(await judgeTasks(bare, ['knowledge', 'format'], 'all')).toEqual([]);
  });

  it('shows the text that is asked', async () => {
    const [task] = await judgeTasks(examples, ['knowledge'], 'misses');
    const shown = await judgePromptText(examples[1]!, examples[1]!.verdicts['zero-shot']!, 'knowledge');
    expect(shown).toEqual({ version: '1', text: task!.prompt });
  });

  it('counts before and after, unscored ones apart', async () => {
    const judgements = [judged('b', true), judged('c', null)];
    const summary = await summarise(examples, [point], ['knowledge'], judgements, facts, usage);
    expect(summary.conditions).toHaveLength(1);
    expect(summary.conditions[0]).not.toHaveProperty('format');
    const [row] = await judgedRows(summary);
    expect(row).toMatchObject({
      condition: 'zero-shot',
      question: 'knowledge',
      unparsable: 1,
      unscored: 1,
      found: 1,
      rates: {
        before: { successes: 1, n: 4 },
        after: { successes: 2, n: 4 },
        upper: { successes: 3, n: 4 },
        asked: 2,
      },
    });
  });

  it('closed tasks have no knowledge to ask about', async () => {
    const closed = examples.map((one) => ({
      ...one,
      item: { ...item, task: 'closed' as const, options: ['Paris'] },
    }));
    expect(
      (await judgeTasks(closed, ['knowledge', 'format'], 'all')).every(
        ({ question }) => question === 'format',
      ),
    ).toBe(true);
    const summary = await summarise(closed, [point], ['knowledge', 'format'], [], facts, usage);
    expect(Object.keys(summary.conditions[0]!)).toEqual(['condition', 'step', 'format']);
  });

  it('goes into the sample log and to the example', async () => {
    const judging: KeptJudging = {
      summary: await summarise(examples, [point], ['knowledge'], [], facts, usage),
      judgements: [judged('b', true), judged('b', false, 'format'), judged('c', null), judged('d', 'failed')],
    };
    expect(judgeFields(judging, 'zero-shot')).toEqual({
      b: {
        judge_model: 'm',
        judge_prompt_version: '1',
        judge_knowledge: 1,
        judge_knowledge_reply: 'VERDICT of b',
        judge_format: 0,
        judge_format_reply: 'VERDICT of b',
      },
      c: {
        judge_model: 'm',
        judge_prompt_version: '1',
        judge_knowledge: null,
        judge_knowledge_reply: 'VERDICT of c',
      },
      d: {
        judge_model: 'm',
        judge_prompt_version: '1',
        judge_knowledge: null,
        judge_knowledge_reply: 'VERDICT of d',
      },
    });
    expect(judgeFields(judging, 'few-shot')).toEqual({});
    expect(await judgeReasons(judging, 'b')).toEqual({
      'zero-shot': ['judge.model-yes', 'judge.model-format-no'],
    });
    expect(await judgeReasons(judging, 'd')).toEqual({});
  });
});

describe('agreement with labels', () => {
  const sheet: LabelSheet = {
    items: ['a', 'b', 'c'],
    labels: { a: { knowledge: true }, b: { knowledge: true }, c: { knowledge: false, format: true } },
  };
  const judging: KeptJudging = {
    summary: { ...facts, conditions: [], usage },
    judgements: [judged('b', true), judged('c', null)],
  };

  it('compares each rater on what it has a verdict for', async () => {
    const found = await labelAgreements(sheet, examples, 'zero-shot', 'knowledge', judging);
    expect(found.map(({ rater, table }) => [rater, ...Object.values(table)])).toEqual([
      ['rule', 1, 0, 1, 1],
      // Only b was asked and read.
      ['judge', 1, 0, 0, 0],
      // The rule's yes stands; c is unscored.
      ['cascade', 2, 0, 0, 0],
    ]);
    expect(found.map(({ standing }) => standing)).toEqual(['ok', 'undefined', 'undefined']);
  });

  it('goes into the sample log as far as it was given', () => {
    expect(labelFields(sheet)).toEqual({
      a: { label_knowledge: 1 },
      b: { label_knowledge: 1 },
      c: { label_knowledge: 0, label_format: 1 },
    });
    expect(labelFields({ items: ['a'], labels: {} })).toEqual({});
  });

  it('has only the rule without a judge', async () => {
    const found = await labelAgreements(sheet, examples, 'zero-shot', 'format', null);
    expect(found.map(({ rater, agreement }) => [rater, agreement.n])).toEqual([['rule', 1]]);
  });
});
