/**
 * onnxruntime writes one DequantizeLinear for each reader of a value; here they are one again, so that a quantised
 * embedding has one value that stands for it.
 */
import type { OnnxNode } from '../../onnx/types.ts';

/** The nodes without repeated DequantizeLinear, reading the first of each; outputs of the repeated ones go into `aliases`. */
export function mergeDequantised(nodes: readonly OnnxNode[], aliases: Map<string, string>): OnnxNode[] {
  const first = new Map<string, OnnxNode>();
  const merged = new Map<string, string>();
  const kept = nodes.filter((node) => {
    if (node.op !== 'DequantizeLinear') return true;
    const key = JSON.stringify([node.domain, node.inputs, [...node.attributes]]);
    const known = first.get(key);
    if (!known) {
      first.set(key, node);
      return true;
    }
    merged.set(node.outputs[0]!, known.outputs[0]!);
    aliases.set(node.outputs[0]!, known.outputs[0]!);
    return false;
  });
  if (merged.size === 0) return kept;
  return kept.map((node) => ({ ...node, inputs: node.inputs.map((name) => merged.get(name) ?? name) }));
}
