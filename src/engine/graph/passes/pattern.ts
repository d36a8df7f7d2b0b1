/**
 * Looking backwards through a program for the subgraphs that exporters write for one operation.
 */
import type { Program, ProgramNode, UnaryFn, ValueId } from '../program.ts';

/** Producers and readers of a program's values. */
export class Matcher {
  private readonly producers = new Map<ValueId, ProgramNode>();
  private readonly uses = new Map<ValueId, number>();

  constructor(
    readonly program: Program,
    wanted: readonly ValueId[],
  ) {
    for (const node of program.nodes) {
      for (const output of node.outputs) this.producers.set(output, node);
      for (const input of node.inputs) this.uses.set(input, (this.uses.get(input) ?? 0) + 1);
    }
    for (const value of wanted) this.uses.set(value, (this.uses.get(value) ?? 0) + 1);
  }

  /** Looks through copies that only regroup features. */
  source(value: ValueId): ValueId {
    let current = value;
    for (;;) {
      const node = this.producers.get(current);
      if (!node || !isRegrouping(node)) return current;
      current = node.inputs[0]!;
    }
  }

  producer(value: ValueId, op?: string): ProgramNode | undefined {
    const node = this.producers.get(this.source(value));
    return node && (op === undefined || node.op === op) ? node : undefined;
  }

  unary(value: ValueId, fn: UnaryFn['fn']): ProgramNode | undefined {
    const node = this.producer(value, 'unary');
    return node && (node.attrs as UnaryFn).fn === fn ? node : undefined;
  }

  affine(
    value: ValueId,
  ): { readonly input: ValueId; readonly scale: number; readonly shift: number } | undefined {
    const node = this.unary(value, 'affine');
    if (!node) return undefined;
    const { scale, shift } = node.attrs as { scale: number; shift: number };
    return { input: node.inputs[0]!, scale, shift };
  }

  binary(value: ValueId, fn: string): ProgramNode | undefined {
    const node = this.producer(value, 'binary');
    return node && (node.attrs as { fn: string }).fn === fn ? node : undefined;
  }

  same(a: ValueId, b: ValueId): boolean {
    return this.source(a) === this.source(b);
  }

  /** Features of one row. */
  rowLength(value: ValueId): number {
    return this.program.values[value]!.dims.reduce((a, b) => a * b, 1);
  }

  usedOnce(value: ValueId): boolean {
    return (this.uses.get(value) ?? 0) === 1;
  }
}

/** A permute that keeps the order of features, or 1·x + 0 (a gain of ones): a copy under other dims. */
export function isRegrouping(node: ProgramNode): boolean {
  if (node.op === 'permute') {
    return (node.attrs as { perm: readonly number[] }).perm.every((from, to) => from === to);
  }
  const { fn, scale, shift } = node.attrs as { fn?: string; scale?: number; shift?: number };
  return node.op === 'unary' && fn === 'affine' && scale === 1 && shift === 0;
}
