import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recogniseText } from './recognise.ts';
import { readWrittenList, readWrittenValue } from './written-value.ts';

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

describe('values written as text', () => {
  it('reads back every object that JSON writes', () => {
    const value = fc.dictionary(fc.string(), fc.jsonValue({ noUnicodeString: false }), { minKeys: 1 });
    fc.assert(
      fc.property(value, (object) => {
        const text = JSON.stringify(object);
        expect(JSON.stringify(readWrittenValue(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it.each([
    ...['{', "{'a'}", "{'a': 1} x", '{}', '[[1], [2]]', "{'a': b}", 'array(1', "{1: 'a'}"],
    ...["('a', 'b')", "('a', ['b'])", "[array,'a')]", "['a', constructor]"],
  ])('%j is none', (text) => {
    expect(readWrittenValue(text)).toBeUndefined();
  });

  it('holds empty ones with spaces inside', () => {
    expect(readWrittenValue("{'a': [  ], 'b': {  }}")).toEqual({ a: [], b: {} });
  });

  it.each([
    [
      'SQuAD',
      `"{'text': array(['x', ""y's""], dtype=object), 'answer_start': array([5, 7], dtype=int32)}"`,
      'id,context,question,answers',
      'i,C,q?,',
      'x',
    ],
    ['ARC', `"{'text': ['w', 'x'], 'label': ['A', 'B']}",B`, 'id,question,choices,answerKey', 'i,q?,', 'x'],
    ['TriviaQA', `"{'value': 'x', 'aliases': ['y'], 'type': None}"`, 'question,answer', 'q?,', 'x'],
    ['MMLU', `"['w' 'x'\n 'y' 'z']",2`, 'question,choices,answer', 'q?,', 'y'],
  ])('%s as a table saves it', (_, cells, head, start, gold) => {
    const { items, rejected } = recogniseText('t.csv', `${head}\n${start}${cells}\n`);
    expect(rejected).toEqual([]);
    const [item] = items;
    expect(item!.task === 'closed' ? item!.optionTexts![item!.goldIndex!] : item!.accepted[0]).toBe(gold);
  });
});
