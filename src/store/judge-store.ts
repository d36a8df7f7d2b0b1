/** State of the second opinion on the result that is on screen. Actions are in judge-actions.ts and label-actions.ts. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Condition } from '../eval/types.ts';
import type { JudgeProgress, JudgeUsage, KeptJudging, LabelSheet } from '../lab/judge/types.ts';
import type { ErrorData } from '../lib/errors.ts';
import { type JudgeSettings, loadJudgeSettings } from './judge-settings.ts';

export interface JudgeState {
  readonly settings: JudgeSettings;
  /** The run that the rest belongs to; null before the first. */
  readonly run: string | null;
  /** The last pass over that run; null where there was none. */
  readonly judging: KeptJudging | null;
  /** The pass that is on, whichever run it belongs to. */
  readonly pass: {
    readonly run: string;
    readonly progress: JudgeProgress | null;
    readonly cancelling: boolean;
  } | null;
  readonly error: ErrorData | null;
  /** How the last pass ended, where it was made in this visit. */
  readonly ended: {
    readonly seconds: number;
    readonly usage: JudgeUsage;
    readonly cancelled: boolean;
    /** Questions of the pass, and those that got no reply. */
    readonly count: number;
    readonly failed: number;
    /** Replies, kept ones included, that the token budget cut. */
    readonly cut: number;
    /** What ended the pass before its time; stays when its notice is dismissed. */
    readonly error: ErrorData | null;
    /** The first refusal of a single question. */
    readonly refusal: ErrorData | null;
  } | null;
  /** Models that a server offers, as it said last; null before it was asked. */
  readonly models: { readonly address: string; readonly names: readonly string[] } | null;
  /** Whether it is being asked. */
  readonly listing: boolean;
  /** Replies kept in this browser; null until counted. */
  readonly replies: number | null;
  readonly labels: Readonly<Partial<Record<Condition, LabelSheet>>>;
}

export const judgeStore = createStore<JudgeState>(() => ({
  settings: loadJudgeSettings(),
  run: null,
  judging: null,
  pass: null,
  error: null,
  ended: null,
  models: null,
  listing: false,
  replies: null,
  labels: {},
}));

export function useJudge<T>(selector: (state: JudgeState) => T): T {
  return useStore(judgeStore, selector);
}
