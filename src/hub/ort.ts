/**
 * Inference by onnxruntime-web's wasm on the model's file: the second opinion on the engine's logits, the engine of machines
 * without WebGPU, and the faster one for evaluations where the GPU is a software adapter.
 *
 * A prompt is computed alone, then rows decode together where the file's graph keeps them apart (ort-batch.ts), so that every
 * matrix is read once for many rows. Soft prompts are taken where the source says how they enter the graph.
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
import { bytesPerRow, rowsAreIndependent } from './ort-batch.ts';
import { continueAlone, continueTogether } from './ort-continue.ts';
import { extend, type Row, startRow } from './ort-rows.ts';
import { scoreAlone, scoreTogether } from './ort-score.ts';
import { type OrtSession, type OrtSource, openOrtSession } from './ort-session.ts';

/** Rows that are computed together, and the bytes their caches may take. */
const MAX_ROWS = 32;
const MAX_CACHE_BYTES = 128 * 2 ** 20;

class OrtModel implements InferenceModel {
  readonly backend = 'onnxruntime-wasm';
  readonly vocabSize: number;
  readonly #session: OrtSession;
  /** Exports count padding into a window: rows that could reach its end are computed alone. */
  readonly #window: number;
  #independent: Promise<boolean> | undefined;

  constructor(session: OrtSession, window: number | undefined) {
    this.#session = session;
    this.#window = window ?? Number.POSITIVE_INFINITY;
    this.vocabSize = session.vocabSize;
  }

  get acceptsSoftPrompt(): boolean {
    return this.#session.hiddenSize !== undefined;
  }

  async logits(rows: readonly (readonly number[])[], softPrompt?: Float32Array): Promise<Float32Array[]> {
    const virtual = this.#virtualTokens(softPrompt);
    const results: Float32Array[] = [];
    for (const ids of rows) {
      const row = [[...virtual, ...ids]];
      results.push((await this.#session.run(row, this.#session.empty, false, softPrompt)).logits);
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
    const virtual = this.#virtualTokens(prefix.softPrompt);
    const longest = virtual.length + prefix.ids.length + longestRequest(requests, options.maxNewTokens);
    const together = longest <= this.#window && (await this.#rowsAreIndependent());
    const start = await startRow(this.#session, [...virtual, ...prefix.ids], prefix.softPrompt);
    const answers: Answer[] = [];
    const report = (more: number) => options.onProgress?.(answers.length + more, requests.length);
    while (answers.length < requests.length) {
      const rows = await this.#prompts(start, requests.slice(answers.length), together, options.signal);
      const part = requests.slice(answers.length, answers.length + rows.length);
      const asked = part.map(({ continuations }) => continuations);
      const score = together ? scoreTogether : scoreAlone;
      const scores = await score(this.#session, rows, asked, options.signal);
      if (options.maxNewTokens > 0 && asked.some((list) => list.length > 0)) report(part.length / 2);
      const proceed = together ? continueTogether : continueAlone;
      const generations = await proceed(this.#session, rows, options);
      answers.push(...generations.map((generation, i) => ({ scores: scores[i]!, generation })));
      report(0);
    }
    return answers;
  }

  dispose(): Promise<void> {
    return this.#session.release();
  }

  #rowsAreIndependent(): Promise<boolean> {
    this.#independent ??= rowsAreIndependent(this.#session);
    return this.#independent;
  }

  /** Computes prompts until they fill a batch. */
  async #prompts(
    start: Row,
    requests: readonly ScoreRequest[],
    together: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Row[]> {
    const rows: Row[] = [];
    let bytes = 0;
    for (const { prompt } of requests) {
      signal?.throwIfAborted();
      const row = await extend(this.#session, start, prompt);
      if (!row.next) throw new LabError('model.empty-prompt', { row: 0 });
      rows.push(row);
      bytes += bytesPerRow(row.cache);
      await nextTask();
      if (!together || rows.length === MAX_ROWS || bytes > MAX_CACHE_BYTES) break;
    }
    return rows;
  }

  /** Ids that stand where the soft prompt's vectors go; any valid id will do. */
  #virtualTokens(softPrompt: Float32Array | undefined): number[] {
    if (!softPrompt) return [];
    const { hiddenSize } = this.#session;
    if (hiddenSize === undefined) throw new LabError('hub.ort-soft-prompt');
    const count = softPrompt.length / hiddenSize;
    if (!Number.isInteger(count) || count === 0) {
      throw new LabError('model.soft-prompt-shape', { length: softPrompt.length, hiddenSize });
    }
    return new Array<number>(count).fill(0);
  }
}

/** Places in the cache, padding included: the longest prompt and the most tokens after one. */
function longestRequest(requests: readonly ScoreRequest[], newTokens: number): number {
  let prompt = 0;
  let after = newTokens;
  for (const request of requests) {
    prompt = Math.max(prompt, request.prompt.length);
    for (const continuation of request.continuations) after = Math.max(after, continuation.length);
  }
  return prompt + after;
}

/** Loads a model's file into onnxruntime; errors as `openOrtSession`. `dispose` gives its memory back. */
export async function loadOrtModel(source: OrtSource): Promise<InferenceModel> {
  return new OrtModel(await openOrtSession(source), source.window);
}
