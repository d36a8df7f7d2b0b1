/** Whose fault a failure is: the judge's, which ends a pass, or one question's, which the others go past. */

import { describe, expect, it } from 'vitest';
import { LabError } from '../../lib/errors.ts';
import { runJudging } from './pass.ts';
import type { Judge } from './types.ts';

/** Fails with `code` at the questions of `bad`, one at a time; replies to those of `kept` are there from before. */
async function passed(code: string, bad: string, kept = '') {
  const replies = new Map([...kept].map((id) => [id, 'VERDICT: YES']));
  const judge: Judge = {
    identity: 'j',
    concurrency: 1,
    ask: async (prompt) => {
      if (bad.includes(prompt)) throw code === '' ? new TypeError('not ours') : new LabError(code);
      return { text: 'VERDICT: YES' };
    },
    dispose: async () => undefined,
  };
  const outcome = await runJudging({
    judge,
    tasks: [...'abcdefg'].map((id) => ({
      condition: 'zero-shot',
      itemId: id,
      question: 'knowledge',
      prompt: id,
    })),
    cache: {
      get: async (key) => replies.get(key),
      put: async (key, reply) => {
        replies.set(key, reply);
      },
    },
    hash: async (text) => text.slice(-1),
    clock: () => 0,
    signal: new AbortController().signal,
  });
  const verdicts = outcome.judgements.map(({ verdict }) => (verdict === true ? '+' : '-')).join('');
  return [verdicts, outcome.error?.code ?? null, outcome.refusal?.code ?? null];
}

describe('a failure in the middle of a pass', () => {
  it.each(['judge.server', 'judge.hidden', 'judge.timeout'])(
    '%s is the question’s, until nothing else is answered',
    async (code) => {
      expect(await passed(code, 'bcef')).toEqual(['+--+--+', null, code]);
      expect(await passed(code, 'bcd')).toEqual(['+------', code, code]);
      // The first one is the judge's, unless it answered the same way before.
      expect(await passed(code, 'a')).toEqual(['-------', code, null]);
      expect(await passed(code, 'a', 'g')).toEqual(['-++++++', null, code]);
      expect(await passed(code, 'ab', 'g')).toEqual(['--+++++', null, code]);
      expect(await passed(code, 'abc', 'g')).toEqual(['------+', code, code]);
    },
  );

  it('judge.refused is the question’s however often, but not before a reply', async () => {
    expect(await passed('judge.refused', 'bcdef')).toEqual(['+-----+', null, 'judge.refused']);
    expect(await passed('judge.refused', 'a')).toEqual(['-------', 'judge.refused', null]);
  });

  it.each(['judge.too-long', 'judge.context'])('%s is the question’s from the first', async (code) => {
    expect(await passed(code, 'abcdef')).toEqual(['------+', null, code]);
  });

  it('a length says nothing of the judge', async () => {
    const codes = { a: 'judge.context', b: 'judge.refused' } as Record<string, string>;
    const judge: Judge = {
      identity: 'j',
      concurrency: 1,
      ask: async (prompt) => {
        throw new LabError(codes[prompt]!);
      },
      dispose: async () => undefined,
    };
    const { error, refusal } = await runJudging({
      judge,
      tasks: ['a', 'b'].map((id) => ({ condition: 'zero-shot', itemId: id, question: 'format', prompt: id })),
      cache: { get: async () => undefined, put: async () => undefined },
      hash: async (text) => text,
      clock: () => 0,
      signal: new AbortController().signal,
    });
    expect([error?.code, refusal?.code]).toEqual(['judge.refused', 'judge.context']);
  });

  it.each(['judge.denied', 'judge.quota', 'judge.unreachable', 'judge.cors', 'judge.rate-limit'])(
    '%s is the judge’s whatever it answered before',
    async (code) => {
      expect(await passed(code, 'b', 'g')).toEqual(['+-----+', code, null]);
    },
  );

  it('one that has no name ends a pass, too', async () => {
    const [verdicts, error] = await passed('', 'b', 'g');
    expect([verdicts, error === null]).toEqual(['+-----+', false]);
  });
});
