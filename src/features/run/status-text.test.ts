import { describe, expect, it } from 'vitest';
import { en } from '../../i18n/en.ts';
import { createTranslator } from '../../i18n/translate.ts';
import type { RunConfig } from '../../lab/types.ts';
import type { DownloadSummary } from '../../store/download.ts';
import { type PhaseState, type RunState, startedRun } from '../../store/run-state.ts';
import { progressOf, statusText } from './status-text.ts';

const i18n = createTranslator('en', en);
const config = { tuning: { steps: 80 } } as RunConfig;
const running = (phase: PhaseState, patch: Partial<RunState> = {}): RunState => ({
  ...startedRun(config),
  status: 'running',
  phase,
  ...patch,
});
const phase = (patch: Partial<PhaseState>): PhaseState => ({
  phase: 'tuning',
  step: 12,
  done: 12,
  total: 80,
  secondsLeft: 40,
  ...patch,
});
const line = (run: RunState, download: DownloadSummary | null = null) => {
  const { headline, details } = statusText(run, download, i18n);
  return [headline, ...details].join(' | ').replaceAll('\u00a0', ' ');
};
const download: DownloadSummary = {
  loaded: 900_000,
  total: 1_800_000,
  bytesPerSecond: 300_000,
  secondsLeft: 3,
  fileIndex: 2,
  fileCount: 3,
  fromCache: false,
};

describe('status line', () => {
  it('names phase, step and time left while tuning', () => {
    expect(line(running(phase({})))).toBe('Tuning the soft prompt | step 12 of 80 | about 40 s left');
  });

  it('counts items while evaluating', () => {
    expect(
      line(running(phase({ phase: 'zero-shot', step: 0, done: 20, total: 60, secondsLeft: null }))),
    ).toBe('Zero-shot evaluation | 20 of 60');
  });

  it('names file, bytes, speed and time left while loading', () => {
    const run = running(phase({ phase: 'loading', total: 1, done: 0 }));
    expect(line(run, download)).toBe(
      'Loading the model | file 2 of 3 · 900 kB of 1.8 MB | 300 kB/s | about 3.0 s left',
    );
    expect(progressOf(run, download)).toBe(0.5);
  });

  it('keeps the place while something is asked for or rests', () => {
    expect(line(running(phase({}), { status: 'paused' }))).toBe('Paused | step 12 of 80 | about 40 s left');
  });

  it('shows progress only while a run is on', () => {
    expect(progressOf(running(phase({})), null)).toBeCloseTo(0.15);
    expect(progressOf(running(phase({}), { status: 'done' }), null)).toBeNull();
  });
});
