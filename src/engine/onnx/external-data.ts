/**
 * External tensor data: where a location may point, and whether the file holds what the tensor needs.
 *
 * A model file must not make the product read outside its own folder or ask other servers (ONNX ExternalData.md: "relative path").
 */
import { LabError } from '../../lib/errors.ts';
import type { ModelFiles } from './types.ts';

/** A tensor whose bytes lie in another file of the model. */
export interface ExternalData {
  readonly tensor: string;
  readonly path: string;
  readonly offset: number;
  readonly byteLength: number;
}

/** Everything up to the last slash, slash included; '' for a file at the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/**
 * Resolves a location against the folder of the .onnx file. Throws `onnx.external-outside-folder` for addresses, absolute
 * paths, paths that leave the folder, and names with characters that change meaning in a URL or on another system.
 */
export function resolveLocation(file: string, tensor: string, location: string): string {
  const refuse = () => new LabError('onnx.external-outside-folder', { file, tensor, location });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  if (/^[a-z][a-z0-9+.-]*:|^\/|[\\?#%\u0000-\u001f]/i.test(location)) throw refuse();
  const parts: string[] = [];
  for (const part of location.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) throw refuse();
  }
  if (parts.length === 0) throw refuse();
  return folderOf(file) + parts.join('/');
}

/** Checks that every file exists and is long enough; returns the bytes of all files other than `file` itself. */
export async function checkExternalFiles(
  files: ModelFiles,
  file: string,
  externals: readonly ExternalData[],
): Promise<number> {
  const sizes = new Map<string, number>();
  for (const { path, tensor, offset, byteLength } of externals) {
    let size = sizes.get(path);
    if (size === undefined) {
      size = await files.size(path);
      if (size === undefined) throw new LabError('onnx.external-missing', { file, external: path, tensor });
      sizes.set(path, size);
    }
    const needed = offset + byteLength;
    if (needed > size) {
      throw new LabError('onnx.external-too-short', { file, external: path, tensor, needed, found: size });
    }
  }
  sizes.delete(file);
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}
