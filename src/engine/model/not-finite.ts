/**
 * Finds where NaN or infinity first appears in a program, so that the error can name the tensor.
 *
 * Only runs after a result was found not to be finite: it repeats the run, once per step of a bisection.
 */
import { LabError } from '../../lib/errors.ts';
import type { Program, ProgramNode, ValueId } from '../graph/program.ts';
import type { BatchSpec, Executor } from '../plan/types.ts';
import { allFinite } from './errors.ts';

/** The nodes that `value` depends on, in program order. */
export function ancestors(program: Program, value: ValueId): ProgramNode[] {
  const needed = new Set<ValueId>([value]);
  const found: ProgramNode[] = [];
  for (let i = program.nodes.length - 1; i >= 0; i--) {
    const node = program.nodes[i]!;
    if (!node.outputs.some((output) => needed.has(output))) continue;
    for (const input of node.inputs) needed.add(input);
    found.push(node);
  }
  return found.reverse();
}

/**
 * `model.not-finite` {what, tensor}: `what` was not finite, and `tensor` is the name of a value that is not finite though
 * everything it was computed from is.
 */
export async function notFiniteError(
  { executor, program }: { readonly executor: Executor; readonly program: Program },
  batch: BatchSpec,
  value: ValueId,
  what: string,
): Promise<LabError> {
  const nodes = ancestors(program, value);
  const broken = async (node: ProgramNode): Promise<boolean> => {
    const results = await executor.run(batch, [node.outputs[0]!]);
    return !allFinite(results[0]!);
  };
  let low = 0;
  let high = nodes.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (await broken(nodes[middle]!)) high = middle;
    else low = middle + 1;
  }
  // Bisection assumes that everything after the culprit is broken; a branch may be clean, so look at the inputs as well.
  let culprit = nodes[low];
  for (let next = culprit; next; ) {
    culprit = next;
    const inputs: readonly ValueId[] = next.inputs;
    next = undefined;
    for (const input of inputs) {
      const producer = nodes.find((node) => node.outputs.includes(input));
      if (producer && (await broken(producer))) {
        next = producer;
        break;
      }
    }
  }
  const tensor = program.values[culprit?.outputs[0] ?? value]!.name;
  return new LabError('model.not-finite', { what, tensor });
}
