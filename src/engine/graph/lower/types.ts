/**
 * Values during lowering: what stands behind an ONNX value name on the path from inputs_embeds to the logits.
 */
import type { MatrixWeight, ValueId } from '../program.ts';
import type { Axis } from './axes.ts';

/** A program value and the meaning of its ONNX axes. */
export interface TensorValue {
  readonly kind: 'tensor';
  readonly id: ValueId;
  readonly axes: readonly Axis[];
}

/** A constant that joins attention scores. */
export interface MaskTerm {
  /** ONNX value: additive floats, or booleans. */
  readonly name: string;
  /** add: floats are added (booleans: true = attend); keep: masked where false; drop: masked where true. */
  readonly mode: 'add' | 'keep' | 'drop';
  /** Factor on added floats (a Mul after the Add scales them too). */
  readonly factor: number;
}

/** Attention scores or probabilities: never stored, only remembered until the product with the values. */
export interface ScoresValue {
  readonly kind: 'scores';
  readonly q: TensorValue;
  readonly k: TensorValue;
  readonly axes: readonly Axis[];
  readonly scale: number;
  readonly softcap: number;
  /** Divisor seen before a Tanh, while a softcap is half way. */
  readonly capped: boolean;
  readonly masks: readonly MaskTerm[];
  readonly normalised: boolean;
}

/** IsNaN of attention probabilities: exporters guard fully masked rows, which here are zero already. */
export interface NanGuardValue {
  readonly kind: 'nan-guard';
  readonly axes: readonly Axis[];
}

/** A scale and zero point that are constants of the file, by name. */
export interface StoredScale {
  readonly scale: string;
  readonly zeroPoint: string;
}

/**
 * DynamicQuantizeLinear of an activation: its rounding is left out, so all three outputs stand for the value itself. Or rows
 * of an integer table, whose scale is `stored`: `of` is the value with it.
 */
export interface QuantisedValue {
  readonly kind: 'quantised' | 'quantised-scale' | 'quantised-zero';
  readonly of: TensorValue | ConvValue;
  readonly axes: readonly Axis[];
  readonly stored?: StoredScale;
  /** quantised-scale: constant factors multiplied in so far. */
  readonly factors: readonly string[];
}

/** MatMulInteger before its scales are multiplied in. */
export interface IntegerProductValue {
  readonly kind: 'integer-product';
  readonly of: TensorValue;
  readonly weight: Omit<MatrixWeight, 'format'> & { readonly zeroPoint: string };
  readonly stored?: StoredScale;
  readonly axes: readonly Axis[];
}

/**
 * [cached inputs | new inputs] along the last axis before a causal convolution, and its outputs until those of the new tokens
 * are cut out of them.
 */
export interface ConvValue {
  readonly kind: 'conv-input' | 'conv-output';
  readonly of: TensorValue;
  /** Places before those of the new tokens. */
  readonly before: number;
  /** Places after them (padding on both sides). */
  readonly after: number;
  /** Whether the scale of an integer kernel is still to come. */
  readonly unscaled?: boolean;
  readonly axes: readonly Axis[];
}

/** A slice of no features: exporters cut off what lies beyond the rotary part, also where that is the whole head. */
export interface EmptyValue {
  readonly kind: 'empty';
  readonly axes: readonly Axis[];
}

export type LoweredValue =
  | TensorValue
  | EmptyValue
  | ConvValue
  | ScoresValue
  | NanGuardValue
  | QuantisedValue
  | IntegerProductValue;

/** The lookup of a graph that takes inputs_embeds. */
export interface EmbeddingTable {
  readonly weight: MatrixWeight;
  /** Factor that follows the lookup. */
  readonly scale: number;
}

/** What lowering found out about the file. */
export interface LoweredFacts {
  readonly cutValue: string;
  readonly embeddingScale: number;
  readonly dialect: 'decomposed' | 'fused com.microsoft' | 'fused standard' | 'mixed';
  readonly attentionHeads: number;
  readonly kvHeads: number;
  readonly headDim: number;
  readonly onnxNodes: number;
  readonly fused: Readonly<Record<string, number>>;
  readonly dtype: string;
  readonly parameters: number;
}
