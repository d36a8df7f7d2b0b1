/**
 * One onnxruntime-web session over the file of a causal LM: rows of token ids and their KV cache in, logits and the longer
 * cache out. Single-threaded wasm, so that no cross-origin isolation is needed. Rows of one run have equally many new
 * tokens; what they had before may differ (ort-batch.ts).
 */

import * as ort from 'onnxruntime-web/wasm';
import type { ModelFiles } from '../engine/onnx/types.ts';
import { EMBEDS_INPUT, VIRTUAL_INPUT } from '../engine/onnx/write/insert-embeddings.ts';
import { LabError } from '../lib/errors.ts';
import { type EmbeddingCut, withEmbeddingInput } from './ort-cut.ts';

export interface OrtSource {
  readonly files: ModelFiles;
  readonly path: string;
  /** External data files, in the folder of `path`. */
  readonly externalData: readonly string[];
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

export interface PastInput {
  readonly name: string;
  readonly output: string;
  readonly type: 'float32' | 'float16';
  /** Dimensions before the first token: batch 1, 0 positions; a convolution's state has its full size. */
  readonly dims: readonly number[];
}

let wasmLocation: string | undefined;

/** Where the wasm file is; without it the runtime looks beside its own script. */
export function locateWasm(url: string): void {
  wasmLocation = url;
}

function prepareRuntime(): void {
  // More threads need SharedArrayBuffer, and that needs headers a static host does not send.
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.proxy = false;
  // transformers.js shares this object and points it at a CDN; the lab fetches nothing from there.
  ort.env.wasm.wasmPaths = wasmLocation === undefined ? undefined : { wasm: wasmLocation };
}

/** IEEE 754 binary16 to number. */
function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function toFloat32(tensor: ort.Tensor): Float32Array {
  const data = tensor.data;
  if (data instanceof Float32Array) return data;
  // Runtimes with Float16Array hand that out, others the bits.
  if (data instanceof Uint16Array) return Float32Array.from(data, halfToNumber);
  return Float32Array.from(data as unknown as Iterable<number>);
}

const int64 = (values: readonly number[], dims: readonly number[]): ort.Tensor =>
  new ort.Tensor('int64', BigInt64Array.from(values, BigInt), dims);

const KNOWN_INPUTS = new Set([
  'input_ids',
  'attention_mask',
  'position_ids',
  'num_logits_to_keep',
  'logits_to_keep',
  'use_cache_branch',
  EMBEDS_INPUT,
  VIRTUAL_INPUT,
]);

/** Number of a dimension before the first token; undefined where neither graph nor configuration tells. */
function initialDim(dim: number | string, axis: number, rank: number, headDim: number): number | undefined {
  if (typeof dim === 'number') return dim;
  if (axis === 0) return 1;
  if (/past|seq/.test(dim)) return 0;
  return axis === rank - 1 && headDim > 0 ? headDim : undefined;
}

/** Everything the graph wants besides ids, mask and positions is state that it also gives back. */
function pastInputs(session: ort.InferenceSession, headDim: number): PastInput[] {
  const found: PastInput[] = [];
  for (const input of session.inputMetadata) {
    const { name } = input;
    if (KNOWN_INPUTS.has(name)) continue;
    const output = name.replace(/^past(_key_values)?\./, 'present.').replace(/^past_/, 'present_');
    const floating = input.isTensor && (input.type === 'float32' || input.type === 'float16');
    if (!floating || output === name) throw new LabError('hub.ort-input', { name });
    if (!session.outputNames.includes(output)) throw new LabError('hub.ort-output', { name: output });
    const { shape } = input;
    const dims = shape.map((dim, axis) => {
      const size = initialDim(dim, axis, shape.length, headDim);
      if (size === undefined) throw new LabError('hub.ort-input', { name });
      return size;
    });
    found.push({ name, output, type: input.type as PastInput['type'], dims });
  }
  return found;
}

async function createSession(source: OrtSource): Promise<ort.InferenceSession> {
  const { files, path } = source;
  prepareRuntime();
  const load = async (file: string): Promise<Uint8Array> =>
    files.read(file, 0, (await files.size(file)) ?? 0);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const externalData = [];
  for (const file of source.externalData) {
    externalData.push({ path: file.slice(folder.length), data: await load(file) });
  }
  try {
    const bytes = source.cut ? await withEmbeddingInput(files, path, source.cut) : await load(path);
    return await ort.InferenceSession.create(bytes, {
      executionProviders: ['wasm'],
      logSeverityLevel: 3,
      ...(externalData.length > 0 ? { externalData } : {}),
    });
  } catch (error) {
    if (error instanceof LabError) throw error;
    throw new LabError('hub.ort-load', { path }, { cause: error });
  }
}

/** Loads the graph; errors: `hub.ort-load`, `hub.ort-input`, `hub.ort-output`. */
export async function openOrtSession(source: OrtSource): Promise<OrtSession> {
  const session = await createSession(source);
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
  const keepInput = ['num_logits_to_keep', 'logits_to_keep'].find((name) => names.has(name));
  const keepShape = session.inputMetadata.find((input) => input.name === keepInput);
  const keepDims = keepShape?.isTensor && keepShape.shape.length > 0 ? [1] : [];
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
    const feeds: Record<string, ort.Tensor> = { input_ids: int64(rows.flat(), [batch, tokens]) };
    if (names.has('attention_mask')) {
      const mask = cache.mask.flatMap((row) => [...row, ...new Array<number>(tokens).fill(1)]);
      feeds.attention_mask = int64(mask, [batch, width + tokens]);
    }
    if (names.has('position_ids')) {
      const positions = cache.mask.flatMap((row) => {
        const before = row.reduce((sum, own) => sum + own, 0);
        return rows[0]!.map((_, i) => before + i);
      });
      feeds.position_ids = int64(positions, [batch, tokens]);
    }
    // 0 keeps all, as in transformers.
    if (keepInput) feeds[keepInput] = int64([lastOnly ? 1 : 0], keepDims);
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
        logits: toFloat32(logits),
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

function initialTensor({ type, dims }: PastInput): ort.Tensor {
  const size = dims.reduce((product, dim) => product * dim, 1);
  return type === 'float16'
    ? new ort.Tensor('float16', new Uint16Array(size), dims)
    : new ort.Tensor('float32', new Float32Array(size), dims);
}
