/**
 * A merged decoder (optimum: one `If` on the input use_cache_branch) as the decoder without a past, so that its layers are
 * nodes of the main graph. Other conditions stay.
 */
import type { OnnxGraph, OnnxNode, TensorRef } from '../types.ts';

const CONDITION = 'use_cache_branch';

/** The graph with the else branches of such conditions in their places; itself where there are none. */
export function withoutCacheBranch(graph: OnnxGraph): OnnxGraph {
  const nodes: OnnxNode[] = [];
  const initializers = new Map<string, TensorRef>(graph.initializers);
  for (const node of graph.nodes) {
    const branch = node.attributes.get('else_branch');
    if (node.op !== 'If' || node.inputs[0] !== CONDITION || branch?.kind !== 'graph') {
      nodes.push(node);
      continue;
    }
    // Names inside a branch differ from those around it (ONNX: single assignment over nested scopes).
    for (const [name, tensor] of branch.value.initializers) initializers.set(name, tensor);
    nodes.push(...branch.value.nodes);
    branch.value.outputs.forEach(({ name }, i) => {
      const output = node.outputs[i];
      if (!output || output === name) return;
      const attributes = new Map();
      nodes.push({ name: output, op: 'Identity', domain: '', inputs: [name], outputs: [output], attributes });
    });
  }
  return { ...graph, nodes, initializers };
}
