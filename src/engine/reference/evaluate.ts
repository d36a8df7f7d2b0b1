/**
 * Runs program nodes in float64: the second opinion of the kernels and of the derivative rules.
 */
import type { ProgramNode, Value, ValueId } from '../graph/program.ts';
import { attention, attentionVjp } from './attention.ts';
import { binary, binaryTable, binaryVector, sumTo } from './binary.ts';
import { conv, convVjp } from './conv.ts';
import { concat, permute, reduce, repeat, repeatVjp, slice, sliceVjp } from './features.ts';
import { gated, gatedVjp } from './gated.ts';
import { embed, linear, promptGradient } from './linear.ts';
import { norm, normVjp } from './norm.ts';
import { rotary } from './rotary.ts';
import { crossEntropy, rowStats, scatterRows, selectRows } from './rows.ts';
import type { Reference, ReferenceContext } from './types.ts';
import { unary, unaryVjp } from './unary.ts';

const references = new Map<string, Reference<never>>(
  Object.entries({
    attention,
    attentionVjp,
    binary,
    binaryTable,
    binaryVector,
    concat,
    conv,
    convVjp,
    crossEntropy,
    embed,
    gated,
    gatedVjp,
    linear,
    norm,
    normVjp,
    permute,
    promptGradient,
    reduce,
    repeat,
    repeatVjp,
    rotary,
    rowStats,
    scatterRows,
    selectRows,
    slice,
    sliceVjp,
    sumTo,
    unary,
    unaryVjp,
  }),
);

/**
 * Values by id after the nodes have run, `given` included. Throws an Error naming an op without a float64 version or an
 * output whose length contradicts the value's shape.
 */
export function evaluate(
  nodes: readonly ProgramNode[],
  values: readonly Value[],
  given: ReadonlyMap<ValueId, Float64Array>,
  context: ReferenceContext,
): Map<ValueId, Float64Array> {
  const data = new Map(given);
  for (const node of nodes) {
    const reference = references.get(node.op);
    if (!reference) throw new Error(`no float64 version of ${node.op}`);
    const inputs = node.inputs.map((id) => {
      const { dims, rows } = values[id]!;
      return { dims, rows: context.rows(rows), data: data.get(id)! };
    });
    const outputs = reference(node.attrs as never, inputs, context);
    node.outputs.forEach((id, i) => {
      const { dims, rows } = values[id]!;
      const want = dims.reduce((a, b) => a * b, context.rows(rows));
      if (outputs[i]?.length !== want) {
        throw new Error(`${node.op} output ${i}: ${outputs[i]?.length} numbers for a shape of ${want}`);
      }
      data.set(id, outputs[i]!);
    });
  }
  return data;
}
