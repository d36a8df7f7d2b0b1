/** What rewriting a graph node by node takes: nodes and constants added beside it, under names that no exporter uses. */
import { int64Tensor } from '../memory-tensor.ts';
import type { AttributeValue, OnnxGraph, OnnxNode, TensorRef } from '../types.ts';

/** A name for `what` around the value `output`. */
export const own = (what: string, output: string) => `soft_prompt_lab/${what}/${output}`;

/** Collects what the rewritten graph is made of. */
export interface Rewriting {
  readonly graph: OnnxGraph;
  readonly nodes: OnnxNode[];
  readonly initializers: Map<string, TensorRef>;
}

/** Adds what stands for the node and says true; false leaves the node as it is. */
export type Rewrite = (node: OnnxNode, to: Rewriting) => boolean;

/** A node of the standard domain; gives its output's name. */
export function add(
  { nodes }: Rewriting,
  op: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, AttributeValue>> = {},
): string {
  nodes.push({
    name: output,
    op,
    domain: '',
    inputs,
    outputs: [output],
    attributes: new Map(Object.entries(attributes)),
  });
  return output;
}

/** Whole numbers, a list of them unless `dims` say otherwise; gives their name. */
export function constant(
  { initializers }: Rewriting,
  name: string,
  values: readonly number[],
  dims?: readonly number[],
): string {
  initializers.set(name, int64Tensor(name, values, dims));
  return name;
}

/** (B - zero point) · scale in float32; either may be absent. */
export function dequantised(to: Rewriting, b: string, zero: string, scale: string, label: string): string {
  const float: AttributeValue = { kind: 'int', value: 1 };
  let matrix = add(to, 'Cast', [b], own('weights', label), { to: float });
  if (zero !== '') {
    const offset = add(to, 'Cast', [zero], own('zero', label), { to: float });
    matrix = add(to, 'Sub', [matrix, offset], own('centred', label));
  }
  return scale === '' ? matrix : add(to, 'Mul', [matrix, scale], own('scaled', label));
}

/** An integer attribute, 0 where it is missing. */
export function intOf(node: OnnxNode, name: string): number {
  const attribute = node.attributes.get(name);
  return attribute?.kind === 'int' ? attribute.value : 0;
}
