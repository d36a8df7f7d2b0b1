/**
 * The causal LM as the rest of the product sees it: token ids in, numbers out. No GPU type crosses this border.
 *
 * Sequences are never padded; every result depends on its own row only.
 */
import type { KernelChoice, KernelStore } from '../plan/kernel-choice.ts';

export type { KernelChoice, KernelStore };

/** Facts about the loaded file, shown to the user. */
export interface ModelDescription {
  readonly path: string;
  readonly producer: string;
  readonly opset: number;
  readonly dialect: 'decomposed' | 'fused com.microsoft' | 'fused standard' | 'mixed';
  readonly architecture: string;
  readonly dtype: string;
  readonly parameters: number;
  readonly layers: number;
  readonly hiddenSize: number;
  readonly vocabSize: number;
  readonly attentionHeads: number;
  readonly kvHeads: number;
  readonly headDim: number;
  readonly maxPositions: number | undefined;
  readonly fileBytes: number;
  /** ONNX value that inputs_embeds replaces. */
  readonly cutValue: string;
  readonly embeddingScale: number;
  /** Counts of program ops after fusion, e.g. { attention: 3, rotary: 6, norm: 7 }. */
  readonly fused: Readonly<Record<string, number>>;
  readonly onnxNodes: number;
}

/** What stands before every prompt of a condition; its KV cache is computed once and shared. */
export interface Prefix {
  /** [numVirtualTokens, hiddenSize] row-major, placed first, after any embedding scale. */
  readonly softPrompt?: Float32Array;
  readonly ids: readonly number[];
}

export interface ScoreRequest {
  /** Never empty unless the prefix is not empty. */
  readonly prompt: readonly number[];
  /** Each scored on its own after the prompt, whose cache they share. None of them is empty. */
  readonly continuations: readonly (readonly number[])[];
}

export interface ContinuationScore {
  /** Sum of log-softmax values of the continuation's tokens, natural log. */
  readonly logProb: number;
  readonly tokenLogProbs: readonly number[];
  /** Whether every token is the argmax (lm-evaluation-harness is_greedy). */
  readonly greedy: boolean;
}

export type StopReason = 'stop-token' | 'stop-rule' | 'length';

export interface Generation {
  /** Without the stop token that ended it. */
  readonly ids: readonly number[];
  readonly stopReason: StopReason;
}

/** One item of an evaluation. */
export interface Answer {
  /** One for each continuation of the request. */
  readonly scores: readonly ContinuationScore[];
  readonly generation: Generation;
}

export interface GenerateOptions {
  readonly maxNewTokens: number;
  readonly stopTokens: readonly number[];
  /** Asked after each new token with the row's ids so far; true ends the row. Pure. */
  readonly shouldStop?: (ids: readonly number[]) => boolean;
  readonly signal?: AbortSignal;
  /** Rows finished so far; a row that is scored and still decodes counts a half. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface ProgressOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** A training example: the loss is on the last `answerTokens` ids (end token included). */
export interface TrainingExample {
  readonly ids: readonly number[];
  readonly answerTokens: number;
}

export interface LossAndGradient {
  /** Mean cross-entropy over all label tokens of the batch, natural log. */
  readonly loss: number;
  readonly labelCount: number;
  /** d loss / d softPrompt, [numVirtualTokens, hiddenSize]. */
  readonly gradient: Float32Array;
}

/** What a training step will take, known before anything is allocated. */
export interface TrainingPlan {
  /** GPU bytes at the peak, weights included. */
  readonly peakBytes: number;
  readonly weightBytes: number;
  /** undefined = what the driver gives. */
  readonly budgetBytes: number | undefined;
  /** False: not even one example at a time fits, with every layer recomputed. */
  readonly fits: boolean;
  /** Micro-batches of the step. */
  readonly runs: number;
  /** Layers whose activations are computed again instead of kept. */
  readonly recomputedLayers: number;
}

/** Forward-only part; onnxruntime implements it as well (without soft prompts where the graph takes ids only). */
export interface InferenceModel {
  readonly vocabSize: number;
  readonly backend: 'webgpu' | 'onnxruntime-wasm';
  /** Whether a Prefix may carry a soft prompt. */
  readonly acceptsSoftPrompt: boolean;
  /**
   * Logits of every position of each row, virtual tokens included: [virtual tokens + row length, vocab] each; for checks,
   * not for evaluation.
   */
  logits(rows: readonly (readonly number[])[], softPrompt?: Float32Array): Promise<Float32Array[]>;
  score(
    prefix: Prefix,
    requests: readonly ScoreRequest[],
    options?: ProgressOptions,
  ): Promise<ContinuationScore[][]>;
  /** Greedy decoding; results in the order of the prompts. */
  generate(
    prefix: Prefix,
    prompts: readonly (readonly number[])[],
    options: GenerateOptions,
  ): Promise<Generation[]>;
  /** `score` and `generate` of the same prompts with the same results, each prompt computed once. */
  answer(prefix: Prefix, requests: readonly ScoreRequest[], options: GenerateOptions): Promise<Answer[]>;
  dispose(): Promise<void>;
}

export interface CausalLM extends InferenceModel {
  readonly backend: 'webgpu';
  readonly description: ModelDescription;
  /** What its products are computed with. */
  readonly kernels: KernelChoice;
  readonly hiddenSize: number;
  /** Rows of the embedding table after the graph's own scale, [ids.length, hiddenSize]. */
  embed(ids: readonly number[]): Promise<Float32Array>;
  /** One forward and backward pass; micro-batched when memory asks for it, with equal results. */
  lossAndGradient(softPrompt: Float32Array, examples: readonly TrainingExample[]): Promise<LossAndGradient>;
  /** The plan of `lossAndGradient` for such examples. Throws as that does for examples that cannot be run at all. */
  predictTraining(virtualTokens: number, examples: readonly TrainingExample[]): TrainingPlan;
  /**
   * Logits at the last token of prefix and prompt, then after each of `ids` fed one at a time through the KV cache,
   * [vocab] each (1 + ids.length of them); for checks, not for evaluation.
   */
  decodeLogits(prefix: Prefix, prompt: readonly number[], ids: readonly number[]): Promise<Float32Array[]>;
  memory(): { readonly liveBytes: number; readonly weightBytes: number; readonly peakBytes: number };
  /**
   * Gives back all GPU memory but weights and position tables: activations, staging, and the KV cache with the prefix
   * that is kept for the next call. Later calls take anew what they need.
   */
  releaseScratch(): Promise<void>;
}
