/** Where the bench's model lies. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT, SetupError } from '../scripts/setup.mjs';

export interface BenchFolder {
  readonly folder: string;
  /** The .onnx file in it. */
  readonly path: string;
  /** Static graph of the same model for peers; undefined for other models. */
  readonly staticModel: string | undefined;
}

const NO_MODEL =
  'The bench needs its model in ../shared/bench/llama6, beside the repository, or a folder named by --model; neither is there.';

/** Throws SetupError where there is no model. */
export function findModel(named: string | undefined, shared = resolve(ROOT, '../shared/bench')): BenchFolder {
  const folder = named ?? join(shared, 'llama6');
  const path = ['model.onnx', 'onnx/model.onnx'].find((candidate) => existsSync(join(folder, candidate)));
  if (path === undefined) {
    throw new SetupError(
      named === undefined ? NO_MODEL : `There is no model.onnx or onnx/model.onnx in ${named}.`,
    );
  }
  const file = join(shared, 'llama6_static_8x64.onnx');
  return { folder, path, staticModel: named === undefined && existsSync(file) ? file : undefined };
}
