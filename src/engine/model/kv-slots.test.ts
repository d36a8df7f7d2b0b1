import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KvSequence, KvSlots } from './kv-slots.ts';

describe('KvSlots', () => {
  it('shares the parent, hands out fresh slots and refuses what does not fit', () => {
    const pool = new KvSlots(5);
    const prefix = pool.fork(undefined, 2)!;
    const a = pool.fork(prefix, 2)!;
    expect(a.slots.subarray(0, 2)).toEqual(prefix.slots);
    expect(pool.free).toBe(1);
    expect(pool.fork(prefix, 2)).toBeUndefined();
    expect(pool.free).toBe(1);
    pool.release(prefix);
    expect(pool.free).toBe(1);
    pool.release(a);
    pool.release(a);
    expect(pool.free).toBe(5);
  });

  it('never gives a slot to two owners and loses none, whatever the order of forks and releases', () => {
    const action = fc.oneof(
      fc.record({ kind: fc.constant('fork' as const), pick: fc.nat(), count: fc.nat(6), root: fc.boolean() }),
      fc.record({ kind: fc.constant('release' as const), pick: fc.nat() }),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 24 }),
        fc.array(action, { maxLength: 60 }),
        (capacity, actions) => {
          const pool = new KvSlots(capacity);
          const live: { sequence: KvSequence; slots: number[] }[] = [];
          for (const step of actions) {
            if (step.kind === 'release') {
              if (live.length > 0) pool.release(live.splice(step.pick % live.length, 1)[0]!.sequence);
            } else {
              const parent =
                step.root || live.length === 0 ? undefined : live[step.pick % live.length]!.sequence;
              const held = new Set(live.flatMap((entry) => entry.slots));
              const sequence = pool.fork(parent, step.count);
              expect(sequence === undefined).toBe(step.count > capacity - held.size);
              if (sequence) {
                const slots = [...sequence.slots];
                const shared = parent ? [...parent.slots] : [];
                expect(slots.slice(0, shared.length)).toEqual(shared);
                const fresh = slots.slice(shared.length);
                expect(fresh).toHaveLength(step.count);
                expect(new Set(slots).size).toBe(slots.length);
                for (const slot of fresh) expect(slot < capacity && !held.has(slot)).toBe(true);
                live.push({ sequence, slots });
              }
            }
            // What a live sequence holds never changes under it.
            for (const entry of live) expect([...entry.sequence.slots]).toEqual(entry.slots);
            expect(pool.free).toBe(capacity - new Set(live.flatMap((entry) => entry.slots)).size);
          }
          const kept = live[0];
          pool.releaseAllBut(kept?.sequence);
          expect(pool.free).toBe(capacity - (kept?.slots.length ?? 0));
          pool.releaseAllBut(undefined);
          expect(pool.free).toBe(capacity);
        },
      ),
    );
  });
});
