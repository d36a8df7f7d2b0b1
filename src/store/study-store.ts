/** State of the study section: set-up, the study that is on, and what is shown. Actions are in study-actions.ts. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { StudyResult } from '../lab/study/types.ts';
import type { ErrorData } from '../lib/errors.ts';
import type { ModelSource } from '../worker/protocol.ts';
import type { Drafts } from './drafts.ts';
import type { UnfinishedStudy } from './study-folders.ts';
import { idleSession, type StudySession } from './study-session.ts';
import {
  DEFAULT_STUDY_SETTINGS,
  embeddedStudyModels,
  type StudySettings,
  type StudySetupModel,
} from './study-setup.ts';

export type StudyViewed =
  | { readonly origin: 'empty' }
  | { readonly origin: 'recorded'; readonly result: StudyResult; readonly command: string }
  | { readonly origin: 'live' }
  | { readonly origin: 'shared'; readonly result: StudyResult }
  | { readonly origin: 'file' | 'kept'; readonly result: StudyResult; readonly name: string };

export interface StudyState {
  readonly models: readonly StudySetupModel[];
  readonly settings: StudySettings;
  /** Invalid text of the settings; no study starts with it. */
  readonly drafts: Drafts;
  readonly session: StudySession;
  readonly viewed: StudyViewed;
  /** Numbers of a link that is being run again, to be shown beside the own ones. */
  readonly linked: StudyResult | null;
  /** Local folders given in this visit, so that a study can go on with them. */
  readonly folders: readonly ModelSource[];
  /** Studies of this browser that have not come to their end. */
  readonly unfinished: readonly UnfinishedStudy[];
  readonly notice: ErrorData | null;
}

export const studyStore = createStore<StudyState>(() => ({
  models: embeddedStudyModels(),
  settings: DEFAULT_STUDY_SETTINGS,
  drafts: {},
  session: idleSession,
  viewed: { origin: 'empty' },
  linked: null,
  folders: [],
  unfinished: [],
  notice: null,
}));

export function useStudy<T>(selector: (state: StudyState) => T): T {
  return useStore(studyStore, selector);
}

/** The result on screen; null while there is none. */
export function selectStudyResult({ viewed, session }: StudyState): StudyResult | null {
  if (viewed.origin === 'empty') return null;
  return viewed.origin === 'live' ? session.result : viewed.result;
}
