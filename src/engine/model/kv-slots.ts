/**
 * Which KV cache slots belong to whom: a sequence is a list of slots, one a token, and sequences may share a prefix.
 *
 * Pure bookkeeping of numbers; the cache itself lives in the executor. A slot goes back to the pool when the last
 * sequence that contains it is released.
 */

/** Slots of one token sequence in token order. Belongs to the pool that made it until it is released. */
export interface KvSequence {
  readonly slots: Uint32Array;
}

export class KvSlots {
  readonly capacity: number;
  private readonly references: Uint32Array;
  private readonly pool: number[];
  private readonly live = new Set<KvSequence>();

  constructor(capacity: number) {
    this.capacity = capacity;
    this.references = new Uint32Array(capacity);
    this.pool = Array.from({ length: capacity }, (_, i) => capacity - 1 - i);
  }

  /** Slots that no sequence holds. */
  get free(): number {
    return this.pool.length;
  }

  /**
   * A sequence of the parent's slots (shared, not copied) followed by `count` fresh ones.
   * Undefined where fewer than `count` slots are free; nothing changes then.
   */
  fork(parent: KvSequence | undefined, count: number): KvSequence | undefined {
    if (count > this.pool.length) return undefined;
    const shared = parent?.slots.length ?? 0;
    const slots = new Uint32Array(shared + count);
    if (parent) slots.set(parent.slots);
    for (let i = 0; i < count; i++) slots[shared + i] = this.pool.pop()!;
    for (const slot of slots) this.references[slot]!++;
    const sequence = { slots };
    this.live.add(sequence);
    return sequence;
  }

  /** Gives the sequence up. Releasing one twice, or one of another pool, changes nothing. */
  release(sequence: KvSequence): void {
    if (!this.live.delete(sequence)) return;
    for (const slot of sequence.slots) {
      this.references[slot]!--;
      if (this.references[slot] === 0) this.pool.push(slot);
    }
  }

  /** Gives up every sequence but one: what a call leaves behind, also when it failed half way. */
  releaseAllBut(kept: KvSequence | undefined): void {
    for (const sequence of [...this.live]) if (sequence !== kept) this.release(sequence);
  }
}
