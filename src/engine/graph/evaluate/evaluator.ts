/**
 * Computes, on the CPU, what does not depend on the embeddings: masks, positions, rotary tables, shape arithmetic.
 *
 * Lazy: evaluates only what the wanted values need. Infers no shapes of activations; those come from the caller.
 */
import { LabError } from '../../../lib/errors.ts';
import type { OnnxModel, OnnxNode, TensorRef } from '../../onnx/types.ts';
import type { HostTensor } from '../host-tensor.ts';
import { nodeLabel, type PreparedGraph, resolveAlias } from '../prepare.ts';
import { type Budget, checkExtent, OpContext } from './context.ts';
import { loadHostTensor } from './load.ts';
import { hostType } from './numeric.ts';
import { evaluateOps, shapeOnlyOps } from './ops/table.ts';
import { type Dims, sizeOf } from './shapes.ts';

export interface EvaluateRequest {
  /** Contents of graph inputs or inner values. */
  readonly feeds: ReadonlyMap<string, HostTensor>;
  /** Shapes of values whose contents are not available, by names that no alias stands for; `Shape` of them works. */
  readonly knownShapes: ReadonlyMap<string, readonly number[]>;
  readonly wanted: readonly string[];
  /** Largest tensor to load or make; default 2^26. All tensors of the run together may have 32 times as many elements. */
  readonly maxElements?: number;
}

export interface Evaluator {
  /**
   * The wanted values by the names they were asked by. Results may share data with feeds and each other: do not write to them.
   * Throws `graph.not-constant` (value, source) where a value needs contents that nobody has, `graph.evaluate-unsupported`,
   * `graph.evaluate-failed`, `graph.evaluate-too-large`, and what reading an initializer throws.
   */
  run(request: EvaluateRequest): Promise<Map<string, HostTensor>>;
}

const DEFAULT_MAX_ELEMENTS = 2 ** 26;
const RUN_BUDGET = 32;
/** Initializers up to this size are kept between runs. */
const KEEP_ELEMENTS = 2 ** 14;

export function createEvaluator(graph: PreparedGraph, model: OnnxModel): Evaluator {
  const kept = new Map<TensorRef, HostTensor>();
  return { run: (request) => new Run(graph, model, kept, request).result() };
}

class Run {
  readonly #values = new Map<string, HostTensor>();
  readonly #shapes: ReadonlyMap<string, Dims>;
  /** Indices of nodes to evaluate. */
  readonly #nodes = new Set<number>();
  readonly #initializers = new Set<string>();
  readonly #wanted: ReadonlyMap<string, string>;
  readonly #maxElements: number;

  constructor(
    readonly graph: PreparedGraph,
    readonly model: OnnxModel,
    readonly kept: Map<TensorRef, HostTensor>,
    request: EvaluateRequest,
  ) {
    const resolve = (name: string) => resolveAlias(graph.aliases, name);
    this.#maxElements = request.maxElements ?? DEFAULT_MAX_ELEMENTS;
    this.#wanted = new Map(request.wanted.map((name) => [name, resolve(name)]));
    for (const [name, tensor] of request.feeds) this.#values.set(resolve(name), tensor);
    this.#shapes = request.knownShapes;
    // An empty input (a cache without a past) has no contents to miss.
    for (const input of graph.inputs) {
      const dims = this.#shapes.get(input.name);
      const type = hostType(input.dtype);
      if (!dims || sizeOf(dims) > 0 || !type || this.#values.has(input.name)) continue;
      checkExtent(dims, this.#maxElements, input.name);
      this.#values.set(input.name, { dtype: type.dtype, dims, data: new Float64Array(0) });
    }
  }

  async result(): Promise<Map<string, HostTensor>> {
    for (const [name, value] of this.#wanted) this.#collect(name, value);
    const nodes = [...this.#nodes].sort((a, b) => a - b).map((index) => this.graph.nodes[index]!);
    for (const node of nodes) {
      const key = `${node.domain}::${node.op}`;
      if (evaluateOps.has(key)) continue;
      const { op, domain } = node;
      throw new LabError('graph.evaluate-unsupported', {
        op,
        domain: domain || 'ai.onnx',
        node: nodeLabel(node),
      });
    }
    for (const name of this.#initializers) {
      this.#values.set(name, await this.#load(this.graph.initializers.get(name)!));
    }
    await this.#evaluate(nodes);
    return new Map([...this.#wanted].map(([name, value]) => [name, this.#values.get(value)!]));
  }

  /** Marks the nodes and initializers that `value` needs. */
  #collect(wanted: string, value: string): void {
    const pending = [value];
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (name === '' || this.#values.has(name) || this.#initializers.has(name)) continue;
      if (this.graph.initializers.has(name)) {
        this.#initializers.add(name);
        continue;
      }
      const index = this.graph.producers.get(name);
      if (index === undefined || this.#shapes.has(name)) {
        throw new LabError('graph.not-constant', { value: wanted, source: name });
      }
      if (this.#nodes.has(index)) continue;
      this.#nodes.add(index);
      const node = this.graph.nodes[index]!;
      for (const input of node.inputs) if (!this.#onlyShapeOf(node, input)) pending.push(input);
    }
  }

  /** Whether the node asks for nothing but a shape, or a type, that is known without contents. */
  #onlyShapeOf(node: OnnxNode, input: string): boolean {
    const op = `${node.domain}::${node.op}`;
    if (op === '::CastLike') return input !== node.inputs[0] && this.#shapes.has(input);
    return shapeOnlyOps.has(op) && this.#dims(input) !== undefined;
  }

  #dims(name: string): Dims | undefined {
    return this.#shapes.get(name) ?? this.#values.get(name)?.dims ?? this.graph.initializers.get(name)?.dims;
  }

  async #load(ref: TensorRef): Promise<HostTensor> {
    const tensor = this.kept.get(ref) ?? (await loadHostTensor(ref, this.#maxElements));
    if (tensor.data.length <= KEEP_ELEMENTS) this.kept.set(ref, tensor);
    return tensor;
  }

  async #evaluate(nodes: readonly OnnxNode[]): Promise<void> {
    const budget: Budget = { left: RUN_BUDGET * this.#maxElements };
    const readers = this.#countReaders(nodes);
    for (const node of nodes) {
      const tensors = new Map<string, HostTensor>();
      for (const [key, attribute] of node.attributes) {
        if (attribute.kind === 'tensor') tensors.set(key, await this.#load(attribute.value));
      }
      const ctx = new OpContext(
        node,
        this.model.opsets.get(node.domain) ?? 1,
        node.inputs.map((name) => this.#values.get(name)),
        this.#dims(node.inputs[0] ?? ''),
        tensors,
        this.#maxElements,
        budget,
      );
      const outputs = evaluateOps.get(`${node.domain}::${node.op}`)!(ctx);
      node.outputs.forEach((name, i) => {
        if (name === '') return;
        const output = outputs[i];
        if (!output) throw ctx.fail(`output ${i}`);
        // Views allocate nothing, but the next node loops over what they claim.
        checkExtent(output.dims, this.#maxElements, nodeLabel(node));
        this.#values.set(name, output);
      });
      for (const name of new Set(node.inputs)) this.#release(name, readers);
    }
  }

  #countReaders(nodes: readonly OnnxNode[]): Map<string, number> {
    const readers = new Map<string, number>();
    for (const node of nodes) {
      for (const name of new Set(node.inputs)) readers.set(name, (readers.get(name) ?? 0) + 1);
    }
    // One reader more for what the caller gets.
    for (const value of this.#wanted.values()) readers.set(value, (readers.get(value) ?? 0) + 1);
    return readers;
  }

  /** Forgets a value after its last reader: masks of long sequences are large. */
  #release(name: string, readers: Map<string, number>): void {
    const left = (readers.get(name) ?? 1) - 1;
    readers.set(name, left);
    if (left === 0) this.#values.delete(name);
  }
}
