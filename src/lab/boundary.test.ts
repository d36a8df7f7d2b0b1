import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonPrefixLength, encodePair } from './boundary.ts';

/** A greedy longest-match tokenizer over a small vocabulary: enough to make tokens span a join. */
const VOCABULARY = ['Answer', 'Answer:', ': P', ' Paris', ' Par', 'is', ' ', ':', 'Par', 'Paris'];
const CHARACTERS = 'ANPQRabcdefghijklmnopqrstuvwxyz?.*\n'.split('');
const TOKENS = [...VOCABULARY, ...CHARACTERS].sort((a, b) => b.length - a.length);

function encode(text: string): number[] {
  const ids: number[] = [];
  for (let at = 0; at < text.length; ) {
    const id = TOKENS.findIndex((token) => text.startsWith(token, at));
    if (id < 0) throw new Error(`no token for ${JSON.stringify(text[at])}`);
    ids.push(id);
    at += TOKENS[id]!.length;
  }
  return ids;
}
const text = (ids: readonly number[]) => ids.map((id) => TOKENS[id]).join('');
const pair = (prompt: string, continuation: string) => encodePair(encode, encode, prompt, continuation);

describe('encodePair', () => {
  it('cuts the joint encoding after the tokens of the prompt', () => {
    const { prompt, continuation, split } = pair('Answer:', ' Paris');
    expect([text(prompt), text(continuation), split]).toEqual(['Answer:', ' Paris', false]);
  });

  it('gives trailing spaces of the prompt to the continuation, as lm-evaluation-harness does', () => {
    const { prompt, continuation } = pair('Answer: ', 'Paris');
    expect([text(prompt), text(continuation)]).toEqual(['Answer:', ' Paris']);
    expect(continuation).toHaveLength(1);
  });

  it('encodes in two parts when a token spans the join', () => {
    const { prompt, continuation, split } = pair('Answer', ': Paris');
    expect(text(encode('Answer: Paris'))).toBe('Answer: Paris');
    expect([text(prompt), text(continuation), split]).toEqual(['Answer', ': Paris', true]);
    expect(prompt).toEqual(encode('Answer'));
  });

  it('never loses or repeats text, and the prompt does not depend on the continuation', () => {
    const part = fc.array(fc.constantFrom(...VOCABULARY, 'a', 'x'), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(part, part, part, (a, b, c) => {
        const prompt = `a${a.join('')}`;
        const first = pair(prompt, b.join(''));
        const second = pair(prompt, c.join(''));
        expect(text(first.prompt) + text(first.continuation)).toBe(prompt + b.join(''));
        expect(first.prompt).toEqual(second.prompt);
        expect(first.continuation.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('commonPrefixLength', () => {
  it('finds the shared start and leaves each row a token', () => {
    expect(
      commonPrefixLength([
        [1, 2, 3, 4],
        [1, 2, 5],
        [1, 2, 3],
      ]),
    ).toBe(2);
    expect(
      commonPrefixLength([
        [1, 2],
        [1, 2, 3],
      ]),
    ).toBe(1);
    expect(commonPrefixLength([[7, 8, 9]])).toBe(2);
    expect(commonPrefixLength([[1], [2]])).toBe(0);
    expect(commonPrefixLength([])).toBe(0);
  });
});
