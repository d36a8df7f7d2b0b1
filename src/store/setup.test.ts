import { describe, expect, it } from 'vitest';
import { NEW_FORMS } from './forms.ts';
import {
  DEFAULT_SETTINGS,
  DEFAULT_SETUP,
  defaultSettings,
  type FileBenchmark,
  fitEvalSteps,
  isDefaultSettings,
  isRunnable,
  parseStepList,
  settingsOf,
  suggestsChatTemplate,
  toRunConfig,
  withSettings,
} from './setup.ts';

describe('evaluation steps', () => {
  it.each([
    ['0, 2, 5', 80, [0, 2, 5]],
    ['5 2;2\n80', 80, [2, 5, 80]],
    ['', 80, null],
    ['1, 81', 80, null],
    ['-1', 80, null],
    ['1.5', 80, null],
    ['two', 80, null],
  ])('reads %j within %i', (text, steps, expected) => {
    expect(parseStepList(text, steps)).toEqual(expected);
  });

  it('keeps those that fit and always the last', () => {
    expect(fitEvalSteps([0, 2, 40, 80], 40)).toEqual([0, 2, 40]);
    expect(fitEvalSteps([0, 2, 40], 50)).toEqual([0, 2, 40, 50]);
  });

  it('follow the number of tuning steps', () => {
    const tuning = { ...DEFAULT_SETTINGS.tuning, steps: 10 };
    expect(withSettings(DEFAULT_SETTINGS, { tuning }).evalSteps).toEqual([0, 2, 5, 10]);
    expect(withSettings(DEFAULT_SETTINGS, { seed: 2 }).evalSteps).toBe(DEFAULT_SETTINGS.evalSteps);
  });
});

describe('chat template', () => {
  it.each([
    ['micro/m1-chat', true],
    ['micro/m1-base', false],
    ['onnx-community/Qwen3-0.6B-Instruct-ONNX', true],
    ['google/gemma-3-270m-it', true],
    ['HuggingFaceTB/SmolLM2-135M', false],
    ['org/bitnet', false],
  ])('%s: %s', (id, expected) => {
    expect(suggestsChatTemplate(id)).toBe(expected);
  });
});

describe('set-up', () => {
  const benchmark: FileBenchmark = {
    held: 'benchmark-1',
    name: 'mine',
    task: 'open',
    train: 3,
    test: 1,
    split: { kind: 'seeded', seed: 0, testShare: 0.25 },
    rejected: 0,
    hashes: { train: '', test: '' },
    files: [],
    data: { mapping: { question: 'ask', answer: 'reply' }, split: { seed: 0, testShare: 0.25 } },
    options: { seed: 0, testShare: 0.25 },
  };

  it('becomes a configuration and comes back from it', () => {
    const config = toRunConfig({ ...DEFAULT_SETUP, benchmark: { kind: 'file', benchmark } });
    expect(config).toMatchObject({ modelId: 'micro/m1-base', benchmarkName: 'mine', task: 'open', seed: 0 });
    expect(config.data).toEqual(benchmark.data);
    expect(toRunConfig(DEFAULT_SETUP)).not.toHaveProperty('data');
    expect(settingsOf(config)).toEqual(DEFAULT_SETTINGS);
  });

  it('asks for a form only of the tasks that have it', () => {
    const configOf = (task: 'closed' | 'open', kind: keyof typeof NEW_FORMS) => {
      const prompt = { statesFormat: false, form: NEW_FORMS[kind] };
      return toRunConfig({
        ...DEFAULT_SETUP,
        benchmark: { kind: 'embedded', task },
        settings: { ...DEFAULT_SETUP.settings, prompt },
      });
    };
    expect(configOf('closed', 'letter').prompt).toEqual({ statesFormat: false, form: { kind: 'letter' } });
    expect(configOf('open', 'letter').prompt).toEqual({ statesFormat: false, form: { kind: 'letter' } });
    expect(configOf('open', 'boxed').prompt?.form).toEqual({ kind: 'boxed' });
    expect(configOf('closed', 'boxed').prompt).toEqual({ statesFormat: false });
  });

  it('knows its defaults for base and post-trained models', () => {
    expect(isDefaultSettings(DEFAULT_SETTINGS, 'micro/m1-base')).toBe(true);
    expect(isDefaultSettings(DEFAULT_SETTINGS, 'micro/m1-chat')).toBe(false);
    expect(isDefaultSettings(defaultSettings('micro/m1-chat'), 'micro/m1-chat')).toBe(true);
  });

  it('does not run without a condition or with a hub model that was not found yet', () => {
    const none = { ...DEFAULT_SETUP, settings: { ...DEFAULT_SETTINGS, conditions: [] } };
    const ready = { setup: DEFAULT_SETUP, hubPending: false, drafts: {}, awaited: null };
    expect(isRunnable(ready)).toBe(true);
    expect(isRunnable({ ...ready, hubPending: true })).toBe(false);
    expect(isRunnable({ ...ready, setup: none })).toBe(false);
    expect(isRunnable({ ...ready, drafts: { 'settings.items': '-3' } })).toBe(false);
    expect(isRunnable({ ...ready, awaited: { kind: 'folder', name: 'mine' } })).toBe(false);
  });
});
