/** What a training step keeps of its forward pass, for tests and measurements of recomputation. */
import type { ProgramNode, TrainingProgram, Value, ValueId } from '../../graph/program.ts';
import { rowBytes } from '../arena.ts';
import { lifetimes, neededNodes } from '../liveness.ts';
import { recomputableLayers, withRecomputation } from '../recompute.ts';

/** Bytes of values of `tokens` rows that are there when the backward pass begins and are read by it. */
export function savedBytes(
  nodes: readonly ProgramNode[],
  values: readonly Value[],
  wanted: readonly ValueId[],
  tokens: number,
): number {
  const start = nodes.findIndex(({ op }) => op === 'crossEntropy');
  return lifetimes({ values }, nodes, wanted)
    .filter(({ from, to, value }) => from < start && to > start && value.rows === 'tokens')
    .reduce((sum, { value }) => sum + rowBytes(value) * tokens, 0);
}

/** The nodes of a training step, its layers, and the step with the first `count` of them recomputed. */
export function trainingSteps(program: TrainingProgram) {
  const wanted = [program.rowLoss, program.promptGradient];
  const nodes = neededNodes(program, wanted, () => false);
  const layers = recomputableLayers(nodes);
  const recomputed = (count: number): { nodes: ProgramNode[]; values: Value[] } => {
    const again = withRecomputation(program, nodes, layers.slice(0, count), program.values.length);
    return { nodes: again.nodes, values: [...program.values, ...again.values] };
  };
  return { wanted, layers, nodes, recomputed };
}
