/**
 * Inference by onnxruntime-web on the model's original file: the second opinion on the engine's logits, and the
 * engine of machines without WebGPU. Rows are computed one by one through a KV cache; soft prompts cannot be run,
 * because the graph takes token ids.
 */

import type {
  Answer,
  ContinuationScore,
  GenerateOptions,
  Generation,
  InferenceModel,
  Prefix,
  ProgressOptions,
  ScoreRequest,
} from '../engine/model/types.ts';
import { LabError } from '../lib/errors.ts';
import { nextTask } from './next-task.ts';
import {
  type OrtCache,
  type OrtSession,
  type OrtSource,
  type OrtStep,
  openOrtSession,
} from './ort-session.ts';

/** A computed start of a row: its tokens, the cache after them and the logits that predict what follows. */
interface State {
  readonly ids: readonly number[];
  readonly cache: OrtCache;
  /** [vocabulary]; undefined before the first token. */
  readonly next: Float32Array | undefined;
}

/** Index of the first maximum, as argmax of numpy and PyTorch on distinct values. */
export function argmax(row: Float32Array): number {
  let best = 0;
  for (let i = 1; i < row.length; i++) if (row[i]! > row[best]!) best = i;
  return best;
}

/** log softmax(row)[token], summed in double precision. */
function logSoftmaxAt(row: Float32Array, token: number): number {
  const max = row[argmax(row)]!;
  let sum = 0;
  for (let i = 0; i < row.length; i++) sum += Math.exp(row[i]! - max);
  return row[token]! - max - Math.log(sum);
}

class OrtModel implements InferenceModel {
  readonly backend = 'onnxruntime-wasm';
  readonly acceptsSoftPrompt = false;
  readonly vocabSize: number;
  readonly #session: OrtSession;
  #singly = false;

  constructor(session: OrtSession) {
    this.#session = session;
    this.vocabSize = session.vocabSize;
  }

  async logits(rows: readonly (readonly number[])[], softPrompt?: Float32Array): Promise<Float32Array[]> {
    if (softPrompt) throw new LabError('hub.ort-soft-prompt');
    const results: Float32Array[] = [];
    for (const ids of rows) {
      results.push((await this.#session.run(ids, this.#session.empty, false)).logits);
      await nextTask();
    }
    return results;
  }

  async score(
    prefix: Prefix,
    requests: readonly ScoreRequest[],
    options: ProgressOptions = {},
  ): Promise<ContinuationScore[][]> {
    const answers = await this.answer(prefix, requests, { ...options, maxNewTokens: 0, stopTokens: [] });
    return answers.map(({ scores }) => [...scores]);
  }

  async generate(
    prefix: Prefix,
    prompts: readonly (readonly number[])[],
    options: GenerateOptions,
  ): Promise<Generation[]> {
    const requests = prompts.map((prompt) => ({ prompt, continuations: [] }));
    return (await this.answer(prefix, requests, options)).map(({ generation }) => generation);
  }

  async answer(
    prefix: Prefix,
    requests: readonly ScoreRequest[],
    options: GenerateOptions,
  ): Promise<Answer[]> {
    const start = await this.#start(prefix);
    const answers: Answer[] = [];
    for (const { prompt, continuations } of requests) {
      options.signal?.throwIfAborted();
      const state = await this.#extend(start, prompt);
      const scores: ContinuationScore[] = [];
      for (const continuation of continuations) scores.push(await this.#score(state, continuation));
      answers.push({ scores, generation: await this.#generate(state, options) });
      options.onProgress?.(answers.length, requests.length);
      await nextTask();
    }
    return answers;
  }

  dispose(): Promise<void> {
    return this.#session.release();
  }

  async #start(prefix: Prefix): Promise<State> {
    if (prefix.softPrompt) throw new LabError('hub.ort-soft-prompt');
    return this.#extend({ ids: [], cache: this.#session.empty, next: undefined }, prefix.ids);
  }

  async #extend(state: State, ids: readonly number[]): Promise<State> {
    if (ids.length === 0) return state;
    const { logits, cache } = await this.#run(state, ids, true);
    return { ids: [...state.ids, ...ids], cache, next: logits.slice(-this.vocabSize) };
  }

  /**
   * `ids` after a state. Without a cache the row is computed from its start; the last `ids.length` positions are the
   * same. Some exports take many tokens only into an empty cache: after their first refusal they get one at a time.
   */
  async #run(state: State, ids: readonly number[], lastOnly: boolean): Promise<OrtStep> {
    const session = this.#session;
    if (!session.hasCache) return session.run([...state.ids, ...ids], session.empty, lastOnly);
    const chunk = ids.length > 1 && state.cache.length > 0;
    if (chunk && this.#singly) return this.#runSingly(state, ids);
    try {
      return await session.run(ids, state.cache, lastOnly);
    } catch (error) {
      if (!chunk) throw error;
      const step = await this.#runSingly(state, ids);
      this.#singly = true;
      return step;
    }
  }

  async #runSingly(state: State, ids: readonly number[]): Promise<OrtStep> {
    const logits = new Float32Array(ids.length * this.vocabSize);
    let { cache } = state;
    for (const [at, id] of ids.entries()) {
      const step = await this.#session.run([id], cache, true);
      logits.set(step.logits, at * this.vocabSize);
      cache = step.cache;
    }
    return { logits, positions: ids.length, cache };
  }

  async #score(state: State, continuation: readonly number[]): Promise<ContinuationScore> {
    const vocab = this.vocabSize;
    const rows: Float32Array[] = state.next ? [state.next] : [];
    const fed = continuation.slice(0, -1);
    if (fed.length > 0) {
      const { logits } = await this.#run(state, fed, false);
      const first = logits.length / vocab - fed.length;
      for (let i = 0; i < fed.length; i++) {
        rows.push(logits.subarray((first + i) * vocab, (first + i + 1) * vocab));
      }
    }
    const tokenLogProbs = continuation.map((token, i) => logSoftmaxAt(rows[i]!, token));
    return {
      tokenLogProbs,
      logProb: tokenLogProbs.reduce((sum, value) => sum + value, 0),
      greedy: continuation.every((token, i) => argmax(rows[i]!) === token),
    };
  }

  async #generate(start: State, options: GenerateOptions): Promise<Generation> {
    const ids: number[] = [];
    let state = start;
    if (options.maxNewTokens === 0) return { ids, stopReason: 'length' };
    for (;;) {
      const token = argmax(state.next!);
      if (options.stopTokens.includes(token)) return { ids, stopReason: 'stop-token' };
      ids.push(token);
      if (options.shouldStop?.(ids)) return { ids, stopReason: 'stop-rule' };
      if (ids.length >= options.maxNewTokens) return { ids, stopReason: 'length' };
      options.signal?.throwIfAborted();
      state = await this.#extend(state, [token]);
    }
  }
}

/** Loads a model's file into onnxruntime; errors as `openOrtSession`. `dispose` gives its memory back. */
export async function loadOrtModel(source: OrtSource): Promise<InferenceModel> {
  return new OrtModel(await openOrtSession(source));
}
