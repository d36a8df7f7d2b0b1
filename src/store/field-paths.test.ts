import { describe, expect, it } from 'vitest';
import { fieldPaths } from './field-paths.ts';

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
