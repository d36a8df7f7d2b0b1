/** Which kernels this browser computes with: pinned by name, or the fastest by measurement. */

import { toErrorData } from '../lib/errors.ts';
import { labClient } from './lab-client.ts';
import { labStore } from './lab-store.ts';
import { savePreferences } from './preferences.ts';
import { setNotice } from './setup-actions.ts';

async function tellWorker(again: boolean): Promise<readonly string[]> {
  try {
    const pinned = labStore.getState().preferences.kernels ?? null;
    return (await (await labClient()).kernels({ pinned, again })).names;
  } catch (thrown) {
    setNotice(toErrorData(thrown));
    return [];
  }
}

/** Names that can be pinned; empty where the worker does not answer. */
export function kernelNames(): Promise<readonly string[]> {
  return tellWorker(false);
}

/** For models loaded from now on; null = the fastest. */
export async function pinKernels(name: string | null): Promise<void> {
  const { kernels: _, ...rest } = labStore.getState().preferences;
  const preferences = name === null ? rest : { ...rest, kernels: name };
  savePreferences(preferences);
  labStore.setState({ preferences });
  await tellWorker(false);
}

/** Forgets what was measured: the next model is measured anew. */
export async function measureKernelsAgain(): Promise<void> {
  await tellWorker(true);
}
