/** ModelFiles over a folder of the file system; for tests in Node. */
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LabError } from '../../../lib/errors.ts';
import type { ModelFiles } from '../types.ts';

export function fsFiles(folder: string): ModelFiles {
  return {
    size: (path) =>
      stat(join(folder, path)).then(
        (s) => (s.isFile() ? s.size : undefined),
        () => undefined,
      ),
    async read(path, offset, length) {
      const handle = await open(join(folder, path));
      try {
        const bytes = new Uint8Array(length);
        const { bytesRead } = await handle.read(bytes, 0, length, offset);
        if (bytesRead < length) {
          throw new LabError('onnx.truncated', {
            file: path,
            needed: offset + length,
            found: offset + bytesRead,
          });
        }
        return bytes;
      } finally {
        await handle.close();
      }
    },
  };
}
