/**
 * Time left, from what the run measured so far.
 *
 * Work comes in kinds (items of a condition, tuning steps). A kind that was measured costs its recent mean; one that was
 * not costs what its tokens cost elsewhere. Nothing measured: no estimate.
 */

export type WorkKind = 'zero-shot' | 'few-shot' | 'tuning' | 'soft-prompt';

export interface PlannedWork {
  readonly kind: WorkKind;
  /** Items or steps of the whole run. */
  readonly units: number;
  /** Tokens a unit costs, for kinds not yet measured; only ratios matter. */
  readonly tokensPerUnit: number;
}

/** Weight of older measurements when a new one comes: early units carry compilation, later ones do not. */
const MEMORY = 0.8;

interface Measured {
  seconds: number;
  units: number;
}

export class Progress {
  readonly #plan: ReadonlyMap<WorkKind, PlannedWork>;
  readonly #done = new Map<WorkKind, number>();
  readonly #recent = new Map<WorkKind, Measured>();

  constructor(plan: readonly PlannedWork[]) {
    this.#plan = new Map(plan.map((work) => [work.kind, work]));
  }

  /** `units` of a kind took `seconds`. */
  measure(kind: WorkKind, units: number, seconds: number): void {
    this.#done.set(kind, (this.#done.get(kind) ?? 0) + units);
    const recent = this.#recent.get(kind) ?? { seconds: 0, units: 0 };
    this.#recent.set(kind, {
      seconds: recent.seconds * MEMORY + seconds,
      units: recent.units * MEMORY + units,
    });
  }

  /** `units` of a kind were done before and cost nothing now. */
  skip(kind: WorkKind, units: number): void {
    this.#done.set(kind, (this.#done.get(kind) ?? 0) + units);
  }

  /** Seconds until the planned work is done; `running` units of `kind` are done but not yet measured. */
  secondsLeft(kind: WorkKind, running = 0): number | null {
    const perToken = this.#secondsPerToken();
    if (perToken === undefined) return null;
    let seconds = 0;
    for (const work of this.#plan.values()) {
      const done = (this.#done.get(work.kind) ?? 0) + (work.kind === kind ? running : 0);
      seconds += Math.max(0, work.units - done) * this.#cost(work, perToken);
    }
    return seconds;
  }

  #cost(work: PlannedWork, perToken: number): number {
    const recent = this.#recent.get(work.kind);
    return recent && recent.units > 0 ? recent.seconds / recent.units : work.tokensPerUnit * perToken;
  }

  #secondsPerToken(): number | undefined {
    let seconds = 0;
    let tokens = 0;
    for (const [kind, recent] of this.#recent) {
      seconds += recent.seconds;
      tokens += recent.units * (this.#plan.get(kind)?.tokensPerUnit ?? 0);
    }
    return tokens > 0 ? seconds / tokens : undefined;
  }
}
