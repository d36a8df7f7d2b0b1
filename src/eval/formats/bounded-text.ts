/**
 * Text collected piece by piece, up to a length: one JSON value that is longer can neither be parsed nor held beside the
 * items of a benchmark, and its reading must end with a message before the memory does.
 */

/** Lengths, in characters, at which the readers of data files decide. */
export interface Limits {
  /** Of a file's start, by which its container is told. */
  readonly start: number;
  /** Of one row, or of a file that is one value: longer ones are refused, or read element by element. */
  readonly longest: number;
}

export const LIMITS: Limits = { start: 65_536, longest: 64 * 2 ** 20 };

export class BoundedText {
  /** Undefined where it is too long to be kept. */
  private parts: string[] | undefined = [];
  private total = 0;

  constructor(private readonly longest: number) {}

  get length(): number {
    return this.total;
  }

  push(part: string): void {
    this.total += part.length;
    if (this.total > this.longest) this.parts = undefined;
    this.parts?.push(part);
  }

  /** The text, and begins anew; undefined where it was too long to be kept. */
  take(): string | undefined {
    const text = this.parts?.join('');
    this.parts = [];
    this.total = 0;
    return text;
  }
}
