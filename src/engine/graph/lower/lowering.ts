/**
 * The state of one lowering: graph, constants, and the program that grows.
 *
 * Does not know any op; handlers (handlers/*.ts) do.
 */
import { LabError } from '../../../lib/errors.ts';
import type { OnnxModel, OnnxNode, TensorRef } from '../../onnx/types.ts';
import type { Evaluator } from '../evaluate/evaluator.ts';
import type { HostTensor } from '../host-tensor.ts';
import type { PreparedGraph } from '../prepare.ts';
import type { ValueId } from '../program.ts';
import type { OutputSpec, ProgramBuilder } from '../program-builder.ts';
import { type Axis, type Extent, shapeOf, storedDims } from './axes.ts';
import { type Feeds, feedsFor } from './feeds.ts';
import type { ReadMask } from './masks.ts';
import type { LoweredValue, TensorValue } from './types.ts';

/** Sizes at which structure is read: distinct and larger than 1, so that no axis hides. It must be the same at each of them. */
export const PROBES: readonly [Extent, Extent] = [
  { batch: 2, tokens: 5, past: 0 },
  { batch: 3, tokens: 7, past: 0 },
];

export class Lowering {
  readonly values = new Map<string, LoweredValue>();
  private readonly constants = new Map<string, HostTensor>();
  /** Feeds and shapes by extent; `seen`: how many lowered values their shapes cover. */
  private readonly known = new Map<string, Feeds & { seen: number }>();
  private readonly names: string[] = [];

  constructor(
    readonly model: OnnxModel,
    readonly graph: PreparedGraph,
    readonly evaluator: Evaluator,
    readonly program: ProgramBuilder,
    readonly probe: Extent = PROBES[0],
    /** Masks read so far, by their terms; they are read at sizes of their own, so lowerings at several probes share them. */
    readonly masks: Map<string, ReadMask> = new Map(),
  ) {}

  opset(domain: string): number {
    return this.model.opsets.get(domain) ?? 0;
  }

  isLowered(name: string): boolean {
    return this.values.has(name);
  }

  set(name: string | undefined, value: LoweredValue): void {
    if (!name) return;
    this.values.set(name, value);
    this.names.push(name);
  }

  /** The tensor behind an input of `node`; scores and other half-finished values are refused by name. */
  tensor(node: OnnxNode, index: number): TensorValue {
    const name = node.inputs[index] ?? '';
    const value = this.values.get(name);
    if (value?.kind !== 'tensor')
      throw this.unsupported(node, `input ${index} (${name}) is ${value?.kind ?? 'constant'}`);
    return value;
  }

  /** Adds a program node for an ONNX node; all outputs are on token rows. */
  emit(
    op: string,
    inputs: readonly ValueId[],
    attrs: unknown,
    dims: readonly (readonly number[])[],
    node: OnnxNode,
  ): ValueId[] {
    const outputs = dims.map(
      (d, i): OutputSpec => ({ dims: d, rows: 'tokens', name: node.outputs[i] || `${node.outputs[0]}#${i}` }),
    );
    return this.program.add(op, inputs, attrs, outputs, `${node.op} ${node.name || node.outputs[0]}`);
  }

  /** Emits a one-output node and registers its value under the ONNX node's first output. */
  emitTensor(
    op: string,
    inputs: readonly ValueId[],
    attrs: unknown,
    axes: readonly Axis[],
    node: OnnxNode,
    output = 0,
  ): TensorValue {
    const [id] = this.emit(op, inputs, attrs, [storedDims(axes)], node);
    const value: TensorValue = { kind: 'tensor', id: id!, axes };
    this.set(node.outputs[output], value);
    return value;
  }

  /** The value's id with exactly these feature dims; a copy under other dims where an op depends on them. */
  withDims(value: TensorValue, dims: readonly number[], node: OnnxNode): ValueId {
    const own = this.program.dims(value.id);
    if (own.length === dims.length && own.every((d, i) => d === dims[i])) return value.id;
    const perm = dims.map((_, i) => i);
    return this.emit('permute', [value.id], { dims, perm }, [dims], node)[0]!;
  }

  /** A constant value at the probe's sizes. */
  async constant(name: string): Promise<HostTensor> {
    const known = this.constants.get(name);
    if (known) return known;
    const tensor = await this.constantAt(name, this.probe);
    this.constants.set(name, tensor);
    return tensor;
  }

  /** A constant value at other sizes (position tables, masks). */
  async constantAt(name: string, extent: Extent): Promise<HostTensor> {
    return (await this.constantsAt([name], extent)).get(name)!;
  }

  /** `instead`: contents that take the place of stored constants. */
  async constantsAt(
    names: readonly string[],
    extent: Extent,
    instead: ReadonlyMap<string, HostTensor> = new Map(),
  ): Promise<Map<string, HostTensor>> {
    const { feeds: own, shapes } = this.knownAt(extent);
    const feeds = new Map([...own, ...instead]);
    return this.evaluator.run({ feeds, knownShapes: shapes, wanted: [...names] });
  }

  /** Shapes of all values lowered so far; only those that are new since the last question are worked out. */
  private knownAt(extent: Extent): Feeds {
    const key = `${extent.batch},${extent.tokens},${extent.past}`;
    const known = this.known.get(key) ?? { ...feedsFor(this.graph.inputs, extent), seen: 0 };
    this.known.set(key, known);
    for (; known.seen < this.names.length; known.seen++) {
      const name = this.names[known.seen]!;
      known.shapes.set(name, shapeOf(this.values.get(name)!.axes, extent));
    }
    return known;
  }

  async integers(name: string): Promise<number[]> {
    return Array.from((await this.constant(name)).data);
  }

  /** The value of a constant with one element; undefined for anything larger. */
  async scalar(name: string): Promise<number | undefined> {
    const tensor = await this.constant(name);
    return tensor.data.length === 1 ? tensor.data[0] : undefined;
  }

  /** The nodes a value depends on, itself included. */
  ancestors(name: string): OnnxNode[] {
    const found = new Set<number>();
    const open = [name];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const index = this.graph.producers.get(next);
      if (index === undefined || found.has(index)) continue;
      found.add(index);
      open.push(...this.graph.nodes[index]!.inputs.filter((input) => input !== ''));
    }
    return [...found].map((index) => this.graph.nodes[index]!);
  }

  /** Stored constants that the value of `name` is made of, by name; shapes of lowered values are no way to one. */
  constantsAbove(name: string): Map<string, TensorRef> {
    const constants = new Map<string, TensorRef>();
    const seen = new Set<string>();
    const open = [name];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === '' || seen.has(next) || this.isLowered(next)) continue;
      seen.add(next);
      const stored = this.graph.initializers.get(next);
      if (stored) constants.set(next, stored);
      const index = this.graph.producers.get(next);
      if (index !== undefined) open.push(...this.graph.nodes[index]!.inputs);
    }
    return constants;
  }

  /** Layers are numbered over all ops that keep a cache: attention and causal convolution. */
  nextCacheLayer(): number {
    return this.program.nodes.filter((node) => node.op === 'attention' || node.op === 'conv').length;
  }

  unsupported(node: OnnxNode, what: string): LabError {
    return new LabError('graph.unsupported-op', {
      op: node.domain ? `${node.domain}::${node.op}` : node.op,
      node: node.name || (node.outputs[0] ?? ''),
      file: this.model.path,
      what,
    });
  }
}

export function intAttr(node: OnnxNode, name: string, fallback: number): number {
  const attribute = node.attributes.get(name);
  return attribute?.kind === 'int' ? attribute.value : fallback;
}

export function floatAttr(node: OnnxNode, name: string, fallback: number): number {
  const attribute = node.attributes.get(name);
  return attribute?.kind === 'float' ? attribute.value : fallback;
}

export function intsAttr(node: OnnxNode, name: string): readonly number[] | undefined {
  const attribute = node.attributes.get(name);
  return attribute?.kind === 'ints' ? attribute.value : undefined;
}

export function stringAttr(node: OnnxNode, name: string, fallback: string): string {
  const attribute = node.attributes.get(name);
  return attribute?.kind === 'string' ? attribute.value : fallback;
}
