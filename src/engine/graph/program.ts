/**
 * The token program: the engine's one intermediate representation.
 *
 * Every value is an f32 array [rows, ...dims], row-major. Rows are *packed tokens*: the tokens of all sequences of a
 * batch one after the other, without padding, so nothing but attention knows where a sequence begins. Weights, tables
 * (one row a position) and small constant vectors are no values; nodes name them in their attributes.
 * Forward and backward nodes live in the same program and use the same table of ops (`src/engine/ops`).
 */
import type { TensorRef } from '../onnx/types.ts';

export type ValueId = number;
export type WeightId = number;
export type VectorId = number;
export type TableId = number;

/** tokens: one row a packed token; selected: one row a token whose logits are wanted; prompt: one row a virtual token. */
export type RowDomain = 'tokens' | 'selected' | 'prompt';

export interface Value {
  readonly id: ValueId;
  readonly rows: RowDomain;
  /** Feature dimensions, e.g. [hidden] or [heads, headDim]; their product is the row length. */
  readonly dims: readonly number[];
  /** The ONNX value it stands for (or a derived name, e.g. 'd(…)'), for messages. */
  readonly name: string;
}

export interface ProgramNode<A = unknown> {
  readonly op: string;
  readonly inputs: readonly ValueId[];
  readonly outputs: readonly ValueId[];
  readonly attrs: A;
  /** The ONNX node it comes from, for messages. */
  readonly source: string;
}

/**
 * A matrix that stays packed on the GPU as the file stores it. It maps K inputs to N outputs.
 * order 'kn': stored [K, N] row-major; 'nk': stored [N, K] row-major (Gemm transB, MatMulNBits, embedding tables).
 */
export interface MatrixWeight {
  readonly name: string;
  readonly k: number;
  readonly n: number;
  readonly order: 'kn' | 'nk';
  readonly format: MatrixFormat;
  readonly data: TensorRef;
}

export type MatrixFormat =
  | { readonly kind: 'f32' }
  | { readonly kind: 'f16' }
  | { readonly kind: 'bf16' }
  /**
   * Blocks along the contiguous dimension: w = (q - zp) * scale, low bits first. order 'nk', `block` divides no K in general:
   * rows are padded to whole blocks. zeroPoints absent: 2^(bits-1).
   */
  | {
      readonly kind: 'blocks';
      readonly bits: 2 | 4 | 8;
      readonly block: number;
      readonly scales: TensorRef;
      readonly zeroPoints?: TensorRef;
    }
  /** bitsandbytes NF4/FP4: flat blocks over [N, K], high nibble first, absmax per block. */
  | {
      readonly kind: 'bnb4';
      readonly table: 'nf4' | 'fp4';
      readonly block: number;
      readonly absmax: TensorRef;
    }
  /** One byte a weight: w = (q - zp) * scale, per tensor or per output column. */
  | {
      readonly kind: 'int8';
      readonly signed: boolean;
      readonly scales: Float32Array;
      readonly zeroPoints: Float32Array;
    }
  /** Standard DequantizeLinear int4 blocks along K of [K, N]. */
  | {
      readonly kind: 'qdq4';
      readonly signed: boolean;
      readonly block: number;
      readonly scales: TensorRef;
      readonly zeroPoints?: TensorRef;
    };

/** A small constant expanded to f32 (norm gains, biases, slopes). */
export interface Vector {
  readonly name: string;
  readonly data: Float32Array;
}

/** A constant that depends on the token's position only (rotary cos/sin, learned positions): row p is for position p. */
export interface PositionTable {
  readonly name: string;
  readonly width: number;
  /** Number of positions the file can serve, where it ends. */
  readonly limit?: number;
  /** The first rows, where they are known already: what passes may conclude from. */
  readonly sample?: Float32Array;
  /** Rows 0..count-1 as [count, width]; rejects with `graph.positions-exceeded` beyond the limit. */
  rows(count: number): Promise<Float32Array>;
}

export interface Program {
  readonly values: Value[];
  readonly nodes: ProgramNode[];
  readonly weights: MatrixWeight[];
  readonly vectors: Vector[];
  readonly tables: PositionTable[];
}

/** The program of one causal LM: tokens in, logits of the selected rows out. */
export interface CausalProgram extends Program {
  /** Output of the `embed` node (inputs_embeds, after any scaling of the lookup). */
  readonly inputsEmbeds: ValueId;
  /** [selected, vocab]. */
  readonly logits: ValueId;
  readonly hiddenSize: number;
  readonly vocabSize: number;
  /** Number of layers that keep a cache (attention, convolution); `AttentionAttrs.layer` counts them. */
  readonly layers: number;
  /** Positions the file's own tables can serve, where it limits them. */
  readonly maxPositions: number | undefined;
}

// ---- attributes of the ops (one interface an op; the file src/engine/ops/<op>.ts owns shapes, WGSL and VJP) ----

/** No inputs. x[t] = scale * table[id] for id >= 0, softPrompt[-1-id] for id < 0 (virtual tokens are unscaled). */
export interface EmbedAttrs {
  readonly weight: WeightId;
  readonly scale: number;
}
/** y = alpha * (x · W) + bias, plus a second input where there is one; transposed: y[rows, K] = alpha * (x[rows, N] · Wᵀ), which is the VJP. */
export interface LinearAttrs {
  readonly weight: WeightId;
  readonly transposed: boolean;
  readonly alpha: number;
  readonly bias?: VectorId;
}
/** Normalises each run of `size` trailing features. 'layer' subtracts the mean (biased variance); 'rms' does not. */
export interface NormAttrs {
  readonly kind: 'rms' | 'layer';
  readonly size: number;
  readonly eps: number;
  readonly gamma?: VectorId;
  readonly beta?: VectorId;
}
/** Rotates the first rotaryDim channels of each head by the token's position; tables have width rotaryDim/2. inverse = VJP. */
export interface RotaryAttrs {
  readonly heads: number;
  readonly headDim: number;
  readonly rotaryDim: number;
  readonly interleaved: boolean;
  readonly cos: TableId;
  readonly sin: TableId;
  readonly inverse: boolean;
}
/**
 * Inputs q [heads*headDim], k [kvHeads*headDim], v [kvHeads*valueDim]; outputs o [heads*valueDim], lse [heads].
 * Query head h reads kv head floor(h * kvHeads / heads). Causal: keys at positions <= the query's own; window w > 0 keeps the
 * w nearest including itself. z = scale*q·k; softcap c > 0: c*tanh(z/c); alibi adds slope[h]*(keyPos - queryPos);
 * sinks adds exp(sink[h]) to the denominator.
 */
export interface AttentionAttrs {
  readonly layer: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly headDim: number;
  readonly valueDim: number;
  readonly scale: number;
  readonly window: number;
  readonly softcap: number;
  readonly alibi?: VectorId;
  readonly sinks?: VectorId;
}
export type UnaryFn =
  | {
      readonly fn:
        | 'silu'
        | 'sigmoid'
        | 'tanh'
        | 'relu'
        | 'sqrt'
        | 'reciprocal'
        | 'erf'
        | 'exp'
        | 'abs'
        | 'softplus';
    }
  | { readonly fn: 'quickGelu'; readonly alpha: number }
  /** x for x >= 0, alpha·x below. */
  | { readonly fn: 'leakyRelu'; readonly alpha: number }
  /** x/2 · (1 + erf(scale·x)); scale 1/√2 unless the file writes it out in another precision. */
  | { readonly fn: 'geluErf'; readonly scale?: number }
  /** x/2 · (1 + tanh(scale·(x + cubic·x³))); √(2/π) and 0.044715 unless the file writes them out in another precision. */
  | { readonly fn: 'geluTanh'; readonly scale?: number; readonly cubic?: number }
  | { readonly fn: 'pow'; readonly exponent: number }
  | { readonly fn: 'affine'; readonly scale: number; readonly shift: number }
  | { readonly fn: 'clip'; readonly min: number; readonly max: number };
export type UnaryAttrs = UnaryFn;
export type BinaryFn = 'add' | 'sub' | 'mul' | 'div';
/** Two values of the same rows; dims broadcast as in numpy. */
export interface BinaryAttrs {
  readonly fn: BinaryFn;
}
/** fn(x, vector) or, swapped, fn(vector, x); vectorDims broadcast against x.dims as in numpy and never enlarge x. */
export interface BinaryVectorAttrs {
  readonly fn: BinaryFn;
  readonly vector: VectorId;
  readonly vectorDims: readonly number[];
  readonly swapped: boolean;
}
/** fn(x, table[position]); tableDims as above. */
export interface BinaryTableAttrs {
  readonly fn: BinaryFn;
  readonly table: TableId;
  readonly tableDims: readonly number[];
  readonly swapped: boolean;
}
/** act(a) * b, the gated activation of Llama-like MLPs. */
export interface GatedAttrs {
  readonly act: UnaryFn;
}
/** Over the last feature dimension, kept as 1. */
export interface ReduceAttrs {
  readonly fn: 'mean' | 'sum';
}
/** Features seen as [outer, axis, inner]: takes `count` indices start, start+step, … of the axis. */
export interface SliceAttrs {
  readonly outer: number;
  readonly axis: number;
  readonly inner: number;
  readonly start: number;
  readonly step: number;
  readonly count: number;
}
/** Features seen as [outer, sizes[i], inner] for input i. */
export interface ConcatAttrs {
  readonly outer: number;
  readonly sizes: readonly number[];
  readonly inner: number;
}
/** Permutes feature dimensions: output axis i is input axis perm[i]. */
export interface PermuteAttrs {
  readonly dims: readonly number[];
  readonly perm: readonly number[];
}
/** Features seen as [outer, 1, inner] become [outer, times, inner] (Expand). */
export interface RepeatAttrs {
  readonly outer: number;
  readonly times: number;
  readonly inner: number;
}
/** Sums broadcast feature dims away: output dims are `dims`, aligned to the input's as numpy broadcasts them. */
export interface SumToAttrs {
  readonly dims: readonly number[];
}
/** Depthwise causal convolution over the token's sequence: y[t,c] = bias[c] + Σ_j w[c,j]·x[t-(width-1)+j, c]. */
export interface ConvAttrs {
  readonly layer: number;
  readonly channels: number;
  readonly width: number;
  readonly kernel: VectorId;
  readonly bias?: VectorId;
}
/** Rows of `tokens` named by the batch become rows of `selected`. */
export type SelectRowsAttrs = Record<string, never>;
/** Input logits [vocab] on selected rows; outputs row loss [1] (unscaled, 0 where target is -1) and d loss/d logits [vocab] times lossScale. */
export type CrossEntropyAttrs = Record<string, never>;
/** Input logits [vocab] on selected rows; output [4]: log-sum-exp, logit of the target (0 if none), argmax (as f32 number), its logit. */
export type RowStatsAttrs = Record<string, never>;
/** Input d inputs_embeds on tokens; output on prompt rows: the sum over all tokens that are this virtual token. */
export type PromptGradientAttrs = Record<string, never>;

/** A causal program extended by loss and backward pass. */
export interface TrainingProgram extends CausalProgram {
  /** [selected, 1] */
  readonly rowLoss: ValueId;
  /** [prompt, hidden] */
  readonly promptGradient: ValueId;
}
