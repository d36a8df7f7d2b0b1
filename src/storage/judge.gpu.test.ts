/** The browser's real database of judges: replies, passes and labels come back, and are forgotten apart. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeptJudging, LabelSheet } from '../lab/judge/types.ts';
import {
  countReplies,
  createJudgeDatabase,
  forgetJudging,
  forgetReplies,
  type JudgeDatabase,
  judgeKey,
  readJudging,
  readLabels,
  readReply,
  writeJudging,
  writeLabels,
  writeReply,
} from './judge.ts';

let name: string;
let database: JudgeDatabase;
beforeEach(() => {
  name = `test-judge-${crypto.randomUUID()}`;
  database = createJudgeDatabase(name);
});
afterEach(async () => {
  await database.close();
  indexedDB.deleteDatabase(name);
});

const judging: KeptJudging = {
  summary: {
    kind: 'endpoint',
    model: 'm',
    promptVersion: '1',
    scope: 'misses',
    conditions: [],
    usage: { requests: 1, cached: 0, promptTokens: null, completionTokens: null },
  },
  judgements: [
    { condition: 'zero-shot', itemId: 'a', question: 'knowledge', verdict: null, reply: 'Perhaps.' },
  ],
};
const sheet: LabelSheet = { items: ['a', 'b'], labels: { a: { knowledge: false } } };

describe('what is kept of judges', () => {
  it('is there after the database was closed', async () => {
    await writeReply(database, 'key', 'VERDICT: YES');
    await writeJudging(database, 'run', judging);
    await writeLabels(database, 'run', 'zero-shot', sheet);
    await database.close();
    expect(await readReply(database, 'key')).toBe('VERDICT: YES');
    expect(await readJudging(database, 'run')).toEqual(judging);
    expect(await readLabels(database, 'run', 'zero-shot')).toEqual(sheet);
    expect(await readLabels(database, 'run', 'few-shot')).toBeUndefined();
    expect(await readReply(database, 'other')).toBeUndefined();
  });

  it('goes with its run, and replies go when they are to be forgotten', async () => {
    const [one, other] = [judgeKey('2026-01-01', 'a/b'), judgeKey('2026-01-02', 'a/b')];
    for (const run of [one, other]) {
      await writeJudging(database, run, judging);
      await writeLabels(database, run, 'zero-shot', sheet);
    }
    await writeReply(database, 'key', 'x');
    await forgetJudging(database, one);
    expect(await readJudging(database, one)).toBeUndefined();
    expect(await readLabels(database, one, 'zero-shot')).toBeUndefined();
    expect(await readLabels(database, other, 'zero-shot')).toEqual(sheet);
    expect(await countReplies(database)).toBe(1);
    await forgetReplies(database);
    expect(await countReplies(database)).toBe(0);
    expect(await readJudging(database, other)).toEqual(judging);
  });
});
