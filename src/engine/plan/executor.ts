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
import type { CausalProgram, EmbedAttrs, ProgramNode, TableId, Value, ValueId } from '../graph/program.ts';
import { opTable } from '../ops/table.ts';
import type { BufferView, Dispatch, EmitContext, GpuWeight, OpDef, VariantChoice } from '../ops/types.ts';
import { createArena, type RowCounts, rowBytes, rowCapacity } from './arena.ts';
import { type BatchViews, checkBatch, createBatchUploader } from './batch.ts';
import { createKvCache, writesCache } from './kv-cache.ts';
import { assignSlots, type Lifetime, lifetimes, neededNodes, type SlotPlan } from './liveness.ts';
import { createTableStore } from './tables.ts';
import type { BatchSpec, Executor } from './types.ts';
import { chooseVariants } from './variants.ts';
import { createWeightUploader, type UploadOptions } from './weights.ts';

export interface ExecutorOptions extends UploadOptions {
  /** Weights above this many bytes are split into chunks of rows; absent: above what one binding may hold. */
  readonly maxChunkBytes?: number;
  /** GPU bytes this executor may hold; absent: as many as the driver gives. */
  readonly budgetBytes?: number;
  /** Pins the kernel variants; absent: measured once per adapter. */
  readonly variants?: VariantChoice;
}

/** Nodes and lifetimes of one wanted set, and the slots for the row capacities seen so far. */
interface RunPlan {
  readonly nodes: readonly ProgramNode[];
  readonly lives: readonly Lifetime[];
  readonly tables: ReadonlySet<TableId>;
  capacity: RowCounts;
  slots: SlotPlan;
}

/**
 * Loads `program` onto the device.
 * Throws `plan.unknown-op` {op, node}, `plan.weight-not-finite` {tensor}, `plan.weight-size`, `plan.weight-dtype`,
 * `plan.does-not-fit` {what, needBytes, haveBytes} and the `gpu.*` codes.
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
  const variants = options.variants ?? (await chooseVariants(gpu));
  const values = new Map<ValueId, Value>(program.values.map((value) => [value.id, value]));
  const ops = new Map<ProgramNode, OpDef>();
  for (const node of program.nodes) {
    const op = opTable.get(node.op);
    if (!op) throw new LabError('plan.unknown-op', { op: node.op, node: node.source });
    ops.set(node, op);
  }

  const uploader = createWeightUploader(
    gpu,
    ledger,
    Math.min(options.maxChunkBytes ?? bindingBytes, bindingBytes),
    options,
  );
  const weights: GpuWeight[] = [];
  const vectors: BufferView[] = [];
  try {
    for (const weight of program.weights) weights.push(await uploader.matrix(weight));
    for (const vector of program.vectors) vectors.push(await uploader.floats(vector.name, vector.data));
    await gpu.device.queue.onSubmittedWorkDone();
    gpu.assertUsable();
  } catch (error) {
    ledger.destroyAll();
    throw error;
  }
  const weightBytes = ledger.liveBytes;

  const tables = createTableStore(program.tables, uploader, ledger);
  const arena = createArena(ledger);
  const batches = createBatchUploader(gpu, ledger);
  const kv = createKvCache(program, ledger, bindingBytes);
  const encoder = createEncoder(gpu, ledger, variants.dispatchFlops);
  const readback = createReadback(gpu, ledger);
  const plans = new Map<string, RunPlan>();
  const bounds = {
    hiddenSize: program.hiddenSize,
    tableRows: embeddingRows(program),
  };
  let disposed = false;

  const valueBytes = (id: ValueId, rows: RowCounts): number =>
    rowBytes(values.get(id)!) * rows[values.get(id)!.rows];
  const readBytes = (wanted: readonly ValueId[], rows: RowCounts): number =>
    wanted.reduce((sum, id) => sum + valueBytes(id, rows), 0);
  const slotsFor = (lives: readonly Lifetime[], capacity: RowCounts): SlotPlan =>
    assignSlots(lives, (value) => rowBytes(value) * capacity[value.rows]);

  const planFor = (mode: BatchSpec['mode'], wanted: readonly ValueId[], rows: RowCounts): RunPlan => {
    const key = `${mode}:${wanted.join(',')}`;
    const need = {
      tokens: rowCapacity(rows.tokens),
      selected: rowCapacity(rows.selected),
      prompt: rowCapacity(rows.prompt),
    };
    let plan = plans.get(key);
    if (!plan) {
      const nodes = neededNodes(program, wanted, (node) => mode === 'cached' && writesCache(node));
      const lives = lifetimes(program, nodes, wanted);
      plan = { nodes, lives, tables: tablesOf(nodes), capacity: need, slots: slotsFor(lives, need) };
      plans.set(key, plan);
    } else {
      const { capacity } = plan;
      const grown = {
        tokens: Math.max(capacity.tokens, need.tokens),
        selected: Math.max(capacity.selected, need.selected),
        prompt: Math.max(capacity.prompt, need.prompt),
      };
      if (Object.entries(grown).some(([domain, count]) => count > capacity[domain as keyof RowCounts])) {
        plan.capacity = grown;
        plan.slots = slotsFor(plan.lives, grown);
      }
    }
    return plan;
  };

  /** Makes room; where the budget does not allow what earlier runs left, starts over with just this run's needs. */
  const makeRoom = async (plan: RunPlan, rows: RowCounts): Promise<void> => {
    const others = ledger.liveBytes - arena.bytes;
    const budget = options.budgetBytes ?? Number.POSITIVE_INFINITY;
    let fresh = false;
    if (others + arena.predict(plan.slots.sizes).grown > budget || !bindable(plan.slots)) {
      plan.capacity = {
        tokens: rowCapacity(rows.tokens),
        selected: rowCapacity(rows.selected),
        prompt: rowCapacity(rows.prompt),
      };
      plan.slots = slotsFor(plan.lives, plan.capacity);
      fresh = true;
      const needBytes = others + arena.predict(plan.slots.sizes).fresh;
      if (needBytes > budget) {
        throw new LabError('plan.does-not-fit', { what: 'run', needBytes, haveBytes: budget });
      }
      if (!bindable(plan.slots)) {
        throw new LabError('plan.does-not-fit', {
          what: 'activation',
          needBytes: plan.slots.sizes[0]!,
          haveBytes: bindingBytes,
        });
      }
    }
    await arena.ensure(plan.slots.sizes, fresh);
  };

  const bindable = (slots: SlotPlan): boolean => (slots.sizes[0] ?? 0) <= bindingBytes;

  const emit = (plan: RunPlan, batch: BatchSpec, rows: RowCounts, views: BatchViews): Dispatch[] => {
    const dispatches: Dispatch[] = [];
    const context: EmitContext = {
      mode: batch.mode,
      rows: (domain) => rows[domain],
      domain: (id) => values.get(id)!.rows,
      value: (id) => arena.slot(plan.slots.slotOf.get(id)!),
      dims: (id) => values.get(id)!.dims,
      weight: (id) => weights[id]!,
      vector: (id) => vectors[id]!,
      table: (id) => tables.view(id),
      batch: { ...views, kvCache: (layer) => kv.layer(layer) },
      scalars: { lossScale: batch.lossScale ?? 1 },
      limits,
      variants,
      dispatch: (dispatch) => dispatches.push(dispatch),
    };
    for (const node of plan.nodes) ops.get(node)!.emit(node, context);
    return dispatches;
  };

  const run = async (batch: BatchSpec, wanted: readonly ValueId[]): Promise<Float32Array[]> => {
    gpu.assertUsable();
    const rows = checkBatch(batch, { ...bounds, kvSlots: kv.slots });
    const plan = planFor(batch.mode, wanted, rows);
    let positions = 0;
    for (const position of batch.positions) positions = Math.max(positions, position + 1);
    await tables.ensure(plan.tables, positions);
    const sizes = wanted.map((id) => valueBytes(id, rows));
    const views = await batches.write(batch, program.hiddenSize);
    await readback.reserve(readBytes(wanted, rows));
    await makeRoom(plan, rows);
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
    predictBytes(mode, wanted, rows) {
      const nodes = neededNodes(program, wanted, (node) => mode === 'cached' && writesCache(node));
      const capacity = {
        tokens: rowCapacity(rows.tokens),
        selected: rowCapacity(rows.selected),
        prompt: rowCapacity(rows.prompt),
      };
      const slots = slotsFor(lifetimes(program, nodes, wanted), capacity);
      const arenaBytes = slots.sizes.reduce((sum, size) => sum + size, 0);
      const peakBytes =
        ledger.liveBytes - arena.bytes + arenaBytes + readback.growth(readBytes(wanted, rows));
      return { peakBytes, fits: peakBytes <= (options.budgetBytes ?? Infinity) && bindable(slots) };
    },
    releaseScratch: () =>
      serialised(async () => {
        tables.release();
        arena.release();
        batches.release();
        kv.release();
        encoder.release();
        readback.release();
        plans.clear();
      }),
    memory: () => ({ liveBytes: ledger.liveBytes, weightBytes, peakBytes: ledger.peakBytes }),
    dispose() {
      disposed = true;
      ledger.destroyAll();
    },
  };
}

function embeddingRows(program: CausalProgram): number {
  const embed = program.nodes.find((node) => node.op === 'embed');
  if (!embed) return Number.POSITIVE_INFINITY;
  return program.weights[(embed.attrs as EmbedAttrs).weight]!.n;
}

/** Tables that the nodes' attributes name (rotary: cos, sin; binaryTable: table). */
function tablesOf(nodes: readonly ProgramNode[]): Set<TableId> {
  const ids = new Set<TableId>();
  for (const node of nodes) {
    const attrs = node.attrs as { readonly cos?: TableId; readonly sin?: TableId; readonly table?: TableId };
    for (const id of [attrs?.cos, attrs?.sin, attrs?.table]) if (id !== undefined) ids.add(id);
  }
  return ids;
}
