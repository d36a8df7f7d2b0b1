/**
 * Text collected piece by piece, up to a length: one JSON value that is longer can neither be parsed nor held beside the
 * items of a benchmark, and its reading must end with a message before the memory does.
 */

/** Characters of one row, or of a file that is one value. */
export const LONGEST_VALUE = 64 * 2 ** 20;

/** For messages. */
export const LONGEST_VALUE_MB = Math.floor(LONGEST_VALUE / 1e6);

export class BoundedText {
  private parts: string[] = [];
  private total = 0;

  constructor(private readonly longest = LONGEST_VALUE) {}

  get length(): number {
    return this.total;
  }

  push(part: string): void {
    this.total += part.length;
    if (this.total > this.longest) this.parts = [];
    else this.parts.push(part);
  }

  /** Undefined where it was too long to be kept. */
  text(): string | undefined {
    if (this.total > this.longest) return undefined;
    if (this.parts.length > 1) this.parts = [this.parts.join('')];
    return this.parts[0] ?? '';
  }

  /** The text, and begins anew. */
  take(): string | undefined {
    const text = this.text();
    this.parts = [];
    this.total = 0;
    return text;
  }
}
