/**
 * One run of a program: which rows, what is read back.
 */
import type { RowDomain, ValueId } from '../graph/program.ts';
import type { AttentionMode } from '../ops/types.ts';
import type { KernelChoice } from './kernel-choice.ts';

/** Index arrays of one run; see BatchBuffers in ops/types.ts for their meaning. */
export interface BatchSpec {
  readonly mode: AttentionMode;
  readonly ids: Int32Array;
  readonly positions: Uint32Array;
  readonly keyStart: Uint32Array;
  /** packed only. */
  readonly sequenceEnd?: Uint32Array;
  /** cached only. */
  readonly keySlots?: Uint32Array;
  readonly writeSlots?: Uint32Array;
  readonly selected: Uint32Array;
  /** One a selected row; -1 = none. */
  readonly targets: Int32Array;
  /** [P, hidden] row-major; absent: no id is negative. */
  readonly softPrompt?: Float32Array;
  readonly lossScale?: number;
}

/** A loaded program on one device. Runs are serialised; results come back in the order of `wanted`. */
export interface Executor {
  /** What its products are computed with; undefined where the caller set the variants itself. */
  readonly kernels: KernelChoice | undefined;
  /**
   * Uploads the batch, runs every node that `wanted` needs, reads the wanted values back.
   * Throws `gpu.device-lost`, `gpu.out-of-memory` (need, have) or `gpu.validation` (label); never returns stale data.
   */
  run(batch: BatchSpec, wanted: readonly ValueId[]): Promise<Float32Array[]>;
  /** KV cache of `slots` token slots for all attention layers; replaces an earlier one. */
  reserveKvSlots(slots: number): Promise<void>;
  /**
   * Predicted GPU bytes at the peak of such a run, before allocating anything, whether budget and bindings allow it, and how
   * many layers it would recompute for that (at most `mostRecomputed`; absent: all that can be).
   */
  predictBytes(
    mode: AttentionMode,
    wanted: readonly ValueId[],
    rows: Readonly<Record<RowDomain, number>>,
    mostRecomputed?: number,
  ): { readonly peakBytes: number; readonly fits: boolean; readonly recomputedLayers: number };
  /** Frees all but weights and vectors (activations, caches, position tables, staging); later runs allocate anew. */
  releaseScratch(): Promise<void>;
  memory(): { readonly liveBytes: number; readonly weightBytes: number; readonly peakBytes: number };
  dispose(): void;
}
