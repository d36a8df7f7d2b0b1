import { describe, expect, it } from 'vitest';
import { createPauseGate } from './pause-gate.ts';
import { reports } from './stream.ts';

describe('createPauseGate', () => {
  it('holds until it opens', async () => {
    const gate = createPauseGate();
    gate.close();
    expect(gate.closed).toBe(true);
    let through = false;
    const waiting = gate.opened(new AbortController().signal).then(() => {
      through = true;
    });
    await Promise.resolve();
    expect(through).toBe(false);
    gate.open();
    await waiting;
    expect(through).toBe(true);
  });

  it('lets a cancelled run go at once', async () => {
    const gate = createPauseGate();
    gate.close();
    const controller = new AbortController();
    const waiting = gate.opened(controller.signal);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    await expect(gate.opened(controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('reports', () => {
  it('yields what the work reports and returns its result', async () => {
    const seen: number[] = [];
    const stream = reports<number, string>(async (report) => {
      report(1);
      await Promise.resolve();
      report(2);
      report(3);
      return 'done';
    });
    let result: string | undefined;
    for (;;) {
      const next = await stream.next();
      if (next.done) {
        result = next.value;
        break;
      }
      seen.push(next.value);
    }
    expect([seen, result]).toEqual([[1, 2, 3], 'done']);
  });

  it('throws what the work throws, after its reports', async () => {
    const stream = reports<number, never>(async (report) => {
      report(1);
      throw new Error('broken');
    });
    expect(await stream.next()).toEqual({ done: false, value: 1 });
    await expect(stream.next()).rejects.toThrow('broken');
  });
});
