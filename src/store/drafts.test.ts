import { afterEach, describe, expect, it } from 'vitest';
import type { RunResult } from '../lab/types.ts';
import { draftFields, withDraft, withoutDrafts } from './drafts.ts';
import { labStore } from './lab-store.ts';
import { DEFAULT_SETUP, type FileBenchmark, isRunnable, toRunConfig } from './setup.ts';
import {
  changeSettings,
  chooseBenchmark,
  dismissAwaited,
  keepDraft,
  resetSettings,
} from './setup-actions.ts';
import { fillSetupFrom } from './view-actions.ts';

const initial = labStore.getState();
afterEach(() => labStore.setState(initial, true));
const fields = () => draftFields(labStore.getState().drafts);

describe('drafts', () => {
  it('come, change and go by field', () => {
    const one = withDraft({}, 'settings.items', '-3');
    expect(withDraft(one, 'settings.items', '-3')).toBe(one);
    expect(withDraft(one, 'settings.items', null)).toEqual({});
    const two = withDraft(one, 'prompts.form-words', 'x');
    expect(withoutDrafts(two, 'prompts.')).toEqual(one);
    expect(withoutDrafts(one, 'prompts.')).toBe(one);
  });

  it('hold a run back until they are corrected or the settings reset', () => {
    keepDraft('settings.items', '-3');
    expect(isRunnable(labStore.getState())).toBe(false);
    keepDraft('settings.items', null);
    expect(isRunnable(labStore.getState())).toBe(true);
    keepDraft('settings.steps', '');
    resetSettings();
    expect(isRunnable(labStore.getState())).toBe(true);
  });

  it('go with the fields of prompts that are no longer asked for', () => {
    changeSettings({ prompt: { statesFormat: true, form: { kind: 'phrase', maxWords: 3 } } });
    keepDraft('prompts.template', 'no question');
    keepDraft('prompts.form-words', '0');
    changeSettings({ prompt: { statesFormat: false, form: { kind: 'phrase', maxWords: 3 } } });
    expect(fields()).toEqual(['prompts.template', 'prompts.form-words']);
    changeSettings({ prompt: { statesFormat: false } });
    expect(fields()).toEqual(['prompts.template']);
    changeSettings({ prompt: undefined });
    expect(fields()).toEqual([]);
  });
});

describe('files a result is to be run again with', () => {
  const file = (train: string) =>
    ({
      kind: 'file',
      benchmark: { name: 'mine', task: 'closed', hashes: { train, test: 'b' }, data: {} },
    }) as {
      kind: 'file';
      benchmark: FileBenchmark;
    };
  const wait = () =>
    labStore.setState({ awaited: { kind: 'file', name: 'mine', hashes: { train: 'a', test: 'b' } } });

  it('are known by their hashes, not by their names', () => {
    wait();
    chooseBenchmark(file('other'));
    expect(isRunnable(labStore.getState())).toBe(false);
    chooseBenchmark(file('a'));
    expect(isRunnable(labStore.getState())).toBe(true);
  });

  it('are waited for when the run is to be repeated', () => {
    const again = (train: string) =>
      fillSetupFrom({
        config: toRunConfig({ ...DEFAULT_SETUP, benchmark: file(train) }),
        hashes: { model: [], train, test: 'b' },
      } as unknown as RunResult);
    const { drafts } = labStore.getState();
    keepDraft('settings.items', '-3');
    labStore.setState({ notice: null });
    // The same name with other bytes is another benchmark.
    chooseBenchmark(file('other'));
    again('a');
    expect(labStore.getState()).toMatchObject({
      drafts,
      notice: null,
      awaited: { kind: 'file', name: 'mine', hashes: { train: 'a', test: 'b' } },
    });
    expect(isRunnable(labStore.getState())).toBe(false);
    chooseBenchmark(file('a'));
    again('a');
    expect(labStore.getState().awaited).toBe(null);
  });

  it('need not be given where another benchmark is chosen', () => {
    wait();
    chooseBenchmark({ kind: 'embedded', task: 'open' });
    expect(isRunnable(labStore.getState())).toBe(true);
    wait();
    dismissAwaited();
    expect(isRunnable(labStore.getState())).toBe(true);
  });
});
