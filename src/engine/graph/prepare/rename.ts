/** Renames values in a node and in the graphs nested in it; nested graphs see the names around them. */
import type { AttributeValue, OnnxGraph, OnnxNode } from '../../onnx/types.ts';

/** `names` maps old to new; names not in it stay. */
export function renameNode(node: OnnxNode, names: ReadonlyMap<string, string>): OnnxNode {
  const rename = (name: string) => names.get(name) ?? name;
  const attributes = new Map<string, AttributeValue>();
  for (const [key, attribute] of node.attributes) {
    const nested = attribute.kind === 'graph';
    attributes.set(
      key,
      nested ? { kind: 'graph', value: renameCaptured(attribute.value, names) } : attribute,
    );
  }
  return { ...node, inputs: node.inputs.map(rename), outputs: node.outputs.map(rename), attributes };
}

/** Names that the nested graph defines itself hide those of the same name outside. */
function renameCaptured(graph: OnnxGraph, names: ReadonlyMap<string, string>): OnnxGraph {
  const captured = new Map(names);
  for (const name of graph.initializers.keys()) captured.delete(name);
  for (const node of graph.nodes) for (const name of node.outputs) captured.delete(name);
  if (captured.size === 0) return graph;
  return {
    ...graph,
    nodes: graph.nodes.map((node) => renameNode(node, captured)),
    outputs: graph.outputs.map((o) => ({ ...o, name: captured.get(o.name) ?? o.name })),
  };
}
