/** Files of this machine for the lab: benchmark files as the page reads them, and the files of a model folder. */

import { openAsBlob, readdirSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import type { FieldGuess } from '../../src/eval/types.ts';
import { type ReadData, readData } from '../../src/worker/read-data.ts';
import { UsageError } from './usage.ts';

/** An absolute path of a file that is there. Throws UsageError. */
export function existingFile(folder: string, path: string): string {
  const absolute = resolve(folder, path);
  const facts = statSync(absolute, { throwIfNoEntry: false });
  if (!facts) throw new UsageError(`There is no file ${path}.`);
  if (!facts.isFile()) throw new UsageError(`${path} is no file.`);
  return absolute;
}

/** Reads a benchmark file by the page's own reader, streamed, with the files of its labels and prompts, where there are any. */
export async function readBenchmark(
  folder: string,
  path: string,
  {
    labels,
    prompts = [],
    mapping,
  }: {
    readonly labels?: string | undefined;
    readonly prompts?: readonly string[];
    readonly mapping?: FieldGuess;
  } = {},
): Promise<ReadData> {
  const named = async (file: string) => {
    const absolute = existingFile(folder, file);
    return { name: basename(absolute), blob: await openAsBlob(absolute) };
  };
  const { name, blob } = await named(path);
  return readData(name, blob, {
    ...(labels === undefined ? {} : { labels: await named(labels) }),
    prompts: await Promise.all(prompts.map(named)),
    ...(mapping ? { mapping } : {}),
  });
}

export interface FolderFile {
  /** Below the folder, with slashes. */
  readonly path: string;
  readonly absolute: string;
}

/** Every file below a model's folder, hidden ones left out. */
export function filesOfFolder(folder: string): FolderFile[] {
  const walk = (at: string): string[] =>
    readdirSync(at, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.'))
      .flatMap((entry) => {
        const path = join(at, entry.name);
        if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return walk(path);
        return [path];
      });
  return walk(folder)
    .sort()
    .map((absolute) => ({ path: relative(folder, absolute).split(sep).join('/'), absolute }));
}
