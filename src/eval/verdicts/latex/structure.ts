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
  /** Between brackets of any kind, or none; between bars it is a determinant (v) or norm (V). */
  | { readonly kind: 'matrix'; readonly bars: string; readonly rows: readonly (readonly string[])[] }
  /** Sides with the relations between them; where all point to the left, they are turned: 3 > x is x < 3. */
  | { readonly kind: 'relation'; readonly signs: readonly Sign[]; readonly sides: readonly string[] }
  | { readonly kind: 'expression'; readonly text: string };

/** Brackets around a matrix without its own: \left(\begin{array}{cc}...\end{array}\right). */
const BRACKETED =
  /^[([]\s*(\\begin\s*\{(?:matrix|smallmatrix|array)\}[\s\S]*\\end\s*\{(?:matrix|smallmatrix|array)\})\s*[)\]]$/;

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

const MATRIX =
  /^\\begin\s*\{([pbBvV]?matrix|smallmatrix|array)\}(?:\s*\{[lcr|]*\})?([\s\S]*?)\\end\s*\{\1\}$/;
const RELATION = /\\(?:leq?|geq?|neq?|lt|gt)(?![a-zA-Z])|[=<>]/;

export type Sign = '=' | '!=' | '<' | '<=' | '>' | '>=';

function signOf(text: string): Sign {
  if (text.startsWith('\\')) {
    const [first, second] = [text[1], text[2]];
    if (first === 'n') return '!=';
    const strict = second === 't';
    return first === 'l' ? (strict ? '<' : '<=') : strict ? '>' : '>=';
  }
  return text[0] as Sign;
}

const TURNED: Readonly<Partial<Record<Sign, Sign>>> = { '>': '<', '>=': '<=' };

function relation(text: string): Structure | undefined {
  const sides = splitTop(text, RELATION);
  if (sides.length < 2 || sides.includes('')) return undefined;
  const signs: Sign[] = [];
  let rest = text;
  for (const side of sides.slice(0, -1)) {
    rest = rest.slice(rest.indexOf(side) + side.length).trimStart();
    signs.push(signOf(rest));
    rest = rest.replace(RELATION, '');
  }
  const turned = signs.map((sign) => TURNED[sign]);
  if (!turned.every((sign) => sign !== undefined)) return { kind: 'relation', signs, sides };
  return { kind: 'relation', signs: turned.reverse(), sides: sides.reverse() };
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
  const matrix = MATRIX.exec(BRACKETED.exec(text)?.[1] ?? text);
  if (matrix !== null) {
    const rows = matrix[2]!.split('\\cr ').filter((row) => row.trim() !== '');
    const bars = /^[vV]/.exec(matrix[1]!)?.[0] ?? '';
    return { kind: 'matrix', bars, rows: rows.map((row) => row.split('&').map((cell) => cell.trim())) };
  }
  const set = /^\\\{([\s\S]*)\\\}$/.exec(text)?.[1];
  if (set !== undefined) return { kind: 'set', parts: splitTop(set, /,/) };
  if (text === '\\mathbb{R}') return structureOf('(-\\infty,\\infty)');
  const union = splitTop(text, /\\cup(?![a-zA-Z])/);
  if (union.length > 1) return { kind: 'union', parts: union };
  const list = splitTop(text, /[,;]/).filter((part) => part !== '');
  if (list.length > 1) return { kind: 'set', parts: list };
  if (/^[([]/.test(text) && /[)\]]$/.test(text) && enclosed(text)) {
    const parts = splitTop(text.slice(1, -1), /[,;]/);
    if (parts.length > 1) return { kind: 'tuple', open: text[0]!, close: text.at(-1)!, parts };
  }
  const ratio = splitTop(text, /:/);
  // 1:2:3 as the quotients by its first part.
  if (ratio.length > 2 && !ratio.includes('')) {
    const parts = ratio.slice(1).map((part) => `\\frac{${part}}{${ratio[0]}}`);
    return { kind: 'tuple', open: ':', close: ':', parts };
  }
  // Braces without a backslash only hold together.
  if (text.startsWith('{') && text.endsWith('}') && enclosed(text))
    return structureOf(text.slice(1, -1).trim());
  return relation(text) ?? { kind: 'expression', text };
}

const holdsLetter = (side: string) => /[a-zA-Z]/.test(side.replace(/\\[a-zA-Z]+/g, ''));

/** The interval of an inequality of one variable: `0 < x \le 1` is (0,1], `x < 2` is (-\infty,2); else undefined. */
export function intervalOf(structure: Structure): string | undefined {
  if (structure.kind !== 'relation') return undefined;
  const { signs, sides } = structure;
  const at = sides.findIndex((side) => /^[a-zA-Z]$/.test(side));
  const isOfOne = sides.length < 4 && sides.filter(holdsLetter).length === 1;
  if (!isOfOne || at < 0 || (sides.length === 3 && at !== 1)) return undefined;
  if (!signs.every((sign) => sign === '<' || sign === '<=')) return undefined;
  const [low, high] = [sides[at - 1], sides[at + 1]];
  if (Number(low) >= Number(high)) return undefined;
  const [open, close] = [signs[at - 1] === '<=' ? '[' : '(', signs[at] === '<=' ? ']' : ')'];
  return `${open}${low ?? '-\\infty'},${high ?? '\\infty'}${close}`;
}

/** An answer `x = 5`, `5 = x`, `x \in [1,2]`, `f(x) = 2x` as its name and the value, which is what is asked. */
export function nameOf(text: string): { readonly name?: string; readonly value: string } {
  const point = /^(\([a-z](?:, ?[a-z])+\)) ?= ?([\s\S]*)$/.exec(text);
  if (point !== null) {
    const letters = [...point[1]!.replace(/[^a-z]/g, '')];
    if (letters.join() === letters.toSorted().join()) return { name: point[1]!, value: point[2]! };
  }
  const before = /^([a-zA-Z]'?(?:_\{?\w+\}?)?(?:\([a-z]\))?)\s*(?:=|\\in(?![a-zA-Z]))\s*([\s\S]*)$/.exec(
    text,
  );
  if (before !== null) return { name: before[1]!, value: before[2]! };
  const after = /^([^=<>]*[^=<>\s])\s*=\s*([a-zA-Z])$/.exec(text);
  const isValue = after !== null && !/[a-zA-Z]/.test(after[1]!.replace(/\\[a-zA-Z]+/g, ''));
  return isValue ? { name: after[2]!, value: after[1]! } : { value: text };
}
