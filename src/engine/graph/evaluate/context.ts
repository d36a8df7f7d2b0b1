/** What an op of the evaluator sees of its node: inputs, attributes, checked allocation, and how to fail. */
import { LabError } from '../../../lib/errors.ts';
import type { OnnxNode } from '../../onnx/types.ts';
import type { HostDtype, HostTensor } from '../host-tensor.ts';
import { nodeLabel } from '../prepare.ts';
import { type Dims, extentOf, sizeOf } from './shapes.ts';

/** Computes all outputs of a node. Must not write to its inputs; may share their data. */
export type EvaluateOp = (ctx: OpContext) => HostTensor[];

/** Elements that one run may still allocate. */
export interface Budget {
  left: number;
}

/** Throws `graph.evaluate-too-large` for shapes whose loops or memory would exceed `max`; `label` names node or tensor. */
export function checkExtent(dims: Dims, max: number, label: string): void {
  const elements = extentOf(dims);
  if (!(elements <= max)) throw new LabError('graph.evaluate-too-large', { node: label, elements, max });
}

export class OpContext {
  constructor(
    readonly node: OnnxNode,
    /** Version of the node's operator set. */
    readonly opset: number,
    private readonly inputs: readonly (HostTensor | undefined)[],
    /** Shape of the first input, also where its contents are not known (Shape, Size). */
    private readonly firstDims: Dims | undefined,
    private readonly tensors: ReadonlyMap<string, HostTensor>,
    private readonly maxElements: number,
    private readonly budget: Budget,
  ) {}

  get inputCount(): number {
    return this.inputs.length;
  }

  input(index: number): HostTensor {
    const tensor = this.inputs[index];
    if (!tensor) throw this.fail(`input ${index}`);
    return tensor;
  }

  optional(index: number): HostTensor | undefined {
    return this.inputs[index];
  }

  /** Shape of input 0. */
  dims(): Dims {
    if (!this.firstDims) throw this.fail('input 0');
    return this.firstDims;
  }

  int(name: string, fallback: number): number {
    const attribute = this.node.attributes.get(name);
    return attribute?.kind === 'int' ? attribute.value : fallback;
  }

  ints(name: string): readonly number[] | undefined {
    const attribute = this.node.attributes.get(name);
    return attribute?.kind === 'ints' ? attribute.value : undefined;
  }

  float(name: string, fallback: number): number {
    const attribute = this.node.attributes.get(name);
    return attribute?.kind === 'float' ? attribute.value : fallback;
  }

  string(name: string, fallback: string): string {
    const attribute = this.node.attributes.get(name);
    return attribute?.kind === 'string' ? attribute.value : fallback;
  }

  /** A tensor attribute, already loaded. */
  tensor(name: string): HostTensor | undefined {
    return this.tensors.get(name);
  }

  /** Axes, sizes and the like: an attribute in old operator sets, input `index` in new ones. */
  intsFrom(name: string, index: number): readonly number[] | undefined {
    const tensor = this.optional(index);
    return tensor ? Array.from(tensor.data) : this.ints(name);
  }

  /** One number from a one-element input. */
  scalar(index: number): number {
    const { data } = this.input(index);
    if (data.length !== 1) throw this.fail(`input ${index}: ${data.length} ≠ 1`);
    return data[0]!;
  }

  /** A valid axis of `rank`, counted from the end where negative. */
  axis(axis: number, rank: number): number {
    const positive = axis < 0 ? axis + rank : axis;
    if (!Number.isInteger(axis) || positive < 0 || positive >= rank) {
      throw this.fail(`axis ${axis}, rank ${rank}`);
    }
    return positive;
  }

  /** A valid index below `size`, counted from the end where negative. */
  index(index: number, size: number): number {
    const positive = index < 0 ? index + size : index;
    if (!(Number.isInteger(positive) && positive >= 0 && positive < size))
      throw this.fail(`index ${index}, size ${size}`);
    return positive;
  }

  /** Zeros for a result of this shape; refuses impossible and too large ones before allocating. */
  alloc(dims: Dims): Float64Array<ArrayBuffer> {
    if (dims.some((d) => !(Number.isInteger(d) && d >= 0))) throw this.fail(`[${dims}]`);
    checkExtent(dims, Math.min(this.maxElements, this.budget.left), nodeLabel(this.node));
    const elements = sizeOf(dims);
    this.budget.left -= elements;
    return new Float64Array(elements);
  }

  result(dtype: HostDtype, dims: Dims, data: Float64Array): HostTensor[] {
    return [{ dtype, dims, data }];
  }

  /** `reason` is made of numbers and symbols, not of sentences. */
  fail(reason: string): LabError {
    return new LabError('graph.evaluate-failed', { node: nodeLabel(this.node), op: this.node.op, reason });
  }
}
