/**
 * What a run of some wanted values does and how much memory it takes: its nodes, in as small pieces of logits and with as
 * many layers recomputed as the room demands, the values' lifetimes and slots. Pure; allocates nothing.
 */
import type { CausalProgram, ProgramNode, TableId, Value, ValueId } from '../graph/program.ts';
import { opTable } from '../ops/table.ts';
import type { AttentionMode } from '../ops/types.ts';
import { type RowCounts, rowBytes, rowCapacity } from './arena.ts';
import { fuseSums } from './fuse-sums.ts';
import { type HeadRows, headRows, livesInPieces, PIECE_BYTES } from './head-rows.ts';
import { writesCache } from './kv-cache.ts';
import { assignSlots, type Lifetime, lifetimes, neededNodes, type SlotPlan, sharing } from './liveness.ts';
import { type Layer, recomputableLayers, withRecomputation } from './recompute.ts';

/** Nodes of one wanted set, one number of recomputed layers and one size of pieces. */
interface Schedule {
  readonly nodes: readonly ProgramNode[];
  readonly values: ReadonlyMap<ValueId, Value>;
  readonly lives: readonly Lifetime[];
  /** Values that take the place of another. */
  readonly placeOf: ReadonlyMap<ValueId, ValueId>;
  readonly head: HeadRows | undefined;
  readonly recomputedLayers: number;
  /** By row capacities. */
  readonly slots: Map<string, SlotPlan>;
}

interface Split {
  readonly nodes: readonly ProgramNode[];
  readonly layers: readonly Layer[];
  readonly tables: ReadonlySet<TableId>;
}

/** What a run saves memory by. */
interface Thrift {
  readonly layers: number;
  /** See PIECE_BYTES. */
  readonly pieceBytes: number;
}

export interface RunPlan extends Omit<Schedule, 'lives' | 'placeOf' | 'slots'> {
  readonly slots: SlotPlan;
  /** Of all slots. */
  readonly bytes: number;
  readonly fits: boolean;
}

/** Whether slots of these sizes can be had beside what `nodes` nodes need. */
export type Room = (sizes: readonly number[], nodes: number) => boolean;

/** Row counts with some reserve, so that batches of nearly the same size share buffers. */
export function capacityOf(rows: RowCounts): RowCounts {
  return {
    tokens: rowCapacity(rows.tokens),
    selected: rowCapacity(rows.selected),
    prompt: rowCapacity(rows.prompt),
  };
}

export class Planner {
  readonly #program: CausalProgram;
  readonly #pieceBytes: readonly number[];
  readonly #schedules = new Map<string, Schedule>();
  readonly #layers = new Map<string, Split>();
  /** Largest capacity of a wanted set so far: buffers for it are there. */
  readonly #seen = new Map<string, RowCounts>();

  /** `pieceBytes`: see PIECE_BYTES. */
  constructor(program: CausalProgram, pieceBytes = PIECE_BYTES) {
    this.#program = program;
    this.#pieceBytes = pieceBytes;
  }

  /** Position tables that such a run reads. */
  tables(mode: AttentionMode, wanted: readonly ValueId[]): ReadonlySet<TableId> {
    return this.#split(`${mode}:${wanted.join(',')}`, mode, wanted).tables;
  }

  /** Forgets sizes of earlier runs, whose buffers are gone. */
  forget(): void {
    this.#seen.clear();
  }

  /**
   * The run with the fewest recomputed layers that fits: with the buffers that earlier runs have made, else with those that
   * its own rows need. Where nothing fits, the smallest, with `fits` false.
   */
  plan(mode: AttentionMode, wanted: readonly ValueId[], rows: RowCounts, room: Room): RunPlan {
    const key = `${mode}:${wanted.join(',')}`;
    const need = capacityOf(rows);
    const seen = this.#seen.get(key) ?? need;
    const grown: RowCounts = {
      tokens: Math.max(seen.tokens, need.tokens),
      selected: Math.max(seen.selected, need.selected),
      prompt: Math.max(seen.prompt, need.prompt),
    };
    const usual = this.#sized(
      key,
      mode,
      wanted,
      { layers: 0, pieceBytes: this.#pieceBytes[0]! },
      grown,
      room,
    );
    if (usual.fits) {
      this.#seen.set(key, grown);
      return usual;
    }
    this.#seen.set(key, need);
    return this.predict(mode, wanted, rows, room);
  }

  /** As `plan`, for these rows alone. `most`: recompute at most this many layers. */
  predict(
    mode: AttentionMode,
    wanted: readonly ValueId[],
    rows: RowCounts,
    room: Room,
    most = Number.POSITIVE_INFINITY,
  ): RunPlan {
    const key = `${mode}:${wanted.join(',')}`;
    const need = capacityOf(rows);
    const sized = (layers: number, pieceBytes = this.#pieceBytes.at(-1)!) =>
      this.#sized(key, mode, wanted, { layers, pieceBytes }, need, room);
    // Small pieces cost no arithmetic: they come before recomputation.
    for (const pieceBytes of this.#pieceBytes) {
      const plan = sized(0, pieceBytes);
      if (plan.fits) return plan;
    }
    let low = 0;
    let high = Math.min(most, this.#split(key, mode, wanted).layers.length);
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sized(middle).fits) high = middle;
      else low = middle + 1;
    }
    return sized(low);
  }

  #sized(
    key: string,
    mode: AttentionMode,
    wanted: readonly ValueId[],
    thrift: Thrift,
    capacity: RowCounts,
    room: Room,
  ): RunPlan {
    const schedule = this.#schedule(key, mode, wanted, thrift);
    const { lives, placeOf, head, values } = schedule;
    const sizeKey = `${capacity.tokens},${capacity.selected},${capacity.prompt}`;
    let slots = schedule.slots.get(sizeKey);
    if (!slots) {
      const piece = Math.min(capacity.selected, head?.pieceRows ?? capacity.selected);
      const { sizes, slotOf } = assignSlots(lives, (value) => {
        return rowBytes(value) * (head?.inner.has(value.id) ? piece : capacity[value.rows]);
      });
      const shared = [...placeOf].map(([id, place]) => [id, slotOf.get(place)!] as const);
      slots = { sizes, slotOf: new Map([...slotOf, ...shared]) };
      schedule.slots.set(sizeKey, slots);
    }
    const { nodes, recomputedLayers } = schedule;
    const bytes = slots.sizes.reduce((sum, size) => sum + size, 0);
    return { nodes, values, head, recomputedLayers, slots, bytes, fits: room(slots.sizes, nodes.length) };
  }

  #split(key: string, mode: AttentionMode, wanted: readonly ValueId[]): Split {
    let split = this.#layers.get(key);
    if (!split) {
      const needed = neededNodes(this.#program, wanted, (node) => mode === 'cached' && writesCache(node));
      const nodes = fuseSums(needed, this.#program.values, wanted);
      const layers = mode === 'packed' ? recomputableLayers(nodes) : [];
      split = { nodes, layers, tables: tablesOf(nodes) };
      this.#layers.set(key, split);
    }
    return split;
  }

  #schedule(
    key: string,
    mode: AttentionMode,
    wanted: readonly ValueId[],
    { layers: count, pieceBytes }: Thrift,
  ): Schedule {
    const scheduleKey = `${key}:${count}:${pieceBytes}`;
    const known = this.#schedules.get(scheduleKey);
    if (known) return known;
    const { nodes: plain, layers } = this.#split(key, mode, wanted);
    // The earliest: when they run again, the backward pass has already freed what the others kept.
    const again = withRecomputation(
      this.#program,
      plain,
      layers.slice(0, count),
      this.#program.values.length,
    );
    const values = new Map([...this.#program.values, ...again.values].map((value) => [value.id, value]));
    const { nodes } = again;
    const lives = lifetimes({ values: [...values.values()] }, nodes, wanted);
    const head = headRows(nodes, values, wanted, pieceBytes);
    const inner = (id: ValueId) => head?.inner.has(id) ?? false;
    const shared = sharing(head ? livesInPieces(lives, head) : lives, nodes, ({ op, inputs, outputs }) => {
      const { overwrites } = opTable.get(op)!;
      if (!overwrites) return undefined;
      const [input, output] = [inputs[overwrites.input]!, outputs[overwrites.output]!];
      return inner(input) === inner(output) ? [input, output] : undefined;
    });
    const schedule: Schedule = {
      nodes,
      values,
      ...shared,
      head,
      recomputedLayers: Math.min(count, layers.length),
      slots: new Map(),
    };
    this.#schedules.set(scheduleKey, schedule);
    return schedule;
  }
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
