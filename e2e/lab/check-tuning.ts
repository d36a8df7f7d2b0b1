/** `check-tuning <golden.json> --model <dir|id>`: replays a golden tuning sequence in the page. */

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { GoldenTuning } from '../../src/lab/checks/check-tuning.ts';
import { openLab } from './browser.ts';
import { existingFile, filesOfFolder } from './files.ts';
import { type NamedModel, nameModel, toAutomation } from './model.ts';
import { UsageError } from './usage.ts';

/**
 * The file whose weights the sequence was recorded with: the golden file names its model with the precision, float32
 * where it names none. Undefined where the folder has no such file: then the page takes the best there is.
 */
function recordedFile(
  model: NamedModel,
  golden: GoldenTuning & { readonly model?: string },
): string | undefined {
  if (model.kind !== 'folder') return undefined;
  const half = /\b(fp16|float16)\b/i.test(golden.model ?? '');
  const path = half ? 'onnx/model_fp16.onnx' : 'onnx/model.onnx';
  return filesOfFolder(model.absolute).some((file) => file.path === path) ? path : undefined;
}

export async function checkTuning(args: readonly string[], folder: string): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { model: { type: 'string' }, file: { type: 'string' } },
  });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new UsageError('check-tuning wants one golden file.');
  if (values.model === undefined) throw new UsageError('check-tuning wants --model <dir|id>.');
  const golden = readGolden(existingFile(folder, path), path);
  const model = nameModel(values.model, folder);

  const lab = await openLab();
  try {
    const file = values.file ?? recordedFile(model, golden);
    const report = await lab.call('checkTuning', [
      toAutomation(model, lab),
      golden,
      ...(file === undefined ? [] : [file]),
    ]);
    process.stdout.write(
      `${model.id}${file === undefined ? '' : `, ${file}`}\n` +
        `${report.steps} steps, batch ${report.batchSize}, ${report.optimizer}, learning rate ${report.learningRate}\n` +
        `largest relative loss difference ${report.maxRelative.toExponential(2)} at step ${report.worstStep} ` +
        `(allowed ${report.tolerance})\n` +
        (report.finalRelative === null
          ? ''
          : `final soft prompt: largest difference ${report.finalRelative.toExponential(2)} of its largest entry\n`) +
        `${report.passed ? '1 passed, 0 failed' : '0 passed, 1 failed'}\n`,
    );
    return report.passed ? 0 : 1;
  } finally {
    await lab.close();
  }
}

function readGolden(absolute: string, path: string): GoldenTuning {
  let value: Partial<GoldenTuning> | null;
  try {
    value = JSON.parse(readFileSync(absolute, 'utf8'));
  } catch (error) {
    throw new UsageError(`${path} is no JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (!Array.isArray(value?.losses) || !Array.isArray(value.examples) || !value.soft_prompt_initial) {
    throw new UsageError(
      `${path} is no golden tuning sequence: it wants soft_prompt_initial, examples, losses.`,
    );
  }
  return value as GoldenTuning;
}
