/**
 * The index arrays of a run: checked on the CPU (a wrong index would read other rows' numbers without any error), then
 * written to buffers that grow and stay.
 */
import { LabError } from '../../lib/errors.ts';
import { type BufferLedger, roundUp } from '../gpu/buffers.ts';
import type { Gpu } from '../gpu/device.ts';
import type { BufferView } from '../ops/types.ts';
import type { RowCounts } from './arena.ts';
import type { BatchSpec } from './types.ts';

/** What the checks compare indices with. */
export interface BatchBounds {
  readonly hiddenSize: number;
  /** Rows of the embedding table. */
  readonly tableRows: number;
  readonly kvSlots: number;
}

/** Arrays of a BatchSpec, and what is derived from them for the kernels. */
const arrays = [
  'ids',
  'positions',
  'keyStart',
  'sequenceEnd',
  'keySlots',
  'writeSlots',
  'softPrompt',
  'selected',
  'rowsByToken',
  'tokensByVirtual',
  'targets',
] as const;
export type BatchArray = (typeof arrays)[number];
export type BatchViews = Readonly<Record<BatchArray, BufferView>>;

function reject(field: string, index: number, value: number): never {
  throw new LabError('plan.bad-batch', { field, index, value });
}

function checkRange(field: string, values: ArrayLike<number>, low: number, high: number): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value < low || value >= high) reject(field, i, value);
  }
}

function checkLength(field: string, have: number, want: number): void {
  if (have !== want) reject(`${field}.length`, want, have);
}

/** Row counts of a batch. Throws `plan.bad-batch` {field, index, value} for arrays that do not fit together. */
export function checkBatch(batch: BatchSpec, bounds: BatchBounds): RowCounts {
  const tokens = batch.ids.length;
  const prompt = (batch.softPrompt?.length ?? 0) / bounds.hiddenSize;
  if (!Number.isInteger(prompt)) reject('softPrompt.length', bounds.hiddenSize, batch.softPrompt!.length);
  checkRange('ids', batch.ids, -prompt, bounds.tableRows);
  checkLength('positions', batch.positions.length, tokens);
  checkLength('keyStart', batch.keyStart.length, tokens);
  checkLength('targets', batch.targets.length, batch.selected.length);
  checkRange('selected', batch.selected, 0, tokens);
  if (batch.mode === 'packed') {
    checkLength('sequenceEnd', batch.sequenceEnd?.length ?? 0, tokens);
    for (let t = 0; t < tokens; t++) {
      if (batch.keyStart[t]! + batch.positions[t]! !== t) reject('keyStart', t, batch.keyStart[t]!);
      const end = batch.sequenceEnd![t]!;
      if (end <= t || end > tokens) reject('sequenceEnd', t, end);
    }
  } else {
    checkLength('writeSlots', batch.writeSlots?.length ?? 0, tokens);
    const slots = batch.keySlots ?? new Uint32Array();
    checkRange('keySlots', slots, 0, bounds.kvSlots);
    checkRange('writeSlots', batch.writeSlots!, 0, bounds.kvSlots);
    for (let t = 0; t < tokens; t++) {
      if (batch.keyStart[t]! + batch.positions[t]! >= slots.length) reject('keyStart', t, batch.keyStart[t]!);
    }
  }
  return { tokens, selected: batch.selected.length, prompt };
}

/**
 * Indices of `groupOf` by the group 0..groups-1 that each names (negative: none), in their order: where each group begins in
 * the list, its end, then the list. Kernels that add up what belongs together read this instead of searching.
 */
export function grouped(groupOf: ArrayLike<number>, groups: number): Uint32Array {
  const starts = new Uint32Array(groups + 1);
  for (let i = 0; i < groupOf.length; i++) if (groupOf[i]! >= 0) starts[groupOf[i]! + 1]!++;
  for (let g = 0; g < groups; g++) starts[g + 1]! += starts[g]!;
  const out = new Uint32Array(groups + 1 + starts[groups]!);
  out.set(starts);
  for (let i = 0; i < groupOf.length; i++) {
    if (groupOf[i]! >= 0) out[groups + 1 + starts[groupOf[i]!]!++] = i;
  }
  return out;
}

export interface BatchUploader {
  write(batch: BatchSpec, hiddenSize: number): Promise<BatchViews>;
  release(): void;
}

export function createBatchUploader(gpu: Gpu, ledger: BufferLedger): BatchUploader {
  let buffers: Partial<Record<BatchArray, GPUBuffer>> = {};
  return {
    async write(batch, hiddenSize) {
      const views: Partial<Record<BatchArray, BufferView>> = {};
      const given: Partial<Record<BatchArray, Float32Array | Int32Array | Uint32Array>> = {
        softPrompt: new Float32Array(hiddenSize),
        ...batch,
        rowsByToken: grouped(batch.selected, batch.ids.length),
        tokensByVirtual: grouped(
          batch.ids.map((id) => -1 - id),
          (batch.softPrompt?.length ?? 0) / hiddenSize,
        ),
      };
      for (const name of arrays) {
        const data = given[name] ?? new Uint32Array();
        let buffer = buffers[name];
        if (!buffer || buffer.size < data.byteLength) {
          if (buffer) ledger.destroy(buffer);
          delete buffers[name];
          buffer = await ledger.create(
            name,
            roundUp(Math.max(data.byteLength, 1), 1024),
            GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST,
          );
          buffers[name] = buffer;
        }
        if (data.byteLength > 0) gpu.device.queue.writeBuffer(buffer, 0, data as Float32Array<ArrayBuffer>);
        views[name] = { buffer, offset: 0, size: buffer.size };
      }
      return views as BatchViews;
    },
    release() {
      for (const buffer of Object.values(buffers)) ledger.destroy(buffer);
      buffers = {};
    },
  };
}
