/** Which part of the lab is on screen: a single run, a study, or the history. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export type Section = 'run' | 'study' | 'history';

export const sectionStore = createStore<{ readonly section: Section }>(() => ({ section: 'run' }));

export function useSection(): Section {
  return useStore(sectionStore, (state) => state.section);
}

export function showSection(section: Section): void {
  sectionStore.setState({ section });
}
