import { describe, expect, it } from 'vitest';
import { cachedBatch, packedBatch } from './batch.ts';

describe('packedBatch', () => {
  it('lays sequences end to end, virtual tokens first, without padding', () => {
    const softPrompt = new Float32Array(4);
    const batch = packedBatch(
      [
        { virtualTokens: 2, ids: [5, 6], selected: [{ position: 1, target: 5 }] },
        { virtualTokens: 0, ids: [9], selected: [{ position: 0, target: -1 }] },
        { virtualTokens: 0, ids: [3, 4], selected: [] },
      ],
      { softPrompt, lossScale: 0.5 },
    );
    expect(batch).toEqual({
      mode: 'packed',
      ids: Int32Array.of(-1, -2, 5, 6, 9, 3, 4),
      positions: Uint32Array.of(0, 1, 2, 3, 0, 0, 1),
      keyStart: Uint32Array.of(0, 0, 0, 0, 4, 5, 5),
      sequenceEnd: Uint32Array.of(4, 4, 4, 4, 5, 7, 7),
      selected: Uint32Array.of(1, 4),
      targets: Int32Array.of(5, -1),
      softPrompt,
      lossScale: 0.5,
    });
  });
});

describe('cachedBatch', () => {
  it('uploads each slot list once, as far as the run needs it', () => {
    const shared = Uint32Array.of(30, 31, 32, 33, 34);
    const other = Uint32Array.of(30, 31, 40);
    const batch = cachedBatch([
      { id: 7, position: 1, slots: shared, targets: [] },
      { id: 8, position: 2, slots: shared, targets: [4, 5] },
      { id: 9, position: 2, slots: other, targets: [-1] },
    ]);
    expect(batch).toEqual({
      mode: 'cached',
      ids: Int32Array.of(7, 8, 9),
      positions: Uint32Array.of(1, 2, 2),
      keyStart: Uint32Array.of(0, 0, 3),
      keySlots: Uint32Array.of(30, 31, 32, 30, 31, 40),
      writeSlots: Uint32Array.of(31, 32, 40),
      selected: Uint32Array.of(1, 1, 2),
      targets: Int32Array.of(4, 5, -1),
    });
  });

  it('carries the soft prompt only where a token is virtual', () => {
    const softPrompt = new Float32Array(8);
    const slots = Uint32Array.of(0, 1);
    expect(cachedBatch([{ id: -1, position: 0, slots, targets: [] }], softPrompt).softPrompt).toBe(
      softPrompt,
    );
    expect(cachedBatch([{ id: 1, position: 1, slots, targets: [] }], softPrompt).softPrompt).toBeUndefined();
  });
});
