/**
 * Builds the index arrays of a run (BatchSpec) from tokens. There is no padding: tokens of all rows follow each other.
 *
 * - packed: whole sequences, each attending to its own tokens (training, logits).
 * - cached: tokens in any number per sequence, reading and writing the KV cache (prefill, decoding, branches).
 */
import type { BatchSpec } from '../plan/types.ts';

/** One whole sequence of a packed run. */
export interface PackedRow {
  /** Virtual tokens 0..virtualTokens-1 of the soft prompt come first. */
  readonly virtualTokens: number;
  readonly ids: readonly number[];
  /** Positions in the sequence whose logits are wanted, each with the token it should predict (-1: none). */
  readonly selected: readonly { readonly position: number; readonly target: number }[];
}

export interface PackedOptions {
  readonly softPrompt?: Float32Array;
  readonly lossScale?: number;
}

/** Token `v` of the soft prompt as it stands in `ids`. */
export function virtualTokenId(v: number): number {
  return -1 - v;
}

/** Tokens of a packed row, virtual ones included. */
export function packedLength(row: PackedRow): number {
  return row.virtualTokens + row.ids.length;
}

export function packedBatch(rows: readonly PackedRow[], options: PackedOptions = {}): BatchSpec {
  const tokens = rows.reduce((sum, row) => sum + packedLength(row), 0);
  const ids = new Int32Array(tokens);
  const positions = new Uint32Array(tokens);
  const keyStart = new Uint32Array(tokens);
  const sequenceEnd = new Uint32Array(tokens);
  const selected: number[] = [];
  const targets: number[] = [];
  let start = 0;
  for (const row of rows) {
    const length = packedLength(row);
    for (let p = 0; p < length; p++) {
      const t = start + p;
      ids[t] = p < row.virtualTokens ? virtualTokenId(p) : row.ids[p - row.virtualTokens]!;
      positions[t] = p;
      keyStart[t] = start;
      sequenceEnd[t] = start + length;
    }
    for (const { position, target } of row.selected) {
      selected.push(start + position);
      targets.push(target);
    }
    start += length;
  }
  return {
    mode: 'packed',
    ids,
    positions,
    keyStart,
    sequenceEnd,
    selected: Uint32Array.from(selected),
    targets: Int32Array.from(targets),
    ...options,
  };
}

/** One token of a cached run. */
export interface CachedToken {
  /** Token id, or -1-v for virtual token v. */
  readonly id: number;
  readonly position: number;
  /**
   * KV slot of every position up to this one at least; `slots[position]` is the slot this token is written to. Tokens
   * with the same array share one list on the GPU. Earlier positions must be written by this run or an earlier one.
   */
  readonly slots: Uint32Array;
  /** One selected row for each entry: the token it should predict (-1: none). */
  readonly targets: readonly number[];
}

export function cachedBatch(tokens: readonly CachedToken[], softPrompt?: Float32Array): BatchSpec {
  const longest = new Map<Uint32Array, number>();
  for (const { slots, position } of tokens) {
    longest.set(slots, Math.max(longest.get(slots) ?? 0, position + 1));
  }
  const offsets = new Map<Uint32Array, number>();
  let keyCount = 0;
  for (const [slots, length] of longest) {
    offsets.set(slots, keyCount);
    keyCount += length;
  }
  const keySlots = new Uint32Array(keyCount);
  for (const [slots, length] of longest) keySlots.set(slots.subarray(0, length), offsets.get(slots)!);
  const selected: number[] = [];
  const targets: number[] = [];
  tokens.forEach((token, t) => {
    for (const target of token.targets) {
      selected.push(t);
      targets.push(target);
    }
  });
  const virtual = tokens.some((token) => token.id < 0);
  return {
    mode: 'cached',
    ids: Int32Array.from(tokens, (token) => token.id),
    positions: Uint32Array.from(tokens, (token) => token.position),
    keyStart: Uint32Array.from(tokens, (token) => offsets.get(token.slots)!),
    keySlots,
    writeSlots: Uint32Array.from(tokens, (token) => token.slots[token.position]!),
    selected: Uint32Array.from(selected),
    targets: Int32Array.from(targets),
    ...(virtual && softPrompt ? { softPrompt } : {}),
  };
}
