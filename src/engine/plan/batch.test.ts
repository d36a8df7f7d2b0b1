import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grouped } from './batch.ts';

test('indices are listed by group, in their order, without those that name none', () => {
  const property = fc.property(fc.array(fc.integer({ min: -2, max: 6 }), { maxLength: 40 }), (groupOf) => {
    const listed = grouped(groupOf, 7);
    for (let group = 0; group < 7; group++) {
      const members = listed.subarray(8 + listed[group]!, 8 + listed[group + 1]!);
      expect([...members]).toEqual(groupOf.flatMap((of, i) => (of === group ? [i] : [])));
    }
    expect(listed.length).toBe(8 + groupOf.filter((of) => of >= 0).length);
  });
  fc.assert(property);
});

test('no groups, no indices', () => {
  expect(grouped([], 0)).toEqual(Uint32Array.of(0));
});
