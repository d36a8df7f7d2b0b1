import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from './sha256.ts';

const reference = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('sha256Hex', () => {
  it('agrees with Node around every block boundary', async () => {
    for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 127, 128, 1000]) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + 3) & 255);
      expect(await sha256Hex(new Blob([bytes]))).toBe(reference(bytes));
    }
  });

  it('does not depend on the pieces', async () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, i) => (i * 31) & 255);
    for (const piece of [1, 63, 64, 100, 4999]) {
      expect(await sha256Hex(new Blob([bytes]), undefined, piece)).toBe(reference(bytes));
    }
  });

  it('stops when aborted', async () => {
    await expect(sha256Hex(new Blob([new Uint8Array(100)]), AbortSignal.abort())).rejects.toThrow();
  });
});
