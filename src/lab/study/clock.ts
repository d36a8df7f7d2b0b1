/** Time left of a study: a model that waits is taken to cost what those before it cost on average. */

export class StudyClock {
  readonly #clock: () => number;
  #finished = 0;
  #finishedSeconds = 0;
  #since = 0;
  #heldMs = 0;
  #heldSince: number | undefined;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** A model starts. */
  begin(): void {
    this.#since = this.#clock();
    this.#heldMs = 0;
  }

  /** The study holds (true) or goes on. */
  hold(holding: boolean): void {
    const now = this.#clock();
    if (holding) this.#heldSince = now;
    else if (this.#heldSince !== undefined) this.#heldMs += now - this.#heldSince;
    if (!holding) this.#heldSince = undefined;
  }

  /** The model came to its end. */
  end(): void {
    this.#finished++;
    this.#finishedSeconds += this.#elapsed();
  }

  #elapsed(): number {
    return (this.#clock() - this.#since - this.#heldMs) / 1000;
  }

  /** `waiting` models have not begun; `current` is what the one that is on says of itself. */
  secondsLeft(waiting: number, current: number | null): number | null {
    const models = this.#finished + (current === null ? 0 : 1);
    if (models === 0) return null;
    const seconds = this.#finishedSeconds + (current === null ? 0 : this.#elapsed() + current);
    return (current ?? 0) + waiting * (seconds / models);
  }
}
