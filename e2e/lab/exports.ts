/** A result's files for other tools, written into a folder. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunResult } from '../../src/lab/types.ts';
import { curvesFile, markdownFile, resultsFile } from '../../src/share/exports.ts';
import type { AutomationResult } from '../../src/worker/automation.ts';

/** Gives the paths of what it wrote: results.json, curves.csv, table.md, and a sample log a condition. */
export function writeExports(
  folder: string,
  result: RunResult,
  samples: AutomationResult['samples'],
): string[] {
  mkdirSync(folder, { recursive: true });
  const files: Record<string, string> = {
    'results.json': resultsFile(result),
    'curves.csv': curvesFile(result),
    'table.md': markdownFile(result, (key) => key),
  };
  for (const [condition, log] of Object.entries(samples)) files[`samples_${condition}.jsonl`] = log;
  return Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  });
}
