import { describe, expect, it } from 'vitest';
import { LabError } from '../../lib/errors.ts';
import type { Item } from '../types.ts';
import { bestOptions, hasOptionShape } from './closed.ts';
import { judgeItem } from './judge-item.ts';

const LETTERED = ['A. Rome', 'B. Berlin', 'C. Oslo'];
const STARRED = ['* Rome', '* Berlin', '* Oslo'];
const GOLD = 1;

function closed(options: readonly string[], optionTexts?: readonly string[]): Item {
  return {
    id: 'x',
    task: 'closed',
    question: 'q',
    options,
    optionTexts: optionTexts ?? options.map((option) => option.replace(/^(?:[A-Z]\.|\*) /, '')),
    goldIndex: GOLD,
    answer: options[GOLD]!,
    accepted: ['Berlin'],
    prompt: '',
  };
}
const scores = [-3, -1, -2];

describe('format, shape and exact match', () => {
  it.each([
    [LETTERED, ' B. Berlin', 'exact format shape', 'format.gold-option'],
    [LETTERED, 'B. Berlin\n', 'exact format shape', 'format.gold-option'],
    [LETTERED, ' B. Berlin\r\nQuestion: next', 'exact format shape', 'format.gold-option'],
    [LETTERED, '  B. Berlin  ', 'exact format shape', 'format.gold-option'],
    [LETTERED, ' A. Rome', 'format shape', 'format.other-option'],
    [LETTERED, ' B. Rome', 'shape', 'format.unlisted-option'],
    [LETTERED, ' D. Bern', 'shape', 'format.unlisted-option'],
    [LETTERED, ' B. berlin', 'shape', 'format.unlisted-option'],
    [LETTERED, ' B. Berlin.', 'shape', 'format.unlisted-option'],
    [LETTERED, ' B. Berlin because', 'shape', 'format.unlisted-option'],
    [LETTERED, ' B', '', 'format.no-option'],
    [LETTERED, ' B.', '', 'format.no-option'],
    [LETTERED, ' B.Berlin', '', 'format.no-option'],
    [LETTERED, ' (B) Berlin', '', 'format.no-option'],
    [LETTERED, ' b. Berlin', '', 'format.no-option'],
    [LETTERED, ' Berlin', '', 'format.no-option'],
    [LETTERED, ' The answer is B. Berlin', '', 'format.no-option'],
    [LETTERED, '\nB. Berlin', '', 'format.empty'],
    [LETTERED, '', '', 'format.empty'],
    [STARRED, ' * Berlin', 'exact format shape', 'format.gold-option'],
    [STARRED, ' * Oslo\n\nQuestion:', 'format shape', 'format.other-option'],
    [STARRED, ' * Bern', 'shape', 'format.unlisted-option'],
    [STARRED, ' *', '', 'format.no-option'],
    [STARRED, ' *Berlin', '', 'format.no-option'],
    [STARRED, ' - Berlin', '', 'format.no-option'],
    [['* Rome', 'Berlin'], ' * Bern', '', 'format.no-option'],
    [['A. Rome', 'Berlin'], ' B. Bern', '', 'format.no-option'],
    [['-- Rome', '-- Berlin'], ' -- Bern', 'shape', 'format.unlisted-option'],
    [['A) Rome', 'B) Berlin'], ' C) Bern', 'shape', 'format.unlisted-option'],
    [['A) Rome', 'B) Berlin'], ' It is C) Bern', '', 'format.no-option'],
    [['(A) Rome', '(B) Berlin'], ' It is (C) Bern', '', 'format.no-option'],
    [['1. Rome', '2. Berlin'], ' It is 3. Bern', '', 'format.no-option'],
    [['9. Rome', '10. Berlin'], ' 11. Bern', 'shape', 'format.unlisted-option'],
    [['no', 'yes'], ' yes', 'exact format shape', 'format.gold-option'],
    [['no', 'yes'], ' no', 'format shape', 'format.other-option'],
    [['no', 'yes'], ' maybe', '', 'format.no-option'],
    [['(A) x', '(B) y'], ' (B) y', 'exact format shape', 'format.gold-option'],
    [['(A) x', '(B) y'], ' (C) z', 'shape', 'format.unlisted-option'],
    [['1. x', '2. y'], ' 3. z', 'shape', 'format.unlisted-option'],
    [['1) x', '2) y'], ' 3) z', 'shape', 'format.unlisted-option'],
    [['a dog', 'a cat'], ' a cow', '', 'format.no-option'],
    [['1 dog', '1 cat'], ' 1 cow', '', 'format.no-option'],
    [['* - dog', '* - cat'], ' * cow', 'shape', 'format.unlisted-option'],
    [LETTERED, ' B. Berlin\rmore', 'exact format shape', 'format.gold-option'],
  ])('%j, output %j: %s (%s)', (options, output, holds, reason) => {
    const verdict = judgeItem(closed(options), { output, optionLogProbs: scores.slice(0, options.length) });
    const shown = [verdict.exactMatch && 'exact', verdict.format && 'format', verdict.shape && 'shape'];
    expect(shown.filter(Boolean).join(' ')).toBe(holds);
    expect(verdict.itemId).toBe('x');
    expect(verdict.reasons).toContain(reason);
  });

  it('"None of the above" is no option A', () => {
    expect(hasOptionShape('None of the above', LETTERED)).toBe(false);
    expect(hasOptionShape('A', LETTERED)).toBe(false);
    expect(hasOptionShape('* Bern', ['* Rome'])).toBe(true);
  });
});

describe('knowledge by log-likelihood', () => {
  it.each([
    ['the gold ranks first', [-3, -1, -2], true, 'closed.gold-ranked-first'],
    ['another ranks first', [-3, -2, -1], false, 'closed.other-ranked-first'],
    ['a tie of the gold with an earlier option', [-1, -1, -2], false, 'closed.tie'],
    ['a tie of the gold with a later option', [-3, -1, -1], false, 'closed.tie'],
    ['a tie of others', [-1, -2, -1], false, 'closed.tie'],
    ['all equal, as after coarse rounding', [-1, -1, -1], false, 'closed.tie'],
    ['equal within rounding', [-1.000001, -1, -2], false, 'closed.tie'],
    ['a small but real difference', [-1.001, -1, -2], true, 'closed.gold-ranked-first'],
    ['an impossible option', [Number.NEGATIVE_INFINITY, -1, -2], true, 'closed.gold-ranked-first'],
    ['nothing possible', Array(3).fill(Number.NEGATIVE_INFINITY), false, 'closed.tie'],
  ])('%s', (_, optionLogProbs, knowledge, reason) => {
    const verdict = judgeItem(closed(LETTERED), { output: '', optionLogProbs });
    expect(verdict).toMatchObject({ knowledge, outcome: knowledge ? 'uncaptured' : 'wrong' });
    expect(verdict.reasons[0]).toBe(reason);
  });

  it('a tie between equal texts is none', () => {
    const item = closed(['A. Berlin', 'B. Berlin', 'C. Oslo'], ['Berlin', 'Berlin', 'Oslo']);
    const verdict = judgeItem(item, { output: '', optionLogProbs: [-1, -1, -2] });
    expect(verdict).toMatchObject({ knowledge: true, reasons: ['closed.tie-same-text', 'format.empty'] });
    const below = judgeItem(item, { output: '', optionLogProbs: [-2, -2, -1] });
    expect(below.knowledge).toBe(false);
  });

  it('does not depend on the order of the options', () => {
    expect(bestOptions([-1, -5])).toEqual([0]);
    expect(bestOptions([-5, -1])).toEqual([1]);
  });

  it.each([
    [
      [-1, -1 - 0.99e-5],
      [0, 1],
    ],
    [[-1, -1 - 1.01e-5], [0]],
    [
      [0, -1e-5],
      [0, 1],
    ],
  ])('a difference up to 0.00001 is a tie: %j', (logProbs, best) => {
    expect(bestOptions(logProbs)).toEqual(best);
  });

  it('refuses missing and invalid scores', () => {
    const item = closed(LETTERED);
    const judged = (one: Item, optionLogProbs?: number[]) => () =>
      judgeItem(one, { output: '', ...(optionLogProbs ? { optionLogProbs } : {}) });
    const missing = (found: number) =>
      new LabError('eval.option-scores-missing', { item: 'x', found, expected: 3 });
    expect(judged(item)).toThrow(missing(0));
    expect(judged(item, [-1, -2])).toThrow(missing(2));
    expect(judged(item, [-1, Number.NaN, -2])).toThrow(new LabError('eval.option-score-nan', { item: 'x' }));
    const { options: _, ...bare } = item;
    const { goldIndex: __, ...goldless } = item;
    for (const one of [bare, goldless]) {
      expect(judged(one, [-1, -2, -3])).toThrow(new LabError('eval.no-options', { item: 'x' }));
    }
  });
});

describe('outcome', () => {
  it('exact match is correct, knowledge without it is uncaptured', () => {
    const outcome = (output: string, optionLogProbs: number[]) =>
      judgeItem(closed(LETTERED), { output, optionLogProbs }).outcome;
    expect(outcome('B. Berlin', [-3, -1, -2])).toBe('correct');
    expect(outcome('B. Berlin', [-1, -3, -2])).toBe('correct');
    expect(outcome('Berlin', [-3, -1, -2])).toBe('uncaptured');
    expect(outcome('A. Rome', [-3, -1, -2])).toBe('uncaptured');
    expect(outcome('Berlin', [-1, -3, -2])).toBe('wrong');
  });
});
