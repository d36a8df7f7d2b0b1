/** Whole files of own rows, one a line of a table, against all that their shape must make of them. */

import { expect, it } from 'vitest';
import { recogniseFile } from '../recognise.ts';

/** Lines `shape ¦ file ¦ rows ¦ items, without id where it is the line ¦ refused: line, code, parameters`. */
export function itReads(table: string): void {
  const cases = table
    .trim()
    .split('\n')
    .map(
      (line) =>
        line.split(' ¦ ') as [kind: string, file: string, rows: string, items: string, refused: string],
    );
  it.each(cases)('%s in %s: %s', (kind, file, rows, items, refused) => {
    const found = recogniseFile(file, JSON.parse(rows));
    expect(found.kind).toBe(kind);
    expect(new Set(found.items.map(({ task }) => task))).toEqual(
      new Set(found.items.length > 0 ? [found.task] : []),
    );
    const made = found.items.map(({ prompt, options, answer, task, id, ...rest }) => ({
      ...(/^f:\d+$/.test(id) ? {} : { id }),
      ...rest,
    }));
    expect(made).toEqual(JSON.parse(items));
    expect(
      found.rejected.map(({ line, code, params }) => [line, code.replace('import.', ''), params]),
    ).toEqual(JSON.parse(refused));
  });
}
