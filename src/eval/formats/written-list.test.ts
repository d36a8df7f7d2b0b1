import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWrittenList } from './written-list.ts';

describe('lists written as text', () => {
  it('reads back every list of texts that JSON writes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (texts) => {
        expect(readWrittenList(JSON.stringify(texts))).toEqual(texts);
      }),
    );
  });

  it.each([
    [`['a', "it's", 'say \\'x\\'']`, ['a', "it's", "say 'x'"]],
    [`['a'\n 'b']`, ['a', 'b']],
    [`array(['a', 'b'], dtype=object)`, ['a', 'b']],
    [`["\\u00e4", 'x\\x41\\n']`, ['ä', 'xA\n']],
  ])('%s', (source, texts) => {
    expect(readWrittenList(source)).toEqual(texts);
  });

  it.each(['', '[]', '[1, 2]', "['a', 2]", "['a'", '[a, b]', "x ['a']", "['a' b]"])(
    '%j is none',
    (source) => {
      expect(readWrittenList(source)).toBeUndefined();
    },
  );
});
