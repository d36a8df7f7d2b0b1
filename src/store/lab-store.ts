/**
 * The one store of the page. State only; what happens to it lives in the `*-actions.ts` beside it, and the pure rules
 * in the modules they call.
 */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { DataConfig } from '../lab/types.ts';
import type { ErrorData } from '../lib/errors.ts';
import type { Capability, ModelVariants } from '../worker/protocol.ts';
import type { Drafts } from './drafts.ts';
import { loadPreferences, type Preferences } from './preferences.ts';
import { idleRun, type RunState } from './run-state.ts';
import { type AwaitedData, DEFAULT_SETUP, type Setup } from './setup.ts';
import { memoizeLast, type RunView, toView, type Viewed } from './view.ts';

export interface LabState {
  readonly preferences: Preferences;
  readonly setup: Setup;
  /** Invalid text of the settings; no run starts with it. */
  readonly drafts: Drafts;
  /** What a result was made with and has to be given before it can be run again. */
  readonly awaited: AwaitedData | null;
  readonly run: RunState;
  readonly viewed: Viewed;
  /** null until the browser was asked. */
  readonly capability: Capability | null;
  /** A failure outside a run (a dropped file, a link); what was on the page stays. */
  readonly notice: ErrorData | null;
  /** ONNX files of the chosen hub or local model; null for embedded ones. */
  readonly variants: ModelVariants | null;
  /** A hub model is asked for and not looked up yet. */
  readonly hubPending: boolean;
  /** Item ids that go into links and files. */
  readonly sharedExamples: readonly string[];
  /** Benchmark files waiting in the preview dialog. */
  readonly importing: readonly File[] | null;
  /** How the files of a result that is to be repeated were read; the dialog starts from it. */
  readonly wantedData: DataConfig | null;
}

export const labStore = createStore<LabState>(() => ({
  preferences: loadPreferences(),
  setup: DEFAULT_SETUP,
  drafts: {},
  awaited: null,
  run: idleRun,
  viewed: { origin: 'empty' },
  capability: null,
  notice: null,
  variants: null,
  hubPending: false,
  sharedExamples: [],
  importing: null,
  wantedData: null,
}));

export function useLab<T>(selector: (state: LabState) => T): T {
  return useStore(labStore, selector);
}

const viewOf = memoizeLast(toView);

export function selectView(state: LabState): RunView | null {
  return viewOf(state.viewed, state.run);
}
