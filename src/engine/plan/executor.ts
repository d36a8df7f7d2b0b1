/**
 * Runs a program on a device: weights up once, then batches of packed rows.
 *
 * A run: check the batch, plan (cached), make room, upload indices, collect every op's dispatches, compile what is new,
 * submit, read back. Runs are serialised. It changes no graph and knows no model.
 */
import { LabError } from '../../lib/errors.ts';
import { createBufferLedger, roundDown } from '../gpu/buffers.ts';
import type { Gpu } from '../gpu/device.ts';
import { createReadback } from '../gpu/readback.ts';
import { createEncoder } from '../gpu/submit.ts';
import type { CausalProgram, EmbedAttrs, ProgramNode, Value, ValueId } from '../graph/program.ts';
import { opTable } from '../ops/table.ts';
import type { BufferView, Dispatch, EmitContext, GpuWeight, OpDef, VariantChoice } from '../ops/types.ts';
import { createArena, type RowCounts, rowBytes } from './arena.ts';
import { type BatchViews, checkBatch, createBatchUploader } from './batch.ts';
import type { HeadRows } from './head-rows.ts';
import { chooseKernels, type KernelChoice, type KernelOptions, variantsOf } from './kernel-choice.ts';
import { createKvCache } from './kv-cache.ts';
import { Planner, type Room, type RunPlan } from './run-plan.ts';
import { createTableStore } from './tables.ts';
import type { BatchSpec, Executor } from './types.ts';
import { createWeightUploader, type UploadOptions } from './weights.ts';

export interface ExecutorOptions extends UploadOptions {
  /** Weights above this many bytes are split into chunks of rows; absent: above what one binding may hold. */
  readonly maxChunkBytes?: number;
  /** Sizes of pieces of logits to choose from, largest first; absent: PIECE_BYTES of head-rows.ts. */
  readonly headPieceBytes?: readonly number[];
  /** GPU bytes this executor may hold; absent: as many as the driver gives. */
  readonly budgetBytes?: number;
  /** How the kernel variant is chosen; see kernel-choice.ts. */
  readonly kernels?: KernelOptions;
  /** Sets kernels and the size of dispatches instead. */
  readonly variants?: VariantChoice;
}

/**
 * Loads `program` onto the device.
 * Throws `plan.unknown-op` {op, node}, `plan.weight-not-finite` {tensor}, `plan.weight-size`, `plan.weight-dtype`,
 * `plan.does-not-fit` {what, needBytes, haveBytes}, `plan.unknown-kernel` {name, names} and the `gpu.*` codes.
 */
export async function createExecutor(
  gpu: Gpu,
  program: CausalProgram,
  options: ExecutorOptions = {},
): Promise<Executor> {
  const { limits } = gpu.device;
  // Buffer sizes are multiples of 16.
  const bindingBytes = roundDown(Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize), 16);
  const ledger = createBufferLedger(gpu);
  const values = new Map<ValueId, Value>(program.values.map((value) => [value.id, value]));
  for (const node of program.nodes) opOf(node);

  const uploader = createWeightUploader(
    gpu,
    ledger,
    Math.min(options.maxChunkBytes ?? bindingBytes, bindingBytes),
    options,
  );
  const weights: GpuWeight[] = [];
  const vectors: BufferView[] = [];
  let kernels: KernelChoice | undefined;
  try {
    for (const weight of program.weights) weights.push(await uploader.matrix(weight));
    for (const vector of program.vectors) vectors.push(await uploader.floats(vector.name, vector.data));
    await gpu.device.queue.onSubmittedWorkDone();
    gpu.assertUsable();
    if (!options.variants) kernels = await chooseKernels(gpu, program, weights, options.kernels);
  } catch (error) {
    ledger.destroyAll();
    throw error;
  }
  const variants = options.variants ?? variantsOf(gpu, kernels!);
  const weightBytes = ledger.liveBytes;

  const tables = createTableStore(program.tables, uploader, ledger);
  const arena = createArena(ledger);
  const batches = createBatchUploader(gpu, ledger);
  const kv = createKvCache(program, ledger, bindingBytes);
  const encoder = createEncoder(gpu, ledger, variants.dispatchFlops);
  const readback = createReadback(gpu, ledger);
  const planner = new Planner(program, options.headPieceBytes);
  const bounds = {
    hiddenSize: program.hiddenSize,
    tableRows: embeddingRows(program),
  };
  let disposed = false;

  const valueBytes = (id: ValueId, rows: RowCounts): number =>
    rowBytes(values.get(id)!) * rows[values.get(id)!.rows];
  const readBytes = (wanted: readonly ValueId[], rows: RowCounts): number =>
    wanted.reduce((sum, id) => sum + valueBytes(id, rows), 0);
  const budget = options.budgetBytes ?? Number.POSITIVE_INFINITY;
  /** Bytes that are neither the arena's nor to be had by dropping it. */
  const others = (): number => ledger.liveBytes - arena.bytes;
  const bindable = (sizes: readonly number[]): boolean => (sizes[0] ?? 0) <= bindingBytes;

  /** What the uniform words of a run still have to grow by; a node is seldom more than two dispatches. */
  const parameters = (nodes: number): number => Math.max(0, 512 * nodes - encoder.parameterBytes);
  /** Whether slots can be had beside what is there and `more` bytes. */
  const roomy =
    (more: number): Room =>
    (sizes, nodes) =>
      bindable(sizes) &&
      others() + more + parameters(nodes) + sizes.reduce((sum, size) => sum + size, 0) <= budget;

  /** Makes room; where the budget does not allow what earlier runs left, their buffers are dropped first. */
  const makeRoom = async (plan: RunPlan): Promise<void> => {
    const { sizes } = plan.slots;
    if (!bindable(sizes)) {
      throw new LabError('plan.does-not-fit', {
        what: 'activation',
        needBytes: sizes[0]!,
        haveBytes: bindingBytes,
      });
    }
    const needBytes = others() + parameters(plan.nodes.length) + plan.bytes;
    if (needBytes > budget) {
      throw new LabError('plan.does-not-fit', { what: 'run', needBytes, haveBytes: budget });
    }
    await arena.ensure(sizes, needBytes - plan.bytes + arena.predict(sizes).grown > budget);
  };

  const emit = (plan: RunPlan, batch: BatchSpec, rows: RowCounts, views: BatchViews): Dispatch[] => {
    const dispatches: Dispatch[] = [];
    const slot = (id: ValueId): BufferView => arena.slot(plan.slots.slotOf.get(id)!);
    const context: EmitContext = {
      mode: batch.mode,
      rows: (domain) => rows[domain],
      domain: (id) => plan.values.get(id)!.rows,
      value: slot,
      dims: (id) => plan.values.get(id)!.dims,
      weight: (id) => weights[id]!,
      vector: (id) => vectors[id]!,
      table: (id) => tables.view(id),
      batch: { ...views, kvCache: (layer) => kv.layer(layer) },
      scalars: { lossScale: batch.lossScale ?? 1, mostKeys: mostKeys(batch) },
      limits,
      variants,
      dispatch: (dispatch) => dispatches.push(dispatch),
    };
    const emitNodes = (nodes: readonly ProgramNode[], ctx: EmitContext): void => {
      for (const node of nodes) opOf(node).emit(node, ctx);
    };
    const { nodes, head } = plan;
    emitNodes(nodes.slice(0, head?.first), context);
    if (!head) return dispatches;
    for (let from = 0; from < rows.selected; from += head.pieceRows) {
      emitNodes(nodes.slice(head.first, head.end), pieceOf(context, plan, head, from));
    }
    emitNodes(nodes.slice(head.end), context);
    return dispatches;
  };

  const run = async (batch: BatchSpec, wanted: readonly ValueId[]): Promise<Float32Array[]> => {
    gpu.assertUsable();
    const rows = checkBatch(batch, { ...bounds, kvSlots: kv.slots });
    await tables.ensure(planner.tables(batch.mode, wanted), mostKeys(batch));
    const sizes = wanted.map((id) => valueBytes(id, rows));
    const views = await batches.write(batch, program.hiddenSize);
    await readback.reserve(readBytes(wanted, rows));
    const plan = planner.plan(batch.mode, wanted, rows, roomy(0));
    await makeRoom(plan);
    const dispatches = emit(plan, batch, rows, views);
    const sources = wanted.map((id, i) => ({
      view: arena.slot(plan.slots.slotOf.get(id)!),
      bytes: sizes[i]!,
    }));
    await encoder.submit(dispatches, (commands) => readback.copy(commands, sources));
    const results = await readback.read(sizes);
    gpu.assertUsable();
    return results;
  };

  let last: Promise<unknown> = Promise.resolve();
  const serialised = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(() => {
      if (disposed) throw new LabError('plan.disposed');
      return work();
    });
    last = result.catch(() => undefined);
    return result;
  };

  return {
    run: (batch, wanted) => serialised(() => run(batch, wanted)),
    reserveKvSlots: (slots) =>
      serialised(async () => {
        kv.release();
        const needBytes = ledger.liveBytes + kv.bytes(slots);
        const haveBytes = options.budgetBytes ?? Number.POSITIVE_INFINITY;
        if (needBytes > haveBytes) {
          throw new LabError('plan.does-not-fit', { what: 'kv-cache', needBytes, haveBytes });
        }
        await kv.reserve(slots);
      }),
    predictBytes(mode, wanted, rows, mostRecomputed) {
      const staging = readback.growth(readBytes(wanted, rows));
      const plan = planner.predict(mode, wanted, rows, roomy(staging), mostRecomputed);
      return {
        peakBytes: others() + parameters(plan.nodes.length) + plan.bytes + staging,
        fits: plan.fits,
        recomputedLayers: plan.recomputedLayers,
      };
    },
    releaseScratch: () =>
      serialised(async () => {
        tables.release();
        arena.release();
        batches.release();
        kv.release();
        encoder.release();
        readback.release();
        planner.forget();
      }),
    kernels,
    memory: () => ({ liveBytes: ledger.liveBytes, weightBytes, peakBytes: ledger.peakBytes }),
    dispose() {
      disposed = true;
      ledger.destroyAll();
    },
  };
}

/** A token sees the keys up to its own position. */
function mostKeys({ positions }: BatchSpec): number {
  return positions.reduce((most, position) => Math.max(most, position + 1), 0);
}

function opOf(node: ProgramNode): OpDef {
  const op = opTable.get(node.op);
  if (!op) throw new LabError('plan.unknown-op', { op: node.op, node: node.source });
  return op;
}

function embeddingRows(program: CausalProgram): number {
  const embed = program.nodes.find((node) => node.op === 'embed');
  if (!embed) return Number.POSITIVE_INFINITY;
  return program.weights[(embed.attrs as EmbedAttrs).weight]!.n;
}

/** What nodes of the head see of one piece of rows; see head-rows.ts. */
function pieceOf(whole: EmitContext, { values }: RunPlan, head: HeadRows, from: number): EmitContext {
  const later = (view: BufferView, bytes: number): BufferView => {
    return { buffer: view.buffer, offset: view.offset + bytes, size: view.size - bytes };
  };
  return {
    ...whole,
    rows: (domain) =>
      domain === 'selected' ? Math.min(head.pieceRows, whole.rows(domain) - from) : whole.rows(domain),
    value: (id) => {
      const value = values.get(id)!;
      const own = value.rows !== 'selected' || head.inner.has(id);
      return own ? whole.value(id) : later(whole.value(id), from * rowBytes(value));
    },
    batch: {
      ...whole.batch,
      selected: later(whole.batch.selected, 4 * from),
      targets: later(whole.batch.targets, 4 * from),
    },
  };
}
