import { describe, expect, it } from 'vitest';
import { LabError } from '../../lib/errors.ts';
import { runJudging } from './pass.ts';
import type { Judge, JudgeProgress, JudgeReply, JudgeTask } from './types.ts';

const task = (
  itemId: string,
  prompt = itemId,
  condition: JudgeTask['condition'] = 'zero-shot',
): JudgeTask => ({
  condition,
  itemId,
  question: 'knowledge',
  prompt,
});

function memory() {
  const kept = new Map<string, string>();
  return {
    kept,
    cache: {
      get: async (key: string) => kept.get(key),
      put: async (key: string, reply: string) => {
        kept.set(key, reply);
      },
    },
  };
}

function judgeOf(
  answer: (prompt: string, signal: AbortSignal) => Promise<JudgeReply>,
  identity = 'j',
): Judge & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    identity,
    concurrency: 2,
    ask: (prompt, signal) => {
      asked.push(prompt);
      return answer(prompt, signal);
    },
    dispose: async () => undefined,
  };
}

const base = { hash: async (text: string) => text, clock: () => 0, signal: new AbortController().signal };
const yes = async () => ({ text: 'VERDICT: YES', tokens: { prompt: 10, completion: 2 } });

describe('a judging pass', () => {
  it('asks equal questions once, reads replies strictly, and counts what it cost', async () => {
    const judge = judgeOf(async (prompt) => ({
      text: prompt === 'b' ? 'VERDICT: NO' : prompt === 'c' ? 'Surely right.' : 'VERDICT: YES',
      tokens: { prompt: 10, completion: 2 },
    }));
    const progress: JudgeProgress[] = [];
    const { cache, kept } = memory();
    const outcome = await runJudging({
      ...base,
      judge,
      cache,
      tasks: [task('a'), task('a', 'a', 'few-shot'), task('b'), task('c')],
      onProgress: (event) => progress.push(event),
    });
    expect(judge.asked).toEqual(['a', 'b', 'c']);
    expect(outcome.judgements.map(({ condition, itemId, verdict }) => [condition, itemId, verdict])).toEqual([
      ['zero-shot', 'a', true],
      ['few-shot', 'a', true],
      ['zero-shot', 'b', false],
      ['zero-shot', 'c', null],
    ]);
    expect(outcome.usage).toEqual({ requests: 3, cached: 1, promptTokens: 30, completionTokens: 6 });
    expect(outcome).toMatchObject({ error: null, refusal: null, cancelled: false });
    expect(progress.at(-1)).toEqual({ ...outcome.usage, done: 4, total: 4, secondsLeft: 0 });
    expect(kept.size).toBe(3);
  });

  it('costs nothing the second time; another judge or another prompt is asked', async () => {
    const { cache } = memory();
    const tasks = [task('a'), task('b')];
    await runJudging({ ...base, judge: judgeOf(yes), cache, tasks });
    const again = judgeOf(yes);
    const outcome = await runJudging({ ...base, judge: again, cache, tasks });
    expect(again.asked).toEqual([]);
    expect(outcome.usage).toEqual({ requests: 0, cached: 2, promptTokens: null, completionTokens: null });
    expect(outcome.judgements.map(({ verdict }) => verdict)).toEqual([true, true]);
    const other = judgeOf(yes, 'other');
    await runJudging({ ...base, judge: other, cache, tasks: [...tasks, task('c')] });
    expect(other.asked).toEqual(['a', 'b', 'c']);
    await runJudging({ ...base, judge: again, cache, tasks: [task('a', 'changed')] });
    expect(again.asked).toEqual(['changed']);
  });

  it('ends at a failure, keeps what was answered, and goes on from there', async () => {
    const { cache } = memory();
    const tasks = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => task(id));
    const breaking = judgeOf(async (prompt) => {
      if (prompt >= 'd') throw new LabError('judge.denied', { status: 401 });
      return yes();
    });
    const outcome = await runJudging({ ...base, judge: breaking, cache, tasks });
    expect(outcome.error).toMatchObject({ code: 'judge.denied' });
    const answered = outcome.judgements.filter(({ verdict }) => verdict === true).map(({ itemId }) => itemId);
    expect(answered).toEqual(['a', 'b', 'c']);
    expect(outcome.judgements.filter(({ verdict }) => verdict === 'failed')).toHaveLength(3);
    const judge = judgeOf(yes);
    const second = await runJudging({ ...base, judge, cache, tasks });
    expect(judge.asked).toEqual(['d', 'e', 'f']);
    expect(second.usage).toMatchObject({ requests: 3, cached: 3 });
  });

  it('takes a refusal as the judge’s at first, and as the question’s later', async () => {
    const refuse = async (): Promise<JudgeReply> => {
      throw new LabError('judge.refused', { status: 400, message: 'too long' });
    };
    const all = await runJudging({
      ...base,
      judge: { ...judgeOf(refuse), concurrency: 1 },
      cache: memory().cache,
      tasks: [task('a'), task('b')],
    });
    expect(all.error).toMatchObject({ code: 'judge.refused' });
    expect(all.usage.requests).toBe(1);
    const one = judgeOf((prompt) => (prompt === 'b' ? refuse() : yes()));
    const some = await runJudging({
      ...base,
      judge: { ...one, concurrency: 1 },
      cache: memory().cache,
      tasks: [task('a'), task('b'), task('c')],
    });
    expect(some.error).toBeNull();
    expect(some.refusal).toMatchObject({ code: 'judge.refused', params: { message: 'too long' } });
    const judged = (itemId: string, verdict: boolean | 'failed', reply: string) => ({
      condition: 'zero-shot',
      itemId,
      question: 'knowledge',
      verdict,
      reply,
    });
    expect(some.judgements).toEqual([
      judged('a', true, 'VERDICT: YES'),
      judged('b', 'failed', ''),
      judged('c', true, 'VERDICT: YES'),
    ]);
    expect(all.judgements).toEqual([judged('a', 'failed', ''), judged('b', 'failed', '')]);
  });

  it('never asks more at a time than the judge takes, and stops when it is cancelled', async () => {
    let waiting = 0;
    let most = 0;
    const stop = new AbortController();
    const judge = judgeOf(async (prompt, signal) => {
      waiting++;
      most = Math.max(most, waiting);
      await new Promise((resolve) => setTimeout(resolve, 1));
      waiting--;
      if (prompt === '5') stop.abort();
      signal.throwIfAborted();
      return yes();
    });
    const tasks = Array.from({ length: 50 }, (_, i) => task(String(i)));
    const { cache, kept } = memory();
    const outcome = await runJudging({ ...base, judge, cache, tasks, signal: stop.signal });
    expect(most).toBe(2);
    expect(outcome).toMatchObject({ cancelled: true, error: null });
    expect(kept.size).toBeGreaterThan(2);
    expect(judge.asked.length).toBeLessThan(10);
    expect(outcome.judgements).toHaveLength(50);
  });

  it('ends when a reply cannot be kept', async () => {
    const cache = {
      get: async () => undefined,
      put: async () => {
        throw new LabError('storage.full');
      },
    };
    const outcome = await runJudging({ ...base, judge: judgeOf(yes), cache, tasks: [task('a')] });
    expect(outcome.error).toMatchObject({ code: 'storage.full' });
    expect(outcome.judgements[0]!.verdict).toBe('failed');
  });

  it('says how long it will take, from the time per question so far', async () => {
    let now = 1000;
    const judge = judgeOf(async () => {
      now += 2000;
      return { text: 'VERDICT: YES' };
    });
    const left: (number | null)[] = [];
    const outcome = await runJudging({
      ...base,
      clock: () => now,
      judge: { ...judge, concurrency: 1 },
      cache: memory().cache,
      tasks: [task('a'), task('b'), task('c')],
      onProgress: ({ secondsLeft }) => left.push(secondsLeft),
    });
    expect(left).toEqual([null, 4, 2, 0]);
    expect(outcome).toMatchObject({ seconds: 6, error: null });
    expect(outcome.usage).toMatchObject({ promptTokens: null, completionTokens: null });
  });

  it.each(['judge.too-long', 'judge.context'])(
    'takes a question that is too long as the question’s from the first: %s',
    async (code) => {
      const judge = judgeOf(async (prompt) => {
        if (prompt === 'a') throw new LabError(code);
        return yes();
      });
      const outcome = await runJudging({
        ...base,
        judge,
        cache: memory().cache,
        tasks: [task('a'), task('b')],
      });
      expect(outcome.judgements.map(({ verdict }) => verdict)).toEqual(['failed', true]);
      expect(outcome).toMatchObject({ error: null, refusal: { code } });
    },
  );

  it('asks nothing more after a failure, even where another question is on its way', async () => {
    const judge = judgeOf(async (prompt) => {
      if (prompt === 'a') throw new LabError('judge.server');
      await new Promise((resolve) => setTimeout(resolve, 5));
      return yes();
    });
    const tasks = ['a', 'b', 'c'].map((id) => task(id));
    await runJudging({ ...base, judge, cache: memory().cache, tasks });
    expect(judge.asked).toEqual(['a', 'b']);
  });

  it('asks one at a time where the judge says none', async () => {
    const judge = judgeOf(yes);
    await runJudging({
      ...base,
      judge: { ...judge, concurrency: 0 },
      cache: memory().cache,
      tasks: [task('a')],
    });
    expect(judge.asked).toEqual(['a']);
  });

  it('reads no kept reply after it was cancelled, and says so; one that cannot be read is a failure', async () => {
    const reads: string[] = [];
    const cache = {
      get: async (key: string): Promise<string | undefined> => {
        reads.push(key);
        throw new LabError('storage.closed');
      },
      put: async () => undefined,
    };
    const [judge, tasks] = [judgeOf(yes), [task('a')]];
    const cancelled = await runJudging({ ...base, judge, cache, tasks, signal: AbortSignal.abort() });
    expect(cancelled).toMatchObject({ cancelled: true, error: null });
    expect(reads).toEqual([]);
    const failed = await runJudging({ ...base, judge, cache, tasks });
    expect(failed).toMatchObject({ cancelled: false, error: { code: 'storage.closed' } });
  });
});
