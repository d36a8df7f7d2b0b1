/**
 * Weights onto the GPU: streamed by ranges, packed as the file has them, checked for NaN and Inf on the way.
 *
 * The bytes never exist as a whole on the CPU; a tensor that several weights use is uploaded once.
 */
import { LabError } from '../../lib/errors.ts';
import type { BufferLedger } from '../gpu/buffers.ts';
import type { Gpu } from '../gpu/device.ts';
import type { MatrixWeight } from '../graph/program.ts';
import type { OnnxDtype, TensorRef } from '../onnx/types.ts';
import { storeMatrix } from '../ops/linear/formats.ts';
import type { StoredPart } from '../ops/linear/layout.ts';
import type { BufferView, GpuWeight } from '../ops/types.ts';

const pieceBytes = 16 * 2 ** 20;

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** Bytes on the GPU so far. */
  readonly onProgress?: (bytes: number) => void;
}

export interface WeightUploader {
  matrix(weight: MatrixWeight): Promise<GpuWeight>;
  /** Small f32 constants; throws `plan.weight-not-finite`. */
  floats(label: string, data: Float32Array): Promise<BufferView>;
}

/** Index of the first 32-bit word that holds a NaN or Inf, or -1. */
export function firstNotFinite(words: Uint32Array, dtype: OnnxDtype): number {
  if (dtype === 'float32') {
    for (let i = 0; i < words.length; i++) if ((words[i]! & 0x7f800000) === 0x7f800000) return i;
  } else if (dtype === 'float16' || dtype === 'bfloat16') {
    const low = dtype === 'float16' ? 0x7c00 : 0x7f80;
    const high = low << 16;
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!;
      if ((word & low) === low || (word & high) === high) return i;
    }
  }
  return -1;
}

export function createWeightUploader(
  gpu: Gpu,
  ledger: BufferLedger,
  chunkBytes: number,
  options: UploadOptions,
): WeightUploader {
  const { queue } = gpu.device;
  const shared = new Map<TensorRef | Float32Array, Map<string, Promise<BufferView>>>();
  let uploaded = 0;

  const write = (buffer: GPUBuffer, offset: number, bytes: Uint8Array, name: string, dtype: OnnxDtype) => {
    const whole = bytes.byteLength - (bytes.byteLength % 4);
    const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
    // The last, partial word is zero-extended, which keeps it finite.
    const tail = new Uint8Array(4);
    tail.set(aligned.subarray(whole));
    const words = new Uint32Array(aligned.buffer, aligned.byteOffset, whole / 4);
    if (firstNotFinite(words, dtype) >= 0 || firstNotFinite(new Uint32Array(tail.buffer), dtype) >= 0) {
      throw new LabError('plan.weight-not-finite', { tensor: name });
    }
    if (whole > 0) queue.writeBuffer(buffer, offset, words);
    if (whole < bytes.byteLength) queue.writeBuffer(buffer, offset + whole, tail);
    uploaded += bytes.byteLength;
    options.onProgress?.(uploaded);
  };

  const stream = async (part: StoredPart, offset: number, length: number): Promise<BufferView> => {
    const { source, label } = part;
    const buffer = await ledger.create(label, length, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST);
    if (source instanceof Float32Array) {
      const bytes = new Uint8Array(source.buffer, source.byteOffset + offset, length);
      write(buffer, 0, bytes, label, 'float32');
    } else {
      for (let done = 0; done < length; done += pieceBytes) {
        options.signal?.throwIfAborted();
        const take = Math.min(pieceBytes, length - done);
        const bytes = await source.readRange(offset + done, take);
        if (bytes.byteLength !== take) {
          throw new LabError('plan.weight-size', {
            tensor: source.name,
            needBytes: take,
            haveBytes: bytes.byteLength,
          });
        }
        write(buffer, done, bytes, source.name, source.dtype);
        // Bounds what the queue holds back in its own staging memory.
        if (take === pieceBytes) await queue.onSubmittedWorkDone();
      }
    }
    return { buffer, offset: 0, size: buffer.size };
  };

  const upload = (part: StoredPart, first: number, count: number): Promise<BufferView> => {
    const { offset, length } = part.range(first, count);
    const ranges = shared.get(part.source) ?? new Map<string, Promise<BufferView>>();
    shared.set(part.source, ranges);
    const key = `${offset}+${length}`;
    const view = ranges.get(key) ?? stream(part, offset, length);
    ranges.set(key, view);
    return view;
  };

  return {
    async matrix(weight) {
      const stored = storeMatrix(weight);
      const rowsPerChunk = chunkRows(stored.rows, stored.rowStep, (count) =>
        stored.parts.every((part) => part.range(0, count).length <= chunkBytes),
      );
      if (rowsPerChunk === 0) {
        throw new LabError('plan.does-not-fit', {
          what: weight.name,
          needBytes: Math.max(...stored.parts.map((part) => part.range(0, stored.rowStep).length)),
          haveBytes: chunkBytes,
        });
      }
      const chunks: GpuWeight['chunks'][number][] = [];
      for (let firstRow = 0; firstRow < stored.rows; firstRow += rowsPerChunk) {
        const rowCount = Math.min(rowsPerChunk, stored.rows - firstRow);
        const parts: BufferView[] = [];
        for (const part of stored.parts) parts.push(await upload(part, firstRow, rowCount));
        chunks.push({ firstRow, rowCount, parts });
      }
      return { k: weight.k, n: weight.n, order: weight.order, loader: stored.loader, chunks };
    },
    floats: (label, data) =>
      stream({ label, source: data, range: () => ({ offset: 0, length: 0 }) }, 0, data.byteLength),
  };
}

/** The most stored rows a chunk may have: all, or a multiple of `step`; 0 when not even `step` rows fit. */
export function chunkRows(rows: number, step: number, fits: (rows: number) => boolean): number {
  if (fits(rows)) return rows;
  let low = 0;
  let high = Math.floor(rows / step);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle * step)) low = middle;
    else high = middle - 1;
  }
  return low * step;
}
