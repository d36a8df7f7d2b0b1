/**
 * The one table of ops: what the engine can run and differentiate.
 *
 * To add an op: its attributes in graph/program.ts; `<op>.ts` here with shapes, WGSL and VJP (an OpDef); its formula in
 * float64 in reference/ and in evaluate.ts; its cases in testing/cases-*.ts (they check VJP and kernels); a line below.
 * An op that reads other tokens or its token's position also joins ROW_BOUND in graph/passes/select-rows.ts.
 *
 * An ONNX operator that existing ops can express needs none: a handler in graph/lower/handlers/ turns it into them, and a
 * small file with it joins graph/lower/fixtures/.
 */
import { attention, attentionVjp } from './attention.ts';
import { binary } from './binary.ts';
import { binaryTable } from './binary-table.ts';
import { binaryVector } from './binary-vector.ts';
import { concat } from './concat.ts';
import { conv, convVjp } from './conv.ts';
import { crossEntropy } from './cross-entropy.ts';
import { embed, promptGradient } from './embed.ts';
import { gated, gatedVjp } from './gated.ts';
import { linear } from './linear.ts';
import { norm, normVjp } from './norm.ts';
import { permute } from './permute.ts';
import { reduce } from './reduce.ts';
import { repeat, repeatVjp } from './repeat.ts';
import { rotary } from './rotary.ts';
import { rowStats } from './row-stats.ts';
import { scatterRows, selectRows } from './select-rows.ts';
import { slice, sliceVjp } from './slice.ts';
import { sumTo } from './sum-to.ts';
import type { OpDef } from './types.ts';
import { unary, unaryVjp } from './unary.ts';

const ops: readonly OpDef[] = [
  embed,
  promptGradient,
  linear,
  norm,
  normVjp,
  rotary,
  attention,
  attentionVjp,
  unary,
  unaryVjp,
  binary,
  binaryVector,
  binaryTable,
  gated,
  gatedVjp,
  reduce,
  sumTo,
  slice,
  sliceVjp,
  concat,
  permute,
  repeat,
  repeatVjp,
  conv,
  convVjp,
  selectRows,
  scatterRows,
  crossEntropy,
  rowStats,
];

/** By op name. */
export const opTable: ReadonlyMap<string, OpDef> = new Map(ops.map((op) => [op.name, op]));
