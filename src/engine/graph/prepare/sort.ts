/** Topological order of nodes; files need not be sorted (onnxruntime-genai's are not always). */
import { LabError } from '../../../lib/errors.ts';
import type { OnnxNode } from '../../onnx/types.ts';
import { nodeLabel } from './flat-graph.ts';

/** Kahn's algorithm, first come first served in file order. Throws `graph.cycle` naming a node of the circle. */
export function sortNodes(nodes: readonly OnnxNode[], file: string): OnnxNode[] {
  const producer = new Map<string, number>();
  nodes.forEach((node, index) => {
    for (const name of node.outputs) if (name !== '') producer.set(name, index);
  });
  const missing = new Array<number>(nodes.length).fill(0);
  const followers: number[][] = nodes.map(() => []);
  nodes.forEach((node, index) => {
    const sources = new Set(node.inputs.map((name) => producer.get(name)).filter((i) => i !== undefined));
    missing[index] = sources.size;
    for (const source of sources) followers[source]!.push(index);
  });
  const order = nodes.flatMap((_, index) => (missing[index] === 0 ? [index] : []));
  for (let i = 0; i < order.length; i++) {
    for (const next of followers[order[i]!]!) {
      missing[next]!--;
      if (missing[next] === 0) order.push(next);
    }
  }
  if (order.length < nodes.length) {
    const stuck = nodes[missing.findIndex((count) => count > 0)]!;
    throw new LabError('graph.cycle', { file, node: nodeLabel(stuck) });
  }
  return order.map((index) => nodes[index]!);
}
