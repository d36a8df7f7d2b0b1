/**
 * Logits by onnxruntime with the weights of one piece of the graph in memory at a time, for files of any size: each piece is
 * loaded, run on all rows and released, and its values feed the next. Slow for more than a few short rows.
 */

import * as ort from 'onnxruntime-web/wasm';
import type { ProgressOptions } from '../engine/model/types.ts';
import type { OnnxGraph, OnnxValueInfo } from '../engine/onnx/types.ts';
import { withoutCacheBranch } from '../engine/onnx/write/inline-branch.ts';
import { type GraphPiece, sliceGraph } from '../engine/onnx/write/slice-graph.ts';
import { LOOKUP_INPUT, withoutLargeTables } from '../engine/onnx/write/split-large.ts';
import { LabError } from '../lib/errors.ts';
import { nextTask } from './next-task.ts';
import type { EmbeddingCut } from './ort-cut.ts';
import {
  emptyBuffer,
  initialTensor,
  integers,
  isTokenInput,
  KEEP_INPUTS,
  KEYS_INPUT,
  pastInput,
  WRITE_INPUT,
} from './ort-feeds.ts';
import { createOrtSession, type Float32Model } from './ort-graph.ts';

/** Weights of a piece, unless one node has more: with their copy in wasm, what the check may take of memory. */
const MAX_PIECE_BYTES = 256 * 2 ** 20;

export interface PiecesSource {
  readonly model: Float32Model;
  /** Width of a head in the KV cache, for graphs that leave it open; 0 = not known. */
  readonly headDim: number;
  /** Where soft prompts enter. */
  readonly cut: EmbeddingCut;
  readonly pieceBytes?: number;
}

export interface PiecesRow {
  /** Behind the soft prompt. */
  readonly ids: readonly number[];
  /** [virtual tokens, hidden] row-major. */
  readonly softPrompt?: Float32Array | undefined;
}

export interface PiecesResult {
  /** [virtual tokens + ids, vocabulary] of each row. */
  readonly logits: Float32Array[];
  readonly pieces: number;
}

type Values = Map<string, ort.Tensor>;

/** Any valid ids stand where the soft prompt's vectors go. */
const tokensOf = ({ ids, softPrompt }: PiecesRow, { hiddenSize }: EmbeddingCut): number[] => [
  ...new Array<number>((softPrompt?.length ?? 0) / hiddenSize).fill(0),
  ...ids,
];

/** What a prompt alone in an empty cache feeds into the graph's inputs. */
function startValues(
  inputs: readonly OnnxValueInfo[],
  needed: ReadonlySet<string>,
  tokens: readonly number[],
  headDim: number,
  placeOf: (token: number) => number,
): Values {
  const size = [1, tokens.length];
  const values: Values = new Map();
  for (const { name, dtype, dims } of inputs) {
    if (!needed.has(name)) continue;
    if (name === LOOKUP_INPUT) values.set(name, integers(tokens.map(placeOf), size, dtype));
    else if (name === WRITE_INPUT) values.set(name, integers([0], [1], dtype));
    else if (name === KEYS_INPUT) values.set(name, integers([tokens.length], [1], dtype));
    else if (!isTokenInput(name)) {
      const info = { name, type: dtype, dims };
      values.set(name, emptyBuffer(info) ?? initialTensor(pastInput(info, headDim)));
    } else if (name === 'use_cache_branch') values.set(name, new ort.Tensor('bool', [false], [1]));
    else if (KEEP_INPUTS.includes(name)) values.set(name, integers([0], dims.length > 0 ? [1] : [], dtype));
    else if (name === 'input_ids') values.set(name, integers(tokens, size, dtype));
    else
      values.set(
        name,
        integers(
          tokens.map((_, i) => (name === 'position_ids' ? i : 1)),
          size,
          dtype,
        ),
      );
  }
  return values;
}

/** The piece with the types that its inputs turned out to have. */
function typed(piece: GraphPiece, rows: readonly Values[]): OnnxGraph {
  const inputs = piece.graph.inputs.map((input): OnnxValueInfo => {
    const [tensor] = rows.flatMap((values) => values.get(input.name) ?? []);
    if (!tensor) throw new LabError('hub.ort-input', { name: input.name });
    // Sizes differ from row to row; only their number is told.
    return {
      name: input.name,
      dtype: tensor.type as OnnxValueInfo['dtype'],
      dims: tensor.dims.map(() => undefined),
    };
  });
  return { ...piece.graph, inputs };
}

function placeSoftPrompt(values: Values, { softPrompt }: PiecesRow, { value }: EmbeddingCut): void {
  if (softPrompt) (values.get(value)!.data as Float32Array).set(softPrompt);
}

/**
 * Throws `hub.ort-load` or `hub.ort-run` where onnxruntime has no kernel for a node or not the memory for its weights,
 * `hub.ort-input` for graphs that want other things than tokens, `hub.ort-soft-prompt` where the graph has no value for it.
 */
export async function logitsInPieces(
  source: PiecesSource,
  rows: readonly PiecesRow[],
  { signal, onProgress }: ProgressOptions = {},
): Promise<PiecesResult> {
  const { model, cut, pieceBytes = MAX_PIECE_BYTES } = source;
  const tokens = rows.map((row) => tokensOf(row, cut));
  const { graph, placeOf } = withoutLargeTables(withoutCacheBranch(model.graph), tokens.flat(), pieceBytes);
  const soft = rows.some(({ softPrompt }) => softPrompt);
  if (soft && !graph.nodes.some(({ outputs }) => outputs.includes(cut.value))) {
    throw new LabError('hub.ort-soft-prompt');
  }
  const pieces = sliceGraph(graph, ['logits'], pieceBytes, soft ? cut.value : undefined);
  const needed = new Set(pieces.flatMap(({ needs }) => needs));
  const states = tokens.map((row) => startValues(graph.inputs, needed, row, source.headDim, placeOf));
  for (const [at, piece] of pieces.entries()) {
    const session = await createOrtSession({ ...model, graph: typed(piece, states) }, { optimised: false });
    const later = new Set(['logits', ...pieces.slice(at + 1).flatMap(({ needs }) => needs)]);
    try {
      for (const [r, values] of states.entries()) {
        signal?.throwIfAborted();
        await runPiece(session, piece, values);
        if (piece.gives.includes(cut.value)) placeSoftPrompt(values, rows[r]!, cut);
        for (const name of values.keys()) if (!later.has(name)) values.delete(name);
        await nextTask();
      }
    } finally {
      await session.release();
    }
    onProgress?.(at + 1, pieces.length);
  }
  return {
    logits: states.map((values) => {
      const logits = values.get('logits');
      if (!(logits?.data instanceof Float32Array)) throw new LabError('hub.ort-output', { name: 'logits' });
      return logits.data;
    }),
    pieces: pieces.length,
  };
}

async function runPiece(session: ort.InferenceSession, piece: GraphPiece, values: Values): Promise<void> {
  const feeds = Object.fromEntries(piece.needs.map((name) => [name, values.get(name)!]));
  try {
    const outputs = await session.run(feeds);
    for (const name of piece.gives) values.set(name, outputs[name] as ort.Tensor);
  } catch (error) {
    throw new LabError('hub.ort-run', {}, { cause: error });
  }
}
