/**
 * `If` nodes whose condition is a matter of length only: exporters switch to another rotary table beyond the trained
 * length (longrope). The branch for short sequences is taken, and the model serves positions as long as it is the right one.
 */
import { LabError } from '../../../lib/errors.ts';
import type { OnnxModel } from '../../onnx/types.ts';
import { createEvaluator } from '../evaluate/evaluator.ts';
import { prepareGraph } from '../prepare.ts';
import { feedsFor } from './feeds.ts';

export interface Conditions {
  /** Condition -> its value for short sequences. */
  readonly values: ReadonlyMap<string, boolean>;
  /** Longest sequence for which all of them hold, where one ends. */
  readonly limit: number | undefined;
}

/** No table is longer. */
const MAX_LENGTH = 2 ** 18;

/** Conditions that cannot be computed from lengths are left out. */
export async function lengthConditions(model: OnnxModel): Promise<Conditions> {
  const values = new Map<string, boolean>();
  const limits: number[] = [];
  const produced = new Set(model.graph.nodes.flatMap((node) => node.outputs));
  for (const node of model.graph.nodes) {
    const condition = node.inputs[0];
    if (node.op !== 'If' || node.domain !== '' || !condition || values.has(condition)) continue;
    if (!produced.has(condition)) continue;
    const at = conditionAt(model, condition);
    const short = await at(1);
    if (short === undefined) continue;
    values.set(condition, short);
    const limit = await lastLengthWith(short, at);
    if (limit !== undefined) limits.push(limit);
  }
  return { values, limit: limits.length > 0 ? Math.min(...limits) : undefined };
}

/** The condition for one sequence of `tokens`; undefined where it needs more than lengths. */
function conditionAt(model: OnnxModel, name: string): (tokens: number) => Promise<boolean | undefined> {
  return async (tokens) => {
    try {
      const graph = prepareGraph(model, { useCacheBranch: false, outputs: [name] });
      const { feeds, shapes } = feedsFor(graph.inputs, { batch: 1, tokens, past: 0 });
      const wanted = await createEvaluator(graph, model).run({ feeds, knownShapes: shapes, wanted: [name] });
      const { data } = wanted.get(name)!;
      return data.length === 1 ? data[0] !== 0 : undefined;
    } catch (error) {
      if (error instanceof LabError) return undefined;
      throw error;
    }
  };
}

async function lastLengthWith(
  value: boolean,
  at: (tokens: number) => Promise<boolean | undefined>,
): Promise<number | undefined> {
  let good = 1;
  let bad = 2;
  while ((await at(bad)) === value) {
    if (bad >= MAX_LENGTH) return undefined;
    good = bad;
    bad *= 2;
  }
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if ((await at(middle)) === value) good = middle;
    else bad = middle;
  }
  return good;
}
