/**
 * The outer structure of an answer: points and intervals, sets, lists, unions, matrices, equations and inequalities.
 * Separators count outside brackets only.
 */

export type Structure =
  /** Ordered, brackets matter: a point (1,2), an interval [1,2). */
  | {
      readonly kind: 'tuple';
      readonly open: string;
      readonly close: string;
      readonly parts: readonly string[];
    }
  /** Order does not matter: {1,2}, "1, 2", a union. */
  | { readonly kind: 'set' | 'union'; readonly parts: readonly string[] }
  | { readonly kind: 'matrix'; readonly rows: readonly (readonly string[])[] }
  /** Sides with the relation between them; `>` is turned to `<`. */
  | {
      readonly kind: 'relation';
      readonly sign: '=' | '<' | '\\le' | '\\ne';
      readonly sides: readonly [string, string];
    }
  | { readonly kind: 'expression'; readonly text: string };

/** Splits at `separator` outside (), [], {} and \begin...\end. */
export function splitTop(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  const sticky = new RegExp(separator.source, 'y');
  for (let i = 0; i < text.length; i++) {
    if (text.startsWith('\\begin', i)) depth++;
    else if (text.startsWith('\\end', i)) depth--;
    if ('([{'.includes(text[i]!)) depth++;
    else if (')]}'.includes(text[i]!)) depth--;
    if (depth !== 0) continue;
    sticky.lastIndex = i;
    if (!sticky.test(text)) continue;
    parts.push(text.slice(from, i));
    from = sticky.lastIndex;
    i = from - 1;
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim());
}

const MATRIX = /^\\begin\s*\{([pbBvV]?matrix|array)\}(?:\s*\{[lcr|]*\})?([\s\S]*?)\\end\s*\{\1\}$/;
const RELATION = /\\(?:leq?|geq?|neq?|lt|gt)(?![a-zA-Z])|[=<>]/;

function relation(text: string): Structure | undefined {
  const match = splitTop(text, RELATION);
  if (match.length !== 2 || match.includes('')) return undefined;
  const [left, right] = match as [string, string];
  const sign = text.slice(left.length).trimStart();
  if (/^(?:=)/.test(sign)) return { kind: 'relation', sign: '=', sides: [left, right] };
  if (/^\\ne/.test(sign)) return { kind: 'relation', sign: '\\ne', sides: [left, right] };
  if (/^\\le/.test(sign)) return { kind: 'relation', sign: '\\le', sides: [left, right] };
  if (/^\\ge/.test(sign)) return { kind: 'relation', sign: '\\le', sides: [right, left] };
  const flipped = /^(?:>|\\gt)/.test(sign);
  return { kind: 'relation', sign: '<', sides: flipped ? [right, left] : [left, right] };
}

/** Whether the bracket at the start closes at the very end. */
function enclosed(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if ('([{'.includes(text[i]!)) depth++;
    else if (')]}'.includes(text[i]!)) depth--;
    if (depth === 0) return i === text.length - 1;
  }
  return false;
}

/** `text` is normalised (normalise-latex.ts). */
export function structureOf(text: string): Structure {
  const matrix = MATRIX.exec(text);
  if (matrix !== null) {
    const rows = matrix[2]!.split('\\cr ').filter((row) => row.trim() !== '');
    return { kind: 'matrix', rows: rows.map((row) => row.split('&').map((cell) => cell.trim())) };
  }
  const set = /^\\\{([\s\S]*)\\\}$/.exec(text)?.[1];
  if (set !== undefined) return { kind: 'set', parts: splitTop(set, /,/) };
  const union = splitTop(text, /\\cup(?![a-zA-Z])/);
  if (union.length > 1) return { kind: 'union', parts: union };
  const list = splitTop(text, /[,;]/).filter((part) => part !== '');
  if (list.length > 1) return { kind: 'set', parts: list };
  if (/^[([]/.test(text) && /[)\]]$/.test(text) && enclosed(text)) {
    const parts = splitTop(text.slice(1, -1), /[,;]/);
    if (parts.length > 1) return { kind: 'tuple', open: text[0]!, close: text.at(-1)!, parts };
  }
  return relation(text) ?? { kind: 'expression', text };
}

/** The answer without a leading `x =`, `x \in`, `f(x) =`: the value is what is asked. */
export function withoutName(text: string): string {
  return text.replace(/^\s*(?:[a-zA-Z](?:_\{?\w+\}?)?(?:\([a-z]\))?)\s*(?:=|\\in(?![a-zA-Z]))\s*/, '');
}
