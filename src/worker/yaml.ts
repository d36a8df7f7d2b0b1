/**
 * Rows of a YAML file (1.2, merge keys), each with the line on which it begins. The reader is loaded with the first such
 * file. Tags make no objects; aliases that multiply are refused. What its values are: yaml-value.ts.
 *
 * Read as a whole: YAML means what it means by what stands above, so that no part can be read alone.
 */

import type { CST, LineCounter, Node } from 'yaml';
import { isKnownRow, type Row, rowsIn } from '../eval/index.ts';
import type { RejectedRow } from '../eval/types.ts';
import { LabError } from '../lib/errors.ts';
import { YamlFault, yamlValue } from './yaml-value.ts';

/** The tree of a file takes more than sixty times its size; test files are written by hand and small. */
const MAXIMUM_MB = 4;
/** Characters from which on a file is too large: nobody need read on. */
export const MAXIMUM_CHARACTERS = MAXIMUM_MB * 1e6;
/** Levels of lists and objects; the reader recurses, and engines end the process rather than the call in a full stack. */
const MAXIMUM_LEVELS = 200;

export interface YamlRows {
  readonly rows: readonly Row[];
  readonly rejected: readonly RejectedRow[];
}

/** Throws `import.yaml-too-large` {name, limit} and `import.yaml-aliases` {name}; a fault in the text is a rejected row. */
export async function yamlRows(
  name: string,
  source: string,
  isRow: (value: unknown) => boolean = isKnownRow(name),
): Promise<YamlRows> {
  if (source.length > MAXIMUM_CHARACTERS) {
    throw new LabError('import.yaml-too-large', { name, limit: MAXIMUM_MB });
  }
  const { Composer, LineCounter, Parser, isAlias, isMap, isSeq } = await import('yaml');
  const counter: LineCounter = new LineCounter();
  const broken = (offset: number, reason: string): YamlRows => {
    const { line, col } = counter.linePos(offset);
    return {
      rows: [],
      rejected: [{ file: name, line, code: 'import.yaml-broken', params: { column: col, reason } }],
    };
  };
  const tokens = [...new Parser(counter.addNewLine).parse(source)];
  if (levels(tokens) > MAXIMUM_LEVELS) {
    const params = { limit: MAXIMUM_LEVELS };
    return { rows: [], rejected: [{ file: name, line: 1, code: 'import.yaml-too-deep', params }] };
  }
  // Its own search for a second key compares each with each.
  const composer = new Composer({ merge: true, prettyErrors: false, logLevel: 'silent', uniqueKeys: false });
  const documents = [...composer.compose(tokens)];
  const rows: Row[] = [];
  for (const document of documents) {
    const [fault] = document.errors;
    if (fault !== undefined) return broken(fault.pos[0], fault.message);
    let parsed: unknown;
    try {
      parsed = yamlValue(name, document, { isAlias, isMap, isSeq });
    } catch (error) {
      if (error instanceof YamlFault) return broken(error.offset, error.message);
      throw error;
    }
    if (parsed === null && documents.length === 1) return { rows: [], rejected: [empty(name)] };
    if (parsed === null) continue;
    const inner = rowsIn(parsed, isRow);
    const top = document.contents;
    const found = isMap(top) && inner.name !== undefined ? top.get(inner.name, true) : top;
    const list = isAlias(found) ? found.resolve(document) : found;
    const nodes = isSeq(list) ? (list.items as Node[]) : [];
    const lineOf = (i: number) => {
      const offset = (nodes[i] ?? (top as Node | null))?.range?.[0];
      return offset === undefined ? 1 : counter.linePos(offset).line;
    };
    rows.push(...inner.rows.map((value, i) => ({ line: lineOf(i), value })));
  }
  return { rows, rejected: rows.length === 0 ? [empty(name)] : [] };
}

/** How deep values are nested, without recursion. */
function levels(tokens: readonly CST.Token[]): number {
  let deepest = 0;
  const open = tokens.map((token) => ({ token, level: 0 }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, level } = next;
    deepest = Math.max(deepest, level);
    if (token.type === 'document' && token.value) open.push({ token: token.value, level });
    if (!('items' in token)) continue;
    for (const { key, value } of token.items) {
      if (key) open.push({ token: key, level: level + 1 });
      if (value) open.push({ token: value, level: level + 1 });
    }
  }
  return deepest;
}

const empty = (file: string): RejectedRow => ({ file, line: 1, code: 'import.empty-file', params: {} });
