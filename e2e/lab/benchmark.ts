/** The benchmark files of a call: train and test by their paths, with the labels and prompts that stand beside them. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { groupDataFiles, labelsFor } from '../../src/lib/data-files.ts';
import type { AutomationFile } from '../../src/worker/automation.ts';
import type { LabBrowser } from './browser.ts';
import { existingFile } from './files.ts';
import { UsageError } from './usage.ts';

export interface BenchmarkFile {
  /** Absolute, as is that of the labels. */
  readonly path: string;
  readonly labels?: string;
  readonly prompts?: readonly string[];
  readonly role?: 'train' | 'test';
}

/**
 * The label file beside a data file (`train-labels.lst` beside `train.jsonl`), by the names in its folder; undefined where
 * there is none. Throws UsageError where several have such a name.
 */
export function labelsBeside(path: string): string | undefined {
  const [folder, name] = [dirname(path), basename(path)];
  if (labelsFor(name) !== undefined) return undefined;
  const found = readdirSync(folder).filter((other) => {
    // A name without a stem ("labels.txt") does not say whose labels these are.
    return labelsFor(other) && groupDataFiles([name, other])[0]?.labels !== undefined;
  });
  if (found.length > 1) {
    const names = found.sort().join(', ');
    throw new UsageError(
      `Several files beside ${name} may hold its labels: ${names}. Leave one of them there, or use --no-labels.`,
    );
  }
  return found[0] === undefined ? undefined : join(folder, found[0]);
}

/** Characters of a configuration that are looked through; those of people are far shorter. */
const MAXIMUM_CONFIGURATION = 4e6;

/** The files of prompts that a configuration names and that are there, by paths from its folder (promptfoo). */
export function promptsBeside(path: string): readonly string[] {
  if (!/\.(?:ya?ml|json)$/i.test(path) || statSync(path).size > MAXIMUM_CONFIGURATION) return [];
  const named = readFileSync(path, 'utf8').matchAll(/(?:file:\/\/)?([^\s"'`,[\]{}:]+\.(?:txt|md|j2))\b/gi);
  const paths = [...named].map(([, name]) => resolve(dirname(path), name!.replace(/^\/\//, '')));
  return [...new Set(paths)].filter((one) => statSync(one, { throwIfNoEntry: false })?.isFile());
}

/** One file alone is split by seed and has no role. Throws UsageError. */
export function benchmarkFiles(
  folder: string,
  paths: { readonly train?: string | undefined; readonly test?: string | undefined },
  withLabels: boolean,
): readonly BenchmarkFile[] {
  const both = paths.train !== undefined && paths.test !== undefined;
  return (['train', 'test'] as const).flatMap((role): BenchmarkFile[] => {
    const given = paths[role];
    if (given === undefined) return [];
    const path = existingFile(folder, given);
    const labels = withLabels ? labelsBeside(path) : undefined;
    const prompts = promptsBeside(path);
    return [
      {
        path,
        ...(labels === undefined ? {} : { labels }),
        ...(prompts.length > 0 ? { prompts } : {}),
        ...(both ? { role } : {}),
      },
    ];
  });
}

/** The files as the page's automation takes them; a label file that is used is told on stderr. */
export function serveBenchmark(files: readonly BenchmarkFile[], lab: LabBrowser): readonly AutomationFile[] {
  const served = (path: string) => ({ name: basename(path), url: lab.serveFile(path) });
  return files.map(({ path, labels, prompts, role }) => {
    if (labels !== undefined) {
      process.stderr.write(
        `Labels of ${basename(path)}: ${basename(labels)} (--no-labels leaves them out)\n`,
      );
    }
    return {
      ...served(path),
      ...(labels === undefined ? {} : { labels: served(labels) }),
      ...(prompts ? { prompts: prompts.map(served) } : {}),
      ...(role ? { role } : {}),
    };
  });
}
