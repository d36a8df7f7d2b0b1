/** What `--model` means: a folder of this machine, an embedded model, or one of the hub. */

import { existsSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { EMBEDDED_MODELS } from '../../src/store/embedded.ts';
import type { AutomationModel } from '../../src/worker/automation.ts';
import type { LabBrowser } from './browser.ts';
import { UsageError } from './usage.ts';

export type NamedModel =
  | { readonly kind: 'folder'; readonly absolute: string; readonly id: string }
  | { readonly kind: 'embedded'; readonly id: string }
  | { readonly kind: 'hub'; readonly id: string; readonly revision: string };

const HUB_ID = /^([\w.-]+\/[\w.-]+)(?:@([\w./-]+))?$/;

/** A folder that exists comes first, then the embedded ids, then the form of a hub id. Throws UsageError. */
export function nameModel(text: string, folder: string): NamedModel {
  const absolute = resolve(folder, text);
  if (existsSync(absolute)) {
    if (!statSync(absolute).isDirectory()) throw new UsageError(`${text} is no folder.`);
    return { kind: 'folder', absolute, id: basename(absolute) };
  }
  if (EMBEDDED_MODELS.some(({ id }) => id === text)) return { kind: 'embedded', id: text };
  const hub = HUB_ID.exec(text);
  if (!hub || text.startsWith('.')) {
    throw new UsageError(`"${text}" is neither a folder, nor an embedded model, nor an id of the hub.`);
  }
  return { kind: 'hub', id: hub[1]!, revision: hub[2] ?? 'main' };
}

/** The model as the page's automation takes it. */
export function toAutomation(model: NamedModel, lab: LabBrowser): AutomationModel {
  if (model.kind !== 'folder') return model;
  return { kind: 'folder', id: model.id, files: lab.serveFolder(model.absolute) };
}
