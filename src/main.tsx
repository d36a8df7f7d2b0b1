/** Mounts the page and starts what it shows first: a link's result, else the recorded run. */

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { watchLinks } from './app/links.ts';
import { firstTranslator } from './i18n/react.tsx';
import { labStore } from './store/lab-store.ts';
import { showRecorded } from './store/view-actions.ts';
import './ui/theme/tokens.css';
import './ui/theme/base.css';
import './ui/controls/controls.css';

async function mount(): Promise<void> {
  const translator = await firstTranslator(labStore.getState().preferences.locale);
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App translator={translator} />
    </StrictMode>,
  );
}

void mount();
void watchLinks();
void showRecorded();
// Entry points for the headless lab and the end-to-end tests; no part of the first paint.
void import('./worker/automation.ts').then(({ installAutomation }) => installAutomation());
