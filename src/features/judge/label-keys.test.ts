import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../eval/types.ts';
import type { LabelSheet } from '../../lab/judge/types.ts';
import {
  creditedCount,
  firstOpen,
  labelledCount,
  labelQuestions,
  orderOf,
  placeAfter,
} from './label-keys.ts';

const both = labelQuestions('open');
const sheet = (labels: LabelSheet['labels']): LabelSheet => ({ items: ['a', 'b', 'c'], labels });
const plain = { ctrlKey: false, metaKey: false, altKey: false };

describe('labelling', () => {
  it('asks of a closed task only the form', () => {
    expect(both).toEqual(['knowledge', 'format']);
    expect(labelQuestions('closed')).toEqual(['format']);
  });

  it('counts what the rule credits in the sample, not beside it', () => {
    const example = (itemId: string, knowledge: boolean) => ({
      itemId,
      verdicts: { 'zero-shot': { knowledge } as Verdict },
    });
    const examples = [example('a', true), example('b', false), example('c', true), example('d', true)];
    expect(creditedCount(['c', 'a', 'b'], examples, 'zero-shot', 'knowledge')).toBe(2);
    expect(creditedCount(['c', 'a', 'b'], examples, 'soft-prompt', 'knowledge')).toBe(0);
  });

  it('counts an item when all its questions are answered, a no as well as a yes', () => {
    const begun = sheet({ a: { knowledge: false, format: true }, b: { knowledge: true } });
    expect(labelledCount(begun, both)).toBe(1);
    expect(labelledCount(begun, ['knowledge'])).toBe(2);
    expect(firstOpen(begun, both)).toEqual({ index: 1, question: 1 });
    expect(firstOpen(sheet({}), both)).toEqual({ index: 0, question: 0 });
    const all = { knowledge: true, format: false };
    expect(firstOpen(sheet({ a: all, b: all, c: all }), both)).toEqual({ index: 0, question: 0 });
  });

  it('goes from question to question to item, and stays at the last', () => {
    expect(placeAfter({ index: 0, question: 0 }, 3, 2)).toEqual({ index: 0, question: 1 });
    expect(placeAfter({ index: 0, question: 1 }, 3, 2)).toEqual({ index: 1, question: 0 });
    expect(placeAfter({ index: 2, question: 1 }, 3, 2)).toEqual({ index: 2, question: 1 });
  });

  it('reads keys, and leaves the browser its own', () => {
    const keys = ['y', 'J', 'n', 'ArrowLeft', 'ArrowRight', 'x', 'Enter'];
    expect(keys.map((key) => orderOf({ key, ...plain }))).toEqual([
      'yes',
      'yes',
      'no',
      'previous',
      'next',
      undefined,
      undefined,
    ]);
    expect(orderOf({ key: 'n', ...plain, ctrlKey: true })).toBeUndefined();
  });
});
