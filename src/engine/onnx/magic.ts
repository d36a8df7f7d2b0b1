/**
 * Recognises what people put in place of an ONNX file, from its first bytes, so that the message can name it.
 */
import { LabError } from '../../lib/errors.ts';

/** Throws the error that fits, or returns when the bytes may be an ONNX file. `size` is the size of the whole file. */
export function checkMagic(head: Uint8Array, size: number, file: string): void {
  if (size === 0) throw new LabError('onnx.empty', { file });
  const text = new TextDecoder('latin1').decode(head.subarray(0, 256));
  // A byte-order mark and white space may come before the first tag of a page.
  if (/^(\u00ef\u00bb\u00bf)?\s*<[!?a-z]/i.test(text)) throw new LabError('onnx.html', { file });
  if (text.startsWith('version https://git-lfs')) throw new LabError('onnx.git-lfs-pointer', { file });
  if (text.startsWith('GGUF')) throw new LabError('onnx.gguf', { file });
  const format = otherFormat(text);
  if (format) throw new LabError('onnx.other-format', { file, format });
}

/** Product names, the same in every language. */
function otherFormat(text: string): string | undefined {
  if (text.startsWith('PK\x03\x04')) return 'ZIP / PyTorch';
  if (/^.{7}\0\{/s.test(text)) return 'safetensors';
  if (text.slice(4, 8) === 'ORTM') return 'ORT';
  if (/^\s*\{/.test(text)) return 'JSON';
  if (text.startsWith('\x89HDF')) return 'HDF5';
  if (text.startsWith('\x1f\u008b')) return 'gzip';
  return undefined;
}
