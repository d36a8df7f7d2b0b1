/** The evaluator's ops by `domain::op`. Nearly all are of the default domain: fused ops work on embeddings, which are never constant. */
import type { EvaluateOp } from '../context.ts';
import { createOps } from './create.ts';
import { elementwiseOps } from './elementwise.ts';
import { gatherOps } from './gather.ts';
import { linearOps } from './linear.ts';
import { microsoftOps } from './quantised.ts';
import { reduceOps } from './reduce.ts';
import { shapeOps } from './shape.ts';

const groups = [elementwiseOps, shapeOps, createOps, gatherOps, reduceOps, linearOps];

export const evaluateOps: ReadonlyMap<string, EvaluateOp> = new Map([
  ...groups.flatMap((group) => Object.entries(group).map(([op, fn]) => [`::${op}`, fn] as const)),
  ...Object.entries(microsoftOps).map(([op, fn]) => [`com.microsoft::${op}`, fn] as const),
]);

/** Ops that need only the shape of their first input. */
export const shapeOnlyOps: ReadonlySet<string> = new Set(['::Shape', '::Size']);
