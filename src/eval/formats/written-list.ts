/**
 * Lists written as text, as CSV files carry them: JSON (`["a", "b"]`) or the way Python prints them (`['a', "it's"]`,
 * also `array(['a', 'b'], dtype=object)` and rows without commas, as numpy prints them).
 *
 * Only lists of quoted texts: `[1, 2]` may be an answer of its own.
 */

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', b: '\b' };

/** The texts, or undefined where `source` is no such list or an empty one. */
export function readWrittenList(source: string): readonly string[] | undefined {
  const body = /^\s*(?:array\(\s*)?\[([\s\S]*)\](?:,\s*dtype=\w+\s*\))?\s*$/.exec(source)?.[1];
  if (body === undefined) return undefined;
  const texts: string[] = [];
  let at = 0;
  const skip = (pattern: RegExp): void => {
    pattern.lastIndex = at;
    at += pattern.exec(body)?.[0].length ?? 0;
  };
  for (skip(/\s*/y); at < body.length; skip(/\s*,?\s*/y)) {
    const quote = body[at];
    if (quote !== '"' && quote !== "'") return undefined;
    let text = '';
    for (at++; body[at] !== quote; at++) {
      if (at >= body.length) return undefined;
      if (body[at] !== '\\') {
        text += body[at];
        continue;
      }
      at++;
      const code = /^(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/.exec(body.slice(at, at + 5));
      if (code) {
        text += String.fromCharCode(Number.parseInt(code[1] ?? code[2]!, 16));
        at += code[0].length - 1;
      } else text += ESCAPES[body[at] ?? ''] ?? body[at] ?? '';
    }
    at++;
    texts.push(text);
  }
  return texts.length > 0 ? texts : undefined;
}
