/**
 * Cuts the elements out of a JSON array, or finds the end of one JSON value, without parsing: only strings and bracket
 * depth are followed. Lets a large array be read element by element, so that one bad element does not cost the file.
 */

/** State of a scan that may stop at any character and go on later. */
export class DepthScanner {
  depth = 0;
  private inString = false;
  private escaped = false;

  /** Feeds one UTF-16 code unit. True when it stands outside strings. */
  feed(code: number): boolean {
    if (this.inString) {
      if (this.escaped) this.escaped = false;
      else if (code === 0x5c) this.escaped = true;
      else if (code === 0x22) this.inString = false;
      return false;
    }
    if (code === 0x22) this.inString = true;
    else if (code === 0x7b || code === 0x5b) this.depth++;
    else if (code === 0x7d || code === 0x5d) this.depth--;
    return true;
  }
}

/** Whether the brackets of `source` close again by its end (outside strings), i.e. a value may be complete. */
export function isBalanced(source: string): boolean {
  const scanner = new DepthScanner();
  let last = true;
  for (let i = 0; i < source.length; i++) last = scanner.feed(source.charCodeAt(i));
  return scanner.depth <= 0 && (last || source.trimEnd().endsWith('"'));
}
