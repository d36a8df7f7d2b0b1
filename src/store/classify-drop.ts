/** What a dropped or chosen set of files is. Pure. */

import { arePrompts, groupDataFiles } from '../lib/data-files.ts';
import { LabError } from '../lib/errors.ts';

/** A file with its path inside what was dropped. */
export interface DroppedFile {
  readonly path: string;
  readonly file: File;
}

export type DropKind =
  | { readonly kind: 'model'; readonly id: string; readonly files: readonly DroppedFile[] }
  | { readonly kind: 'data'; readonly files: readonly DroppedFile[] };

/** Endings a benchmark or a result may have; anything else is unknown. */
const DATA_FILE = /\.(jsonl|ndjson|json|csv|tsv|tab|txt|lst|ya?ml|parquet)(\.gz)?$/i;

/** Sorts files into a model folder or data files. Throws page.no-onnx, page.unknown-file, page.too-many-files. */
export function classifyDrop(dropped: readonly DroppedFile[]): DropKind {
  const files = dropped.filter(({ path }) => !path.split('/').some((part) => part.startsWith('.')));
  const first = files[0] ?? dropped[0];
  if (!first) throw new LabError('page.unknown-file', { name: '' });
  if (files.some(({ path }) => /\.onnx$/i.test(path))) {
    const roots = new Set(files.map(({ path }) => path.split('/')[0]!));
    const [root] = roots;
    const inFolder = roots.size === 1 && files.every(({ path }) => path.includes('/'));
    if (!inFolder) return { kind: 'model', id: first.file.name.replace(/\.onnx$/i, ''), files };
    const inside = files.map(({ path, file }) => ({ path: path.slice(root!.length + 1), file }));
    return { kind: 'model', id: root!, files: inside };
  }
  if (first.path.includes('/') && files.some(({ path }) => /(^|\/)config\.json$/.test(path))) {
    throw new LabError('page.no-onnx', { name: first.path.split('/')[0]! });
  }
  const paths = files.map(({ path }) => path);
  const unknown = files.find(({ path }) => !DATA_FILE.test(path) && !arePrompts(path, paths));
  if (unknown) throw new LabError('page.unknown-file', { name: unknown.file.name });
  if (groupDataFiles(paths).length > 2) throw new LabError('page.too-many-files');
  return { kind: 'data', files };
}
