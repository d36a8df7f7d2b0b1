import { describe, expect, it } from 'vitest';
import { microBenchmark } from '../lab/testing/node-run.ts';
import { toKeptSource, toSource } from './kept-source.ts';
import {
  DEFAULT_STUDY_SETTINGS,
  DEFAULT_STUDY_SETUP,
  embeddedStudyModels,
  parseSeeds,
  toStudyConfig,
  withModels,
  withStudySettings,
} from './study-setup.ts';

describe('setting up a study', () => {
  it('starts with the ten embedded models in five pairs, chat templates for the post-trained', () => {
    const { models, conditions, seeds } = toStudyConfig(DEFAULT_STUDY_SETUP, microBenchmark('closed'));
    expect(models).toHaveLength(10);
    expect(models.filter(({ role }) => role === 'base').map(({ family }) => family)).toEqual([
      'm1',
      'm2',
      'm3',
      'm4',
      'm5',
    ]);
    expect(models.every(({ role, useChatTemplate }) => useChatTemplate === (role === 'post-trained'))).toBe(
      true,
    );
    expect(models.some((model) => 'source' in model)).toBe(false);
    expect([conditions.length, seeds]).toEqual([3, [0]]);
  });

  it('pairs a model that is added with one that stood alone, and keeps corrected roles', () => {
    const hub = (id: string) => ({ source: { kind: 'hub', id, revision: 'main' } as const, file: 'm.onnx' });
    const alone = withModels([], [hub('a/x-1b')]).map((model) => ({
      ...model,
      role: 'post-trained' as const,
    }));
    expect(alone[0]!.family).toBe('');
    const both = withModels(alone, [hub('a/x-1b-Instruct')]);
    expect(both.map(({ role, family }) => `${family} ${role}`)).toEqual([
      'x-1b post-trained',
      'x-1b post-trained',
    ]);
    expect(withModels(both, [hub('a/x-1b')])).toHaveLength(2);
  });

  it('keeps the last step among the evaluated ones', () => {
    const shorter = withStudySettings(DEFAULT_STUDY_SETTINGS, {
      tuning: { ...DEFAULT_STUDY_SETTINGS.tuning, steps: 20 },
    });
    expect(shorter.evalSteps).toEqual([20]);
    const curve = withStudySettings(shorter, { evalSteps: [0, 10, 99] });
    expect(curve.evalSteps).toEqual([0, 10, 20]);
    expect(withStudySettings(curve, { tuning: { ...curve.tuning, steps: 5 } }).evalSteps).toEqual([0, 5]);
  });

  it('keeps sources without files, and finds a folder again that this visit was given', () => {
    const folder = { kind: 'local', id: 'mine', files: [{ path: 'm.onnx', blob: new Blob(['x']) }] } as const;
    const kept = toKeptSource(folder);
    expect(kept).toEqual({ kind: 'local', id: 'mine' });
    expect(toSource(kept, [folder])).toBe(folder);
    expect(toSource(kept, [])).toEqual({ kind: 'local', id: 'mine', files: [] });
    const { source } = embeddedStudyModels()[0]!;
    expect(toSource(toKeptSource(source), [])).toEqual(source);
  });

  it.each([
    ['0, 1 2', [0, 1, 2]],
    ['-3', [-3]],
    ['', null],
    ['1, 1', null],
    ['1.5', null],
    ['a', null],
  ])('reads seeds from %j', (text, seeds) => {
    expect(parseSeeds(text)).toEqual(seeds);
  });
});
