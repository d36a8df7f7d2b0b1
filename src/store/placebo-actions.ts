/** One click: the result's own run once more, with a placebo control beside it. */

import type { Placebo, RunResult } from '../lab/types.ts';
import { labStore } from './lab-store.ts';
import { startRun } from './run-actions.ts';
import { changeSettings } from './setup-actions.ts';
import { fillSetupFrom } from './view-actions.ts';

/** Where files have to be given again, the set-up is filled and says so; nothing starts. */
export async function runPlacebo(result: RunResult, control: Placebo): Promise<void> {
  fillSetupFrom(result);
  const known = result.config.controls ?? [];
  changeSettings({ controls: [...known.filter((other) => other !== control), control] });
  document.getElementById('setup')?.focus();
  if (labStore.getState().awaited === null) await startRun();
}
