/**
 * The part of a run that works on rows of logits, in pieces of rows: a vocabulary of 150,000 makes 600 KB of a row, so memory
 * must not grow with the labels of a batch.
 *
 * Pieces are rows of the `selected` domain, not stretches of the vocabulary. Stretches with a running log-sum-exp would need
 * the logits a second time for the derivative (half as much arithmetic again in the largest product of the model) or an
 * accumulator of unnormalised gradients, and products of column ranges of packed matrices. Rows give the same bound for
 * nothing: each logit is computed once and its derivative written over it (ops/cross-entropy.ts), so one array of 64 rows is
 * all there is, 39 MB for 150,000 tokens, which every adapter can bind (up to 524,288 tokens). What it costs is that the
 * head's weights are read once a piece: 64 rows do 32 FLOP a byte of f32 weights, 256 a byte of 4-bit ones, still more than
 * GPUs need to be busy. Values that others read keep all rows; each piece sees its part of them.
 */
import type { ProgramNode, Value, ValueId } from '../graph/program.ts';
import { rowBytes } from './arena.ts';
import type { Lifetime } from './liveness.ts';

/**
 * What a piece may take for its largest value: half of WebGPU's default limit for one binding (which also keeps one dispatch
 * of the loss below half a second on a software adapter), or, where memory is short, as little as can be.
 */
export const PIECE_BYTES: readonly number[] = [64 * 2 ** 20, 0];
/** Pieces begin where every array may be bound: 64 rows of the smallest (4 bytes) are WebGPU's 256-byte alignment. */
const ROW_STEP = 64;

export interface HeadRows {
  /** Nodes first..end-1 of the run's list run for one piece after the other. */
  readonly first: number;
  readonly end: number;
  /** Written and read inside only: they need room for one piece. */
  readonly inner: ReadonlySet<ValueId>;
  /** Most rows of a piece. */
  readonly pieceRows: number;
}

/** Undefined where a run has no logits. `nodes` are a run's list, `wanted` what is read back. */
export function headRows(
  nodes: readonly ProgramNode[],
  values: ReadonlyMap<ValueId, Value>,
  wanted: readonly ValueId[],
  pieceBytes: number,
): HeadRows | undefined {
  const selected = (node: ProgramNode) => node.outputs.every((id) => values.get(id)!.rows === 'selected');
  const anchor = nodes.findLastIndex((node) => node.op === 'crossEntropy' || node.op === 'rowStats');
  if (anchor < 0) return undefined;
  let first = anchor;
  while (first > 0 && selected(nodes[first - 1]!)) first--;
  let end = anchor + 1;
  while (end < nodes.length && selected(nodes[end]!)) end++;
  const inner = new Set(nodes.slice(first, end).flatMap((node) => node.outputs));
  for (const id of wanted) inner.delete(id);
  nodes.forEach((node, i) => {
    if (i < first || i >= end) for (const id of node.inputs) inner.delete(id);
  });
  const widest = Math.max(0, ...[...inner].map((id) => rowBytes(values.get(id)!)));
  const pieceRows = Math.max(ROW_STEP, Math.floor(pieceBytes / (widest * ROW_STEP)) * ROW_STEP);
  return { first, end, inner, pieceRows };
}

/** Lifetimes when the head runs in pieces: what comes in stays for the last piece, what goes out is there from the first on. */
export function livesInPieces(lives: readonly Lifetime[], { first, end, inner }: HeadRows): Lifetime[] {
  return lives.map((life) => {
    const { value, from, to } = life;
    if (inner.has(value.id) || from >= end || to < first) return life;
    return { value, from: from >= first ? first : from, to: to < end ? end - 1 : to };
  });
}
