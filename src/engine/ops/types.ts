/**
 * The contract of an op: shapes, WGSL dispatches and VJP in one file, entered in the one table (`table.ts`).
 */
import type { MatrixUnit } from '../gpu/matrix-unit.ts';
import type {
  BinaryFn,
  MatrixWeight,
  ProgramNode,
  RowDomain,
  TableId,
  ValueId,
  VectorId,
  WeightId,
} from '../graph/program.ts';

/** A range of GPU memory as a kernel sees it. */
export interface BufferView {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly size: number;
}

/** One compute dispatch. The entry point is `main`. Pipelines are cached by `wgsl` + `constants`; compile happens before the first dispatch. */
export interface Dispatch {
  /** For timing and messages, e.g. 'linear.f16.nn.8x16'. */
  readonly label: string;
  readonly wgsl: string;
  readonly constants?: Readonly<Record<string, number>>;
  /** @group(0) @binding(i), in order. Bindings the WGSL declares `read` or `read_write`; no buffer may be bound both ways. */
  readonly bindings: readonly BufferView[];
  /** The uniform block at @group(0) @binding(bindings.length): 32-bit words, mixed u32 and f32 through `f32Bits`. */
  readonly params: readonly number[];
  readonly workgroups: readonly [number, number, number];
  /** Estimated work of a large dispatch: submissions are cut by it so that none can trip a driver's watchdog. Absent: small. */
  readonly flops?: number;
}

/** How tokens see each other in this run. */
export type AttentionMode = 'packed' | 'cached';

/** Scalars of one run that ops read. */
export interface RunScalars {
  /** Factor on d loss / d logits: 1 / number of label tokens of the whole batch, also when it runs in micro-batches. */
  readonly lossScale: number;
  /** Most keys that one token sees, windows aside: a bound of attention's work a token. */
  readonly mostKeys: number;
}

/** What an op's emit sees: row counts of this run, buffers, and a place to put dispatches. */
export interface EmitContext {
  readonly mode: AttentionMode;
  rows(domain: RowDomain): number;
  /** Row domain of a value: elementwise ops work on any, so `rows(domain(id))` is a value's row count. */
  domain(id: ValueId): RowDomain;
  value(id: ValueId): BufferView;
  dims(id: ValueId): readonly number[];
  weight(id: WeightId): GpuWeight;
  vector(id: VectorId): BufferView;
  table(id: TableId): BufferView;
  /** Per-run index arrays of the batch (see BatchBuffers). */
  readonly batch: BatchBuffers;
  readonly scalars: RunScalars;
  readonly limits: GPUSupportedLimits;
  readonly variants: VariantChoice;
  dispatch(d: Dispatch): void;
}

/** Which kernel variant to use, chosen by measurement on this adapter (see plan/variants.ts). */
export interface VariantChoice {
  /** 'register': no workgroup memory or barriers (software adapters); 'tiled': workgroup-memory tiles (real GPUs). */
  readonly gemm: 'register' | 'tiled';
  /**
   * Lanes exchange what they load, or their partial sums, in quads (feature 'subgroups'): products, and attention where
   * there are no barriers. Absent: they do not.
   */
  readonly quads?: boolean;
  /** Products of more than a few rows go through the adapter's matrix unit (ops/linear/gemm-matrix.ts). */
  readonly matrix?: MatrixUnit;
  /** Tokens and outputs of the register tile of many rows; absent: what software adapters run best. */
  readonly tile?: readonly [number, number];
  /** Most FLOP of one dispatch and of one submission: far below what trips a driver's watchdog on this adapter. */
  readonly dispatchFlops: number;
}

/** A matrix on the GPU; `parts` in the order the format's loader binds them (data, then scales, then zero points …). */
export interface GpuWeight {
  readonly k: number;
  readonly n: number;
  readonly order: 'kn' | 'nk';
  /** WGSL and bindings that decode four consecutive elements: see ops/linear/formats.ts. */
  readonly loader: WeightLoader;
  /** Row-aligned chunks of the stored matrix, each within maxStorageBufferBindingSize. */
  readonly chunks: readonly {
    readonly firstRow: number;
    readonly rowCount: number;
    readonly parts: readonly BufferView[];
  }[];
}

/**
 * Decodes a stored matrix. `wgsl(firstBinding)` declares the bindings, `fn w_init(cols: u32)`, which an entry point calls
 * first with the length of a stored row, and
 * `fn load_w4(row: u32, col: u32) -> vec4<f32>`: elements col..col+3 (col % 4 == 0) of stored row `row`; columns beyond the
 * matrix read as 0. `w4` is the same for columns that are inside.
 */
export interface WeightLoader {
  readonly key: string;
  readonly partCount: number;
  wgsl(firstBinding: number): string;
}

/**
 * Index arrays of one run, all u32 (ids: i32), uploaded before the dispatches.
 * T tokens, S selected, R sequences.
 */
export interface BatchBuffers {
  /** i32 [T]: token id, or -1-v for virtual token v. */
  readonly ids: BufferView;
  /** u32 [T]: position of the token in its sequence; also the last key it attends to. */
  readonly positions: BufferView;
  /**
   * u32 [T]. packed: index of the sequence's first token, so key j is token keyStart+j.
   * cached: offset into keySlots, so key j is KV slot keySlots[keyStart+j].
   */
  readonly keyStart: BufferView;
  /** packed only, u32 [T]: one past the last token of the sequence. */
  readonly sequenceEnd: BufferView;
  /** cached only, u32: KV slots of all sequences, one list a sequence. */
  readonly keySlots: BufferView;
  /** cached only, u32 [T]: slot this token's key and value are written to. */
  readonly writeSlots: BufferView;
  /** f32 [P, hidden]: the soft prompt (one zero row where the run has none). */
  readonly softPrompt: BufferView;
  /** u32 [S]: tokens whose logits are wanted. */
  readonly selected: BufferView;
  /** u32 [T+1+S]: where each token's rows begin in the list that follows, then the selected rows grouped by token. */
  readonly rowsByToken: BufferView;
  /** u32 [P+1+V]: the same for virtual tokens and the V tokens that are one. */
  readonly tokensByVirtual: BufferView;
  /** i32 [S]: target token id of each selected row (-1: none). */
  readonly targets: BufferView;
  /** cached only: K and V caches of a layer, [slots, kvHeads*headDim] and [slots, kvHeads*valueDim] f32. */
  kvCache(layer: number): { readonly keys: BufferView; readonly values: BufferView };
}

/** What a VJP may do: append nodes to the same program. */
export interface VjpBuilder {
  dims(id: ValueId): readonly number[];
  rows(id: ValueId): RowDomain;
  /** Adds a node and returns its output ids; `outputs` gives dims and rows of each. */
  add(
    op: string,
    inputs: readonly ValueId[],
    attrs: unknown,
    outputs: readonly { readonly dims: readonly number[]; readonly rows: RowDomain; readonly name: string }[],
  ): ValueId[];
  /** Adds a binary node with numpy broadcasting over feature dims. */
  binary(fn: BinaryFn, a: ValueId, b: ValueId): ValueId;
  /** Adds an affine node scale*x + shift. */
  affine(x: ValueId, scale: number, shift?: number): ValueId;
  /** Sums broadcast feature dims away until the value has `dims`. */
  sumTo(x: ValueId, dims: readonly number[]): ValueId;
}

/** One op of the table. A is its attribute type. */
export interface OpDef<A = unknown> {
  readonly name: string;
  /** Feature dims and row domain of each output (`weights` are the program's); throws LabError `op.shape` naming the node when inputs do not fit. */
  outputs(
    node: ProgramNode<A>,
    dims: readonly (readonly number[])[],
    rows: readonly RowDomain[],
    weights: readonly MatrixWeight[],
  ): { dims: readonly number[]; rows: RowDomain }[];
  /** An output that the kernels can write over an input of the same shape, where plans see that nobody reads that one later. */
  readonly overwrites?: { readonly input: number; readonly output: number };
  /** Appends this node's dispatches. */
  emit(node: ProgramNode<A>, ctx: EmitContext): void;
  /**
   * Cotangents of the outputs (undefined where none flows) to cotangents of the inputs (undefined where none flows).
   * Absent: the op has no derivative here; using it on the gradient path throws `graph.no-gradient` with its name.
   */
  vjp?(
    node: ProgramNode<A>,
    cotangents: readonly (ValueId | undefined)[],
    b: VjpBuilder,
  ): (ValueId | undefined)[];
}

const bits = new DataView(new ArrayBuffer(4));

/** The bit pattern of an f32 as a u32 word, for `Dispatch.params`. */
export function f32Bits(x: number): number {
  bits.setFloat32(0, x);
  return bits.getUint32(0);
}
