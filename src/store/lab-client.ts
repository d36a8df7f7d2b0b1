/** The page's one client of the worker, loaded when first needed; the worker starts with its first command. */

import type { LabClient } from '../worker/client-types.ts';
import { loadPreferences } from './preferences.ts';

let client: Promise<LabClient> | null = null;

export function labClient(): Promise<LabClient> {
  client ??= import('../worker/client.ts').then(({ createLabClient }) => {
    const { kernels } = loadPreferences();
    return createLabClient(kernels === undefined ? {} : { kernels });
  });
  return client;
}
