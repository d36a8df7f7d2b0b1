/**
 * The part of a run that works on rows of logits, in pieces of rows: a vocabulary of 150,000 makes 600 KB of a row, twice
 * where its derivative is wanted, so memory must not grow with the labels of a batch.
 *
 * Pieces are rows of the `selected` domain, not of the vocabulary: nothing is computed twice, the head's weights are read once
 * a piece, and 64 rows still fill a GPU. Values that others read keep all rows; each piece sees its part of them.
 */
import type { ProgramNode, Value, ValueId } from '../graph/program.ts';
import { rowBytes } from './arena.ts';
import type { Lifetime } from './liveness.ts';

/** A piece may take this much for its largest value, half of WebGPU's default limit for one binding. */
export const PIECE_BYTES = 64 * 2 ** 20;
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
  pieceBytes = PIECE_BYTES,
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
