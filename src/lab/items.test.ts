/** A run's items under its configuration: their form, their few-shot pairs, and where their generations end. */

import { beforeAll, describe, expect, it } from 'vitest';
import { recogniseFile } from '../eval/index.ts';
import type { Benchmark, Item } from '../eval/types.ts';
import { openTokenizer } from '../hub/open-model.ts';
import { createSite } from '../hub/site.ts';
import { assertStops, preparedItems, shotPicker, stopChoice } from './items.ts';
import { createPreviewer } from './preview.ts';
import { embeddedSource, microBenchmark, runConfig } from './testing/node-run.ts';
import type { LabTokenizer } from './tokenizer.ts';

let tokenizer: LabTokenizer;
beforeAll(async () => {
  tokenizer = await openTokenizer(embeddedSource('micro/m1-base'), { site: createSite('http://localhost/') });
});

const gsm = (question: string, answer: string): Item => recogniseFile('f', [{ question, answer }]).items[0]!;
const benchmarkOf = (train: readonly Item[], test: readonly Item[]): Benchmark => ({
  ...microBenchmark('open'),
  train,
  test,
});
const letters = { prompt: { statesFormat: true, form: { kind: 'letter' as const } } };

describe('preparedItems', () => {
  it('lists the embedded options behind letters where letters are asked for', () => {
    const { test } = microBenchmark('closed');
    const [item] = preparedItems(test, runConfig(letters));
    expect(item!.options).toEqual(['A', 'B', 'C', 'D']);
    expect(item!.prompt).toContain(`A. ${test[0]!.optionTexts![0]}\nB. `);
    expect(item!.answer).toBe('ABCD'[test[0]!.goldIndex!]);
    const preview = createPreviewer(microBenchmark('closed'), runConfig(letters), tokenizer)('few-shot', 0);
    expect(preview.required).toMatch(/^[A-D]$/);
    expect(preview.text.match(/\nAnswer: [A-D]\n\n/g)).toHaveLength(3);
    expect(preview.stopRule).toBe('newline');
  });
});

describe('shotPicker', () => {
  const train = ['one', 'two'].map((question) => gsm(question, `#### ${question.length}`));
  const test = [gsm('three', '#### 5'), gsm('one', '#### 3')];

  it.each([false, true])(
    'refuses fewer pairs than asked for, and says how many there are (per item: %s)',
    (fewShotPerItem) => {
      const config = runConfig({ task: 'open', fewShotCount: 2, fewShotPerItem });
      const have = fewShotPerItem ? 2 : 1;
      const pick = (fewShotCount: number) =>
        shotPicker(benchmarkOf(train, test), test, { ...config, fewShotCount })(test[0]!);
      expect(pick(have)).toHaveLength(have);
      expect(() => pick(have + 1)).toThrowError(
        expect.objectContaining({ code: 'lab.too-few-shots', params: { asked: have + 1, have } }),
      );
    },
  );

  it('leaves conditions without pairs alone', () => {
    const config = runConfig({ task: 'open', fewShotCount: 3 });
    const preview = createPreviewer(benchmarkOf(train, test), config, tokenizer);
    expect(preview('zero-shot', 0).itemId).toBe(test[0]!.id);
    expect(() => preview('few-shot', 0)).toThrow('lab.too-few-shots');
  });
});

describe('stopChoice', () => {
  const plain = gsm('How many?', '#### 7');
  const worked = gsm('And now?', 'Nine, twice.\n#### 18');

  it('is made by train and test golds alike', () => {
    const config = runConfig({ task: 'open' });
    expect(stopChoice(benchmarkOf([plain], [plain]), config).rule).toBe('text-line');
    expect(stopChoice(benchmarkOf([worked], [plain]), config).rule).toBe('marked-line');
    expect(stopChoice(benchmarkOf([plain], [worked]), config).rule).toBe('marked-line');
  });

  it('follows the form that the run asks for, and shows in the preview', () => {
    const form = { kind: 'phrase' as const, maxWords: 3 };
    const config = runConfig({ task: 'open', fewShotCount: 1, prompt: { statesFormat: true, form } });
    const preview = (train: Item) =>
      createPreviewer(benchmarkOf([train], [plain]), config, tokenizer)('zero-shot', 0);
    expect(preview(plain)).toMatchObject({ stopRule: 'text-line', stopWidened: false, conflicts: 0 });
    expect(preview(worked)).toMatchObject({ stopRule: 'blank-line', stopWidened: true, conflicts: 0 });
    const cut = { ...plain, accepted: ['Question: seven?'] };
    expect(preview(cut)).toMatchObject({ stopRule: 'new-question', conflicts: 1 });
    expect(() => assertStops(stopChoice(benchmarkOf([cut], [plain]), config))).toThrowError(
      expect.objectContaining({ code: 'lab.stop-in-answer', params: { item: cut.id, count: 1 } }),
    );
  });
});
