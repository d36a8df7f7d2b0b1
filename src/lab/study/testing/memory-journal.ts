/** A study's journal in memory: what the browser's database does, without a browser. Copies like structured clone. */

import type { KeptPart, KeptTuning } from '../../journal.ts';
import type { RunResult } from '../../types.ts';
import type { StudyJournal } from '../journal.ts';
import type { ModelState, StudyResult } from '../types.ts';

export interface MemoryStudy {
  readonly states: ModelState[];
  readonly parts: Map<string, KeptPart[]>;
  readonly tuning: Map<string, KeptTuning>;
  readonly results: Map<string, RunResult>;
  result?: StudyResult;
}

export const emptyStudy = (): MemoryStudy => ({
  states: [],
  parts: new Map(),
  tuning: new Map(),
  results: new Map(),
});

/** `onKeep` is called before each write and may throw, as a database that is full does. */
export function memoryJournal(
  kept: MemoryStudy,
  onKeep: (what: string) => void = () => undefined,
): StudyJournal {
  const copy = <T>(value: T): T => structuredClone(value);
  return {
    startedAt: '2026-01-01T00:00:00.000Z',
    states: copy(kept.states),
    openRun: async (model, seed) => {
      const key = (side: string, step: number) => [model, seed, side, step].join();
      const tuned = (placebo = '') => [model, seed, placebo].join();
      return {
        begin: async () => onKeep(`begin ${model}`),
        parts: (side, step) => copy(kept.parts.get(key(side, step)) ?? []),
        keepPart: async (side, step, _index, part) => {
          onKeep(`part ${side}`);
          const parts = kept.parts.get(key(side, step)) ?? [];
          kept.parts.set(key(side, step), [...parts, copy(part)]);
        },
        tuning: (placebo) => copy(kept.tuning.get(tuned(placebo))),
        keepTuning: async (tuning, placebo) => {
          onKeep('tuning');
          kept.tuning.set(tuned(placebo), copy(tuning));
        },
      };
    },
    result: async (model, seed) => copy(kept.results.get([model, seed].join())),
    keepResult: async (model, seed, result) => {
      onKeep('result');
      kept.results.set([model, seed].join(), copy(result));
    },
    verdicts: async (model, seed, side, step) =>
      (kept.parts.get([model, seed, side, step].join()) ?? []).flatMap(({ verdicts }) => copy(verdicts)),
    keepState: async (model, state) => {
      onKeep(`state ${state.status}`);
      kept.states[model] = copy(state);
    },
    forget: async (model) => {
      for (const map of [kept.parts, kept.tuning, kept.results]) {
        for (const key of map.keys()) if (key.startsWith(`${model},`)) map.delete(key);
      }
    },
    keepStudyResult: async (result) => {
      onKeep('study');
      kept.result = copy(result);
    },
  };
}
