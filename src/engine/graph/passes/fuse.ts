/**
 * Fuses decomposed patterns into core ops: norms, activations, gated activations, rotary embedding, biases, scales.
 *
 * Each rule looks at one node and returns what replaces it, or undefined. Rules run until none fits; nodes left without
 * a reader disappear.
 */
import type { Program, ProgramNode, ValueId } from '../program.ts';
import { activationRules } from './fuse-activations.ts';
import { linearRules } from './fuse-linear.ts';
import { normRules } from './fuse-norms.ts';
import { rotaryRules } from './fuse-rotary.ts';
import { isRegrouping, Matcher } from './pattern.ts';
import { removeUnused } from './remove-unused.ts';

/** Returns what computes the same outputs as `node` from earlier values: one node, or several in order. */
export type FuseRule = (node: ProgramNode, m: Matcher) => ProgramNode | readonly ProgramNode[] | undefined;

/** In this order: a later rule may need what an earlier one made. */
const STAGES: readonly (readonly FuseRule[])[] = [normRules, activationRules, rotaryRules, linearRules];

/** Ops whose operands' dims decide how they broadcast. */
const DIMS_MATTER = new Set(['binary', 'binaryVector', 'binaryTable', 'reduce', 'sumTo']);

export function fuse(program: Program, wanted: readonly ValueId[]): Program {
  let current = program;
  for (const rules of STAGES) {
    for (let changed = true; changed; ) {
      changed = false;
      const m = new Matcher(current, wanted);
      const nodes = current.nodes.flatMap((node): ProgramNode | readonly ProgramNode[] => {
        for (const rule of rules) {
          const replacement = rule(node, m);
          if (replacement) {
            changed = true;
            return replacement;
          }
        }
        return node;
      });
      current = removeUnused({ ...current, nodes }, wanted);
    }
  }
  return removeUnused(skipRegroupings(current), wanted);
}

/** Ops that see rows as flat read the original instead of its regrouped copy. */
function skipRegroupings(program: Program): Program {
  const m = new Matcher(program, []);
  const nodes = program.nodes.map((node) =>
    DIMS_MATTER.has(node.op) || isRegrouping(node)
      ? node
      : { ...node, inputs: node.inputs.map((input) => m.source(input)) },
  );
  return { ...program, nodes };
}
