/** One row of own text against what the shapes must make of it. */

import { expect, it } from 'vitest';
import type { Item } from '../../types.ts';
import { recogniseFile } from '../recognise.ts';
import type { RowObject } from '../row.ts';

/** `gold` is the bare text of the right option; without it the item is open. */
export type ShapeCase = readonly [
  name: string,
  kind: string,
  row: RowObject,
  expected: Partial<Item> & { readonly gold?: string },
];

export function itMakes(cases: readonly ShapeCase[]): void {
  it.each(cases)('%s: %s', (_, kind, row, { gold, ...expected }) => {
    const file = recogniseFile('rows.jsonl', [row]);
    expect(file.rejected).toEqual([]);
    expect(file.kind).toBe(kind);
    const [item] = file.items as [Item];
    expect(item).toMatchObject(expected);
    expect(item.task).toBe(gold === undefined ? 'open' : 'closed');
    expect(file.task).toBe(item.task);
    if (gold !== undefined) {
      expect(item.optionTexts![item.goldIndex!]).toBe(gold);
      expect(item.answer).toBe(item.options![item.goldIndex!]);
      expect(item.accepted).toEqual([gold]);
    }
    expect(item.prompt.endsWith(':')).toBe(true);
    expect(item.prompt).toContain(item.question);
  });
}
