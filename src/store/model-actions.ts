/** Models that are not embedded: which ONNX files they offer, and taking one of them. */

import { LabError } from '../lib/errors.ts';
import type { ModelSource, ModelVariants } from '../worker/protocol.ts';
import { labClient } from './lab-client.ts';
import { labStore } from './lab-store.ts';
import { chooseModel } from './setup-actions.ts';

type LocalFiles = Extract<ModelSource, { kind: 'local' }>['files'];

/** Asks the worker for the model's ONNX files and takes the preselected one; the list stays for choosing. */
async function takeSource(source: ModelSource): Promise<ModelVariants> {
  const variants = await (await labClient()).listVariants(source);
  if (variants.variants.length === 0) throw new LabError('page.no-onnx', { name: source.id });
  chooseModel(source, variants.preselected);
  labStore.setState({ variants, notice: null });
  return variants;
}

export function takeFolder(id: string, files: LocalFiles): Promise<ModelVariants> {
  return takeSource({ kind: 'local', id, files });
}

export function takeHubModel(id: string): Promise<ModelVariants> {
  return takeSource({ kind: 'hub', id, revision: 'main' });
}
