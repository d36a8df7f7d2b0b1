/**
 * The KV cache of a model between calls: how many slots are reserved, who holds them, and which prefix is kept.
 *
 * The last call's prefix stays in the cache, so that scoring and generating under the same condition compute it once;
 * another prefix replaces it. Which arrays a layer has is the executor's matter. `clear` gives the memory back.
 */
import { LabError } from '../../lib/errors.ts';
import { cacheLayers } from '../plan/kv-cache.ts';
import type { CachedToken } from './batch.ts';
import { throwIfAborted } from './errors.ts';
import { type KvSequence, KvSlots } from './kv-slots.ts';
import { feed, isOutOfMemory, type Runtime } from './runtime.ts';

/** Reservations grow in steps, so that calls of nearly the same size keep the reservation (and the prefix in it). */
const RESERVE_STEP = 256;

/** Tokens that stand before every row of a call: virtual tokens as -1-v, then ids. */
export interface SharedPrefix {
  readonly softPrompt: Float32Array | undefined;
  readonly tokens: readonly number[];
}

export class KvCache {
  slots = new KvSlots(0);
  private kept: { readonly prefix: SharedPrefix; readonly sequence: KvSequence } | undefined;
  private readonly runtime: Runtime;
  private readonly bytesPerSlot: number;
  private maxSlots: number;

  /** `budgetBytes` bounds the whole cache. */
  constructor(runtime: Runtime, budgetBytes: number) {
    let floats = 0;
    for (const layer of cacheLayers(runtime.program).values()) floats += layer.keys + layer.values;
    this.runtime = runtime;
    this.bytesPerSlot = 4 * floats;
    this.maxSlots = Math.floor(budgetBytes / this.bytesPerSlot);
  }

  /**
   * Makes room for at least `least` slots, if memory allows for `wish`.
   * Throws `model.kv-budget` {needBytes, haveBytes} when even `least` is too much.
   */
  async reserve(least: number, wish: number): Promise<void> {
    if (least > this.maxSlots) throw this.budgetError(least);
    const target = Math.min(this.maxSlots, Math.ceil(Math.max(least, wish) / RESERVE_STEP) * RESERVE_STEP);
    if (this.slots.capacity >= target) return;
    await this.clear();
    let released = false;
    for (let size = target; ; ) {
      try {
        await this.runtime.executor.reserveKvSlots(size);
        this.slots = new KvSlots(size);
        return;
      } catch (error) {
        if (!isOutOfMemory(error)) throw error;
      }
      if (!released) {
        // Activations of an earlier, larger run may hold the memory.
        await this.runtime.executor.releaseScratch();
        released = true;
        continue;
      }
      this.maxSlots = size - 1;
      if (size <= least) throw this.budgetError(least);
      size = Math.max(least, size >> 1);
    }
  }

  /** The prefix's slots, from the last call or computed now; undefined for an empty prefix. Call after `reserve`. */
  async prefix(prefix: SharedPrefix, signal: AbortSignal | undefined): Promise<KvSequence | undefined> {
    if (this.kept && samePrefix(this.kept.prefix, prefix)) return this.kept.sequence;
    this.dropPrefix();
    if (prefix.tokens.length === 0) return undefined;
    const sequence = this.slots.fork(undefined, prefix.tokens.length);
    if (!sequence) throw this.budgetError(prefix.tokens.length);
    const tokens = prefix.tokens.map(
      (id, position): CachedToken => ({ id, position, slots: sequence.slots, targets: [] }),
    );
    const { maxTokens } = this.runtime.limits;
    for (let start = 0; start < tokens.length; start += maxTokens) {
      throwIfAborted(signal);
      await feed(this.runtime, tokens.slice(start, start + maxTokens), prefix.softPrompt, undefined);
    }
    this.kept = { prefix: { ...prefix, softPrompt: prefix.softPrompt?.slice() }, sequence };
    return sequence;
  }

  /** Releases what a call still holds; the prefix stays. */
  endCall(): void {
    this.slots.releaseAllBut(this.kept?.sequence);
  }

  /** Gives all memory of the cache back. */
  async clear(): Promise<void> {
    this.kept = undefined;
    if (this.slots.capacity === 0) return;
    this.slots = new KvSlots(0);
    await this.runtime.executor.reserveKvSlots(0);
  }

  budgetError(slots: number): LabError {
    return new LabError('model.kv-budget', {
      needBytes: slots * this.bytesPerSlot,
      haveBytes: this.maxSlots * this.bytesPerSlot,
    });
  }

  private dropPrefix(): void {
    if (this.kept) this.slots.release(this.kept.sequence);
    this.kept = undefined;
  }
}

function samePrefix(a: SharedPrefix, b: SharedPrefix): boolean {
  return sameNumbers(a.tokens, b.tokens) && sameNumbers(a.softPrompt ?? [], b.softPrompt ?? []);
}

function sameNumbers(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
