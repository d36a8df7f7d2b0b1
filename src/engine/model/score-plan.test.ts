import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planScore } from './score-plan.ts';

describe('planScore', () => {
  it('feeds the common start of options once and never their last token', () => {
    const plan = planScore([7, 8], [[1, 2, 3], [1, 2, 4], [1, 5, 6], [9]]);
    expect(plan.nodes.map((node) => node.id)).toEqual([7, 8, 1, 2, 5]);
    expect(plan.nodes.map((node) => node.targets)).toEqual([[], [1, 9], [2, 5], [3, 4], [6]]);
    expect(plan.paths).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 4],
    ]);
  });

  it('asks for every token after exactly the tokens before it, along one path, parents first', () => {
    const token = fc.nat(3);
    fc.assert(
      fc.property(
        fc.array(token, { minLength: 1, maxLength: 5 }),
        fc.array(fc.array(token, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
        (prompt, continuations) => {
          const { nodes, paths, lookups } = planScore(prompt, continuations);
          nodes.forEach((node, i) => {
            const path = paths[node.path]!;
            expect(path[node.depth]).toBe(i);
            expect(Math.max(...path.slice(0, node.depth + 1))).toBe(i);
            expect(new Set(node.targets).size).toBe(node.targets.length);
          });
          continuations.forEach((continuation, c) => {
            continuation.forEach((id, k) => {
              const lookup = lookups[c]![k]!;
              const node = nodes[lookup.node]!;
              expect(node.targets[lookup.target]).toBe(id);
              const context = paths[node.path]!.slice(0, node.depth + 1).map((i) => nodes[i]!.id);
              expect(context).toEqual([...prompt, ...continuation.slice(0, k)]);
            });
          });
          const contexts = nodes.map((node) =>
            paths[node.path]!.slice(0, node.depth + 1)
              .map((i) => nodes[i]!.id)
              .join(),
          );
          expect(new Set(contexts).size).toBe(nodes.length);
        },
      ),
    );
  });
});
