/**
 * What users of evaluation harnesses complained about, each with the behaviour that would have been right.
 *
 * Those that need a tokenizer are in hub/tokenizer.test.ts (lm-eval #2676 and ukrainian-llm-leaderboard #5, BOS once;
 * lighteval #45, spaces of SentencePiece) and lab/boundary.test.ts (lm-eval #1297, a token over the join); that a run
 * goes on where it was cut off (lm-eval #2533, #2548) is in lab/journal.test.ts.
 */

import { describe, expect, it } from 'vitest';
import { generationCounts } from '../lab/analysis.ts';
import { newTokenBudget } from '../lab/config.ts';
import { runConfig } from '../lab/testing/node-run.ts';
import { withControlAnswers } from './controls.ts';
import { sampleRecord } from './export/lm-eval.ts';
import { recogniseFile } from './formats/recognise.ts';
import { parseReply } from './llm-judge/reply.ts';
import { metricsOf } from './metrics/rates.ts';
import { pickFewShot } from './prompts/few-shot.ts';
import { renderPrompt } from './prompts/render.ts';
import { chooseStopRule, cutAtStop } from './prompts/stops.ts';
import type { EndReason, Item, Verdict } from './types.ts';
import { diagnoseZero } from './verdicts/diagnosis.ts';
import { isLooping } from './verdicts/generation.ts';
import { harnessMatch } from './verdicts/harness-match.ts';
import { judgeItem } from './verdicts/judge-item.ts';
import { rankOptions } from './verdicts/option-ranking.ts';

const open = (gold: string, more: Partial<Item> = {}): Item => ({
  id: 'x',
  task: 'open',
  question: 'How much is it?',
  answer: `#### ${gold}`,
  accepted: [gold],
  prompt: 'Question: How much is it?\nAnswer:',
  ...more,
});
const closed = recogniseFile('f', [{ question: 'q', choices: ['Rome', 'Berlin'], answer: 1 }]).items[0]!;
const verdict = (item: Item, output: string, optionLogProbs?: number[]): Verdict =>
  judgeItem(item, { output, ...(optionLogProbs ? { optionLogProbs } : {}) });
const gsm = (question: string, answer: string) => ({ question, answer: `so\n#### ${answer}` });

describe('knowledge and format are two things', () => {
  it('lm-eval PR #944: both are reported', () => {
    const { knowledge, format, exactMatch } = metricsOf([verdict(open('Paris'), 'It is Paris.')]);
    expect([knowledge.successes, format.successes, exactMatch.successes]).toEqual([1, 0, 0]);
  });

  it('lm-eval #1159: strict and loose scores stand side by side', () => {
    const { strict, flexible } = harnessMatch(open('18'), 'She makes 18');
    expect([strict.match, flexible.match]).toEqual([false, true]);
  });

  it('lm-eval #2279, lighteval #686 #202 #893: 0 % is explained', () => {
    const zeros = Array.from({ length: 10 }, () => verdict(open('18'), 'It is 18.'));
    expect(diagnoseZero(zeros)).toMatchObject({
      code: 'eval.zero-format',
      params: { reason: 'format.no-marker' },
    });
  });

  it('lm-eval #3438: the zero-shot prompt states the form', () => {
    const [item] = recogniseFile('f', [gsm('q?', '18')]).items;
    expect(renderPrompt(item!, 'zero-shot')).toContain('####');
  });

  it('lm-eval #3210: every verdict says why', () => {
    for (const output of ['', 'x', '#### 18', '####18', 'It is 18.']) {
      const { reasons } = verdict(open('18'), output);
      expect(reasons.some((reason) => reason.startsWith('judge.'))).toBe(true);
      expect(reasons.some((reason) => reason.startsWith('format.'))).toBe(true);
    }
  });
});

describe('numbers and boxes', () => {
  it('lm-eval #3214: $29.00 is 29', () => {
    expect(verdict(open('29'), '#### $29.00')).toMatchObject({ exactMatch: true, knowledge: true });
  });

  it('lm-eval #2552: a box is found without dollar signs', () => {
    expect(verdict(open('42', { grading: 'math' }), '\\[\\boxed{42}\\]').knowledge).toBe(true);
    expect(verdict(open('42'), '\\[\\boxed{42}\\]').knowledge).toBe(true);
  });

  it('the DROP post: a number before a blank line is kept', () => {
    expect(verdict(open('10'), '10\n\nPassage: next').knowledge).toBe(true);
  });
});

describe('stops and budgets', () => {
  it('lm-eval #1086: no stop cuts a valid answer, be it worked out over lines and paragraphs before', () => {
    const { rule } = chooseStopRule(recogniseFile('f', [gsm('q?', '18')]).items);
    const output = 'First, 2.5.\n\nSo 5, or so.\n#### 18';
    expect(cutAtStop(rule, `${output}\nShe has`)).toBe(output);
    const boxed = chooseStopRule([open('5', { form: { kind: 'boxed' }, answer: '\\boxed{5}' })]).rule;
    expect(cutAtStop(boxed, 'It is 2.5,\nso \\boxed{5}\n\nmore')).toBe('It is 2.5,\nso \\boxed{5}');
  });

  it('lighteval #649: a stop that would cut a gold is found before the run', () => {
    expect(chooseStopRule([open('<|x|>'), open('a = b')]).conflicts).toEqual([open('<|x|>')]);
  });

  it('sglang PR #29264: "Question" inside reasoning stops nothing', () => {
    expect(cutAtStop('new-question', 'The Question is: 18')).toBe('The Question is: 18');
    expect(cutAtStop('new-question', '18\nQuestion: next')).toBe('18');
  });

  it('lm-eval #2798: the budget follows the longest gold of the task', () => {
    const characters = (text: string) => text.length;
    const golds = [open('1'), open('1 followed by one hundred zeros'), open('22')];
    const config = runConfig({ task: 'open' });
    expect(newTokenBudget(config, golds.slice(0, 1), characters)).toBe(24);
    expect(newTokenBudget(config, golds, characters)).toBe(
      ' #### 1 followed by one hundred zeros'.length + 4,
    );
  });

  it('lm-eval #3400: cut outputs are counted', () => {
    const ended = (end: EndReason) => ({ ...verdict(open('1'), '1'), generation: { end, looping: false } });
    expect(generationCounts((['length', 'stop-token', 'length'] as const).map(ended))).toEqual({
      n: 3,
      ends: { length: 2, 'stop-token': 1, 'stop-rule': 0 },
      looping: 0,
    });
  });

  it('EuroEval #432, evalscope #568: running on and repeating', () => {
    expect(cutAtStop('newline', ' B. Berlin\nQuestion: next\nA. x')).toBe(' B. Berlin');
    expect(isLooping('the cat. the cat. the cat. the cat. the cat.')).toBe(true);
  });
});

describe('log-likelihoods', () => {
  it('lm-eval #2007: a tie does not favour the first option', () => {
    const first = { ...closed, goldIndex: 0 };
    expect(verdict(first, '', [-1, -1])).toMatchObject({
      knowledge: false,
      reasons: ['closed.tie', 'format.empty'],
    });
  });

  it('lm-eval #1672, babylm #34: equal scores throughout are no accuracy', () => {
    const verdicts = [0, 1].map((goldIndex) => verdict({ ...closed, goldIndex }, '', [-0.5, -0.5]));
    expect(metricsOf(verdicts).knowledge.rate).toBe(0);
  });

  it('lm-eval #3278: characters and bytes are named and differ', () => {
    const ranked = rankOptions(['üü', 'abc'], 0, [-2, -2.4]);
    expect([ranked.accChars.choice, ranked.accBytes.choice]).toEqual([1, 0]);
  });

  it('open-instruct PR #62: the probability mass on the options is shown', () => {
    expect(rankOptions(['A', 'B'], 0, [-9, -10]).probabilityMass).toBeLessThan(0.001);
  });

  it('lm-eval #2722: the log holds the normalised scores', () => {
    const record = sampleRecord(
      { item: closed, prompt: 'p', verdict: verdict(closed, '', [-2, -1]), stopRule: 'newline' },
      0,
      String,
    );
    expect(record).toMatchObject({ acc: 1, acc_norm: 1, acc_bytes: 1, option_logprobs: [-2, -1] });
  });

  it('opencompass #709 #80: every condition has the same two measurements', () => {
    // Knowledge by log-likelihood whatever was written, form and exact match by what was written whatever ranks first.
    const measured = (output: string, logProbs: number[]) => {
      const { knowledge, format, exactMatch } = verdict(closed, output, logProbs);
      return [knowledge, format, exactMatch];
    };
    expect(measured(' B. Berlin', [-2, -1])).toEqual([true, true, true]);
    expect(measured(' B. Berlin', [-1, -2])).toEqual([false, true, true]);
    expect(measured(' Berlin', [-2, -1])).toEqual([true, false, false]);
    expect(measured(' Berlin', [-1, -2])).toEqual([false, false, false]);
    expect(() => verdict(closed, ' B. Berlin')).toThrow('eval.option-scores-missing');
  });
});

describe('data', () => {
  it('lm-eval #4145: an item is never its own shot, by content', () => {
    const { items } = recogniseFile('train', [gsm('How  many?', '1'), gsm('Other?', '2')]);
    const [test] = recogniseFile('test', [gsm('how many', '1')]).items;
    expect(pickFewShot(items, 2, 1, [test!]).map((shot) => shot.question)).toEqual(['Other?']);
    expect(renderPrompt(test!, 'few-shot', items)).not.toContain('How  many?');
  });

  it('lm-eval #1906, PR #4166: another seed gives other shots, the same seed the same', () => {
    const { items } = recogniseFile(
      'train',
      Array.from({ length: 50 }, (_, i) => gsm(`q${i}`, `${i}`)),
    );
    expect(pickFewShot(items, 3, 1)).toEqual(pickFewShot(items, 3, 1));
    expect(pickFewShot(items, 3, 1)).not.toEqual(pickFewShot(items, 3, 2));
    expect(withControlAnswers(items, 'wrong', 1)).not.toEqual(withControlAnswers(items, 'wrong', 2));
  });

  it('lm-eval #811: a label outside the choices is listed', () => {
    const rows = [0, 2].map((answer) => ({ question: 'q', choices: ['a', 'b'], answer }));
    const { items, rejected } = recogniseFile('f', rows);
    expect([items.length, rejected[0]!.code]).toEqual([1, 'import.gold-outside-options']);
  });

  it('lm-eval #726: the gold counts although the aliases lack it', () => {
    const [item] = recogniseFile('f', [
      { question: 'q', answer: { value: 'Paris', aliases: ['Lutetia'] } },
    ]).items;
    expect(verdict(item!, 'Paris').knowledge).toBe(true);
  });
});

describe('extraction', () => {
  it('inspect #5145: wrappers around the letter', () => {
    expect(harnessMatch(closed, 'ANSWER: $B$').letter?.match).toBe(true);
    expect(harnessMatch(closed, 'ANSWER: **B**').letter?.match).toBe(true);
  });

  it('inspect #2216: "None of the above" is no letter', () => {
    expect(harnessMatch({ ...closed, goldIndex: 0 }, 'None of the above').letter?.match).toBe(false);
  });

  it('inspect #721, PR #3910: the last marked answer wins when it is a revision', () => {
    const output = 'ANSWER: 17\nWait, I forgot one of the eggs.\nANSWER: 18';
    expect(verdict(open('18'), output).knowledge).toBe(true);
    expect(verdict(open('17'), output).knowledge).toBe(false);
    // Nothing between them revises the first: two guesses, of which the first beats the last in no way of scoring.
    const guesses = 'ANSWER: 17\nANSWER: 18';
    expect(verdict(open('18'), guesses)).toMatchObject({ knowledge: false });
    expect(verdict(open('18'), guesses).reasons).toContain('judge.several-guesses');
    expect(verdict(open('17'), guesses).knowledge).toBe(false);
    expect(harnessMatch(open('18'), guesses).flexible).toEqual({ answer: '18', match: true });
    expect(harnessMatch(open('17'), guesses).flexible.match).toBe(false);
  });

  it('lm-eval PR #621: "not Mark Twain" is not Mark Twain', () => {
    expect(verdict(open('Mark Twain'), 'not Mark Twain').knowledge).toBe(false);
  });
});

describe('judge replies', () => {
  it.each([
    ['inspect #4026: what cannot be parsed is unscored', 'I am not sure.', null],
    ['inspect #4283: a word that ends in the key is not the key', 'OVERDICT: YES', null],
    ['inspect #4283: zero-width characters', '\u200BVERDICT: NO', false],
    ['inspect #4283: lower case', 'verdict: no', false],
    ['inspect #4872: the whole word counts', 'VERDICT: YESNO', null],
    ['SimpleQA’s parser: CORRECT inside INCORRECT', 'VERDICT: INCORRECT', null],
  ])('%s', (_, reply, expected) => {
    expect(parseReply(reply)).toBe(expected);
  });
});
