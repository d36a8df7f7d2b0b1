import { describe, expect, it } from 'vitest';
import { fieldPaths, optionGroups } from './field-paths.ts';

describe('fieldPaths', () => {
  it('names single values and lists, one level deep, with what stands there', () => {
    const rows = [
      { ask: 'Why?', meta: { id: 7, tags: ['a'], deep: { x: 1 } }, empty: '', none: null },
      { ask: 'Who?', empty: 'now', picks: ['a', 'b'] },
    ];
    expect(fieldPaths(rows)).toEqual([
      { path: 'ask', sample: 'Why?', isList: false },
      { path: 'meta.id', sample: '7', isList: false },
      { path: 'meta.tags', sample: '["a"]', isList: true },
      { path: 'empty', sample: 'now', isList: false },
      { path: 'picks', sample: '["a","b"]', isList: true },
    ]);
  });

  it('cuts long values and keeps them on one line', () => {
    const [field] = fieldPaths([{ text: `a\n${'b'.repeat(100)}` }]);
    expect(field!.sample).toMatch(/^a b+…$/);
    expect(field!.sample).toHaveLength(60);
  });
});

describe('fields that are one option each', () => {
  const groups = (row: Record<string, unknown>) => optionGroups(fieldPaths([row]));
  it.each([
    [{ question: 'q', A: 'w', B: 'x', C: 'y' }, ['A, B, C']],
    [{ option_a: 'w', option_b: 'x', note_a: 'n' }, ['option_a, option_b']],
    [{ choice1: 'w', choice2: 'x' }, ['choice1, choice2']],
    [{ ending0: 'w', ending1: 'x', ending2: 'y' }, ['ending1, ending2', 'ending0, ending1, ending2']],
    [{ a: ['x'], b: ['y'], answer1: 'z' }, []],
  ])('%j', (row, expected) => {
    expect(groups(row)).toEqual(expected);
  });
});
