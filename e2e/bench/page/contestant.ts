/** One contestant of a comparison: prepared once, then run round by round in turn with the others. */

import type { Entry, Group } from '../report.ts';

export interface Prepared {
  /** One round; the numbers it computed, where contestants are compared by them. */
  run(): Promise<Float32Array | undefined>;
  readonly work?: Entry['work'];
  readonly note?: string;
  dispose(): Promise<void>;
}

export interface Contestant {
  readonly name: string;
  readonly ours: boolean;
  prepare(): Promise<Prepared>;
}

export interface Comparison {
  readonly id: string;
  readonly title: string;
  readonly contestants: readonly Contestant[];
  /** What the numbers of `run` are. */
  readonly what?: string;
}

interface Racer {
  readonly contestant: Contestant;
  readonly prepared: Prepared;
  readonly seconds: number[];
  result: Float32Array | undefined;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message.split('\n', 1)[0]! : String(error);
}

function compare(reference: Float32Array, other: Float32Array) {
  let difference = reference.length === other.length ? 0 : Number.POSITIVE_INFINITY;
  let largest = 0;
  for (let i = 0; i < reference.length; i++) {
    const d = Math.abs(reference[i]! - other[i]!);
    // NaN compares false with everything and must count as the worst.
    if (!(d <= difference)) difference = Number.isNaN(d) ? Number.POSITIVE_INFINITY : d;
    largest = Math.max(largest, Math.abs(reference[i]!));
  }
  return { difference, largest };
}

/** Warm-up of each, then `rounds` rounds in which contestants take turns; a contestant that throws leaves the race. */
export async function race(
  comparison: Comparison,
  rounds: number,
  log: (text: string) => void,
): Promise<Group> {
  const failures: { name: string; message: string }[] = [];
  const racers: Racer[] = [];
  const attempt = async (name: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      failures.push({ name, message: describe(error) });
    }
  };
  for (const contestant of comparison.contestants) {
    log(`${comparison.id}: ${contestant.name}, warm-up`);
    await attempt(contestant.name, async () => {
      const prepared = await contestant.prepare();
      racers.push({ contestant, prepared, seconds: [], result: await prepared.run() });
    });
  }
  for (let round = 1; round <= rounds; round++) {
    for (const racer of racers) {
      const { name } = racer.contestant;
      if (failures.some((failure) => failure.name === name)) continue;
      await attempt(name, async () => {
        const start = performance.now();
        await racer.prepared.run();
        racer.seconds.push((performance.now() - start) / 1000);
        log(`${comparison.id}: ${name}, round ${round}: ${racer.seconds.at(-1)!.toFixed(3)} s`);
      });
    }
  }
  for (const { contestant, prepared } of racers) await attempt(contestant.name, () => prepared.dispose());

  const reference = racers.find(({ contestant }) => contestant.ours)?.result;
  return {
    id: comparison.id,
    title: comparison.title,
    failures,
    entries: racers
      .filter(({ seconds }) => seconds.length > 0)
      .map(({ contestant: { name, ours }, prepared: { work, note }, seconds }) => ({
        name,
        ours,
        timing: { seconds },
        ...(work ? { work } : {}),
        ...(note ? { note } : {}),
      })),
    agreement: racers.flatMap(({ contestant, result }) =>
      !contestant.ours && reference && result && comparison.what
        ? [{ with: contestant.name, what: comparison.what, ...compare(reference, result) }]
        : [],
    ),
  };
}
