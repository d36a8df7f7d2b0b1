/**
 * One onnxruntime-web session over the file of a causal LM: rows of token ids and their KV cache in, logits and the longer
 * cache out. Single-threaded wasm, so that no cross-origin isolation is needed. Rows of one run have equally many new
 * tokens; what they had before may differ (ort-batch.ts).
 */

import * as ort from 'onnxruntime-web/wasm';
import { EMBEDS_INPUT, VIRTUAL_INPUT } from '../engine/onnx/write/insert-embeddings.ts';
import { LabError } from '../lib/errors.ts';
import { type EmbeddingCut, withEmbeddingInput } from './ort-cut.ts';
import {
  initialTensor,
  integers,
  isTokenInput,
  KEEP_INPUTS,
  type PastInput,
  pastInput,
} from './ort-feeds.ts';
import { createOrtSession, type Float32Model } from './ort-graph.ts';

export interface OrtSource {
  readonly model: Float32Model;
  /** Width of a head in the KV cache, for graphs that leave it open; 0 = not known. */
  readonly headDim: number;
  /** Keys that the narrowest layer attends to, where it attends to fewer than all. */
  readonly window?: number | undefined;
  /** Where soft prompts enter; without it the session takes token ids only. */
  readonly cut?: EmbeddingCut;
}

/** Keys and values of the tokens seen so far; never changed in place, so that several rows may continue one cache. */
export interface OrtCache {
  /** For each row which of the cached places hold tokens of it: 1, or 0 where the row is padded. */
  readonly mask: readonly Uint8Array[];
  readonly tensors: ReadonlyMap<string, ort.Tensor>;
}

export interface OrtStep {
  /** [rows, positions, vocabulary] row-major; one position when only the last was asked for and the graph can say so. */
  readonly logits: Float32Array;
  readonly positions: number;
  readonly cache: OrtCache;
}

export interface OrtSession {
  readonly vocabSize: number;
  /** Of a soft prompt's vectors; undefined where the graph takes token ids only. */
  readonly hiddenSize: number | undefined;
  /** False for graphs without a cache: every row is then computed from its start. */
  readonly hasCache: boolean;
  /** One row without tokens. */
  readonly empty: OrtCache;
  /** Inputs that carry the cache. */
  readonly past: readonly PastInput[];
  /**
   * `rows` of equally many ids (at least one) after the rows of `cache`. `softPrompt` [virtual, hidden] takes the place of
   * the first ids of every row.
   */
  run(
    rows: readonly (readonly number[])[],
    cache: OrtCache,
    lastOnly: boolean,
    softPrompt?: Float32Array,
  ): Promise<OrtStep>;
  release(): Promise<void>;
}

/** Everything the graph wants besides ids, mask and positions is state that it also gives back. */
function pastInputs(session: ort.InferenceSession, headDim: number): PastInput[] {
  const found: PastInput[] = [];
  for (const input of session.inputMetadata) {
    const { name } = input;
    if (isTokenInput(name) || name === EMBEDS_INPUT || name === VIRTUAL_INPUT) continue;
    if (!input.isTensor) throw new LabError('hub.ort-input', { name });
    const past = pastInput({ name, type: input.type, dims: input.shape }, headDim);
    if (!session.outputNames.includes(past.output))
      throw new LabError('hub.ort-output', { name: past.output });
    found.push(past);
  }
  return found;
}

/** Loads the graph; errors: `hub.ort-load`, `hub.ort-input`, `hub.ort-output`, `hub.ort-cut`, `onnx.*`. */
export async function openOrtSession(source: OrtSource): Promise<OrtSession> {
  const { model, cut } = source;
  const session = await createOrtSession(model, {
    optimised: true,
    ...(cut ? { edit: withEmbeddingInput(model.graph, model.path, cut) } : {}),
  });
  try {
    return wrap(session, source);
  } catch (error) {
    await session.release();
    throw error;
  }
}

function wrap(session: ort.InferenceSession, { headDim, cut }: OrtSource): OrtSession {
  const past = pastInputs(session, headDim);
  const names = new Set(session.inputNames);
  const logitsInfo = session.outputMetadata.find((output) => output.name === 'logits');
  if (!names.has('input_ids')) throw new LabError('hub.ort-input', { name: session.inputNames[0] ?? '' });
  const vocabSize = logitsInfo?.isTensor ? logitsInfo.shape.at(-1) : undefined;
  if (typeof vocabSize !== 'number') throw new LabError('hub.ort-output', { name: 'logits' });
  const keepInput = KEEP_INPUTS.find((name) => names.has(name));
  const inputs = new Map(
    session.inputMetadata.flatMap((input) => (input.isTensor ? [[input.name, input] as const] : [])),
  );
  const typeOf = (name: string) => inputs.get(name)?.type;
  const keepDims = (inputs.get(keepInput ?? '')?.shape.length ?? 0) > 0 ? [1] : [];
  const empty: OrtCache = {
    mask: [new Uint8Array()],
    tensors: new Map(past.map((input) => [input.name, initialTensor(input)])),
  };

  const feedsOf = (
    rows: readonly (readonly number[])[],
    cache: OrtCache,
    lastOnly: boolean,
    softPrompt: Float32Array | undefined,
  ): Record<string, ort.Tensor> => {
    const [batch, tokens] = [rows.length, rows[0]!.length];
    const width = cache.mask[0]!.length;
    const feeds: Record<string, ort.Tensor> = {
      input_ids: integers(rows.flat(), [batch, tokens], typeOf('input_ids')),
    };
    if (names.has('attention_mask')) {
      const mask = cache.mask.flatMap((row) => [...row, ...new Array<number>(tokens).fill(1)]);
      feeds.attention_mask = integers(mask, [batch, width + tokens], typeOf('attention_mask'));
    }
    if (names.has('position_ids')) {
      const positions = cache.mask.flatMap((row) => {
        const before = row.reduce((sum, own) => sum + own, 0);
        return rows[0]!.map((_, i) => before + i);
      });
      feeds.position_ids = integers(positions, [batch, tokens], typeOf('position_ids'));
    }
    // 0 keeps all, as in transformers.
    if (keepInput) feeds[keepInput] = integers([lastOnly ? 1 : 0], keepDims, typeOf(keepInput));
    if (names.has('use_cache_branch')) feeds.use_cache_branch = new ort.Tensor('bool', [width > 0], [1]);
    if (cut) Object.assign(feeds, embeddingFeeds(batch, tokens, cut.hiddenSize, softPrompt));
    for (const [name, tensor] of cache.tensors) feeds[name] = tensor;
    return feeds;
  };

  return {
    vocabSize,
    hiddenSize: cut?.hiddenSize,
    hasCache: past.length > 0,
    empty,
    past,
    run: async (rows, cache, lastOnly, softPrompt) => {
      let outputs: ort.InferenceSession.ReturnType;
      try {
        outputs = await session.run(feedsOf(rows, cache, lastOnly, softPrompt));
      } catch (error) {
        throw new LabError('hub.ort-run', {}, { cause: error });
      }
      const logits = outputs.logits as ort.Tensor;
      const added = new Uint8Array(rows[0]!.length).fill(1);
      return {
        logits: logits.data as Float32Array,
        positions: logits.dims[1] ?? 0,
        cache: {
          mask: cache.mask.map((row) => Uint8Array.from([...row, ...added])),
          tensors: new Map(past.map((input) => [input.name, outputs[input.output] as ort.Tensor])),
        },
      };
    },
    release: () => session.release(),
  };
}

/** The soft prompt in the first places of every row; all other places are looked up from their ids. */
function embeddingFeeds(
  batch: number,
  tokens: number,
  hiddenSize: number,
  softPrompt: Float32Array = new Float32Array(),
): Record<string, ort.Tensor> {
  const embeds = new Float32Array(batch * tokens * hiddenSize);
  const virtual = new Uint8Array(batch * tokens);
  for (let row = 0; row < batch; row++) {
    embeds.set(softPrompt, row * tokens * hiddenSize);
    virtual.fill(1, row * tokens, row * tokens + softPrompt.length / hiddenSize);
  }
  return {
    [EMBEDS_INPUT]: new ort.Tensor('float32', embeds, [batch, tokens, hiddenSize]),
    [VIRTUAL_INPUT]: new ort.Tensor('bool', virtual, [batch, tokens]),
  };
}
