/**
 * Finds where JSON values begin and end without parsing them: only strings and the depth of brackets are followed. Lets a
 * large file be read value by value, so that one bad value does not cost the file.
 */

export const QUOTE = 0x22;
export const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACKET_END = 0x5d;
export const BRACE = 0x7b;
const BRACE_END = 0x7d;

/** State of a scan that may stop at any character and go on later. */
export class DepthScanner {
  isInString = false;
  private escaped = false;

  constructor(public depth = 0) {}

  /** Begins anew, outside strings; not behind a backslash. */
  restart(depth: number): void {
    this.depth = depth;
    this.isInString = false;
  }

  /** Feeds one UTF-16 code unit. True when it stands outside strings. */
  feed(code: number): boolean {
    if (this.isInString) {
      if (this.escaped) this.escaped = false;
      else if (code === BACKSLASH) this.escaped = true;
      else if (code === QUOTE) this.isInString = false;
      return false;
    }
    if (code === QUOTE) this.isInString = true;
    else if (code === BRACE || code === BRACKET) this.depth++;
    else if (code === BRACE_END || code === BRACKET_END) this.depth--;
    return true;
  }
}
