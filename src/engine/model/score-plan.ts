/**
 * What must be fed to score several continuations of one prompt: every distinct token once.
 *
 * Prompt and continuations form a tree whose root path is the prompt; a token is fed once however many continuations
 * pass through it, and the last token of a continuation is never fed, since only its own probability is asked for.
 * Deliberately without slots or GPU: `score.ts` gives nodes their KV slots.
 */

export interface ScoreNode {
  readonly id: number;
  /** Tokens before it after the shared prefix. */
  readonly depth: number;
  /** Path (index into `paths`) that this node attends along. */
  readonly path: number;
  /** Distinct tokens whose log-probability is asked for after this node. */
  readonly targets: number[];
}

export interface ScorePlan {
  /** Parents before children, so feeding may be cut anywhere. */
  readonly nodes: readonly ScoreNode[];
  /** Node indices from the first prompt token to a leaf; nodes of one path share a slot list. */
  readonly paths: readonly (readonly number[])[];
  /** For each continuation, for each of its tokens: after which node and as which of its targets. */
  readonly lookups: readonly (readonly { readonly node: number; readonly target: number }[])[];
}

/** `prompt` and every continuation have at least one token. */
export function planScore(
  prompt: readonly number[],
  continuations: readonly (readonly number[])[],
): ScorePlan {
  const nodes: ScoreNode[] = [];
  const paths: number[][] = [[]];
  const children: Map<number, number>[] = [];

  /** Appends a child: on the parent's path while the parent is that path's end, else on a path of its own. */
  const addNode = (id: number, parent: number): number => {
    const index = nodes.length;
    const above = nodes[parent];
    let path = above?.path ?? 0;
    if (above && paths[path]!.length !== above.depth + 1) {
      paths.push(paths[path]!.slice(0, above.depth + 1));
      path = paths.length - 1;
    }
    paths[path]!.push(index);
    nodes.push({ id, depth: above ? above.depth + 1 : 0, path, targets: [] });
    children.push(new Map());
    return index;
  };

  let last = -1;
  for (const id of prompt) last = addNode(id, last);

  const lookups = continuations.map((continuation) => {
    let node = last;
    return continuation.map((id, k) => {
      const { targets } = nodes[node]!;
      let target = targets.indexOf(id);
      if (target < 0) target = targets.push(id) - 1;
      const lookup = { node, target };
      if (k + 1 < continuation.length) {
        const known = children[node]!.get(id);
        const next = known ?? addNode(id, node);
        children[node]!.set(id, next);
        node = next;
      }
      return lookup;
    });
  });
  return { nodes, paths, lookups };
}
