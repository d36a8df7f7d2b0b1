/**
 * Key and value caches of a program's attention layers (and the inputs of its causal convolutions): one row a token slot.
 */
import { LabError } from '../../lib/errors.ts';
import type { BufferLedger } from '../gpu/buffers.ts';
import type { AttentionAttrs, ConvAttrs, Program, ProgramNode } from '../graph/program.ts';
import type { BufferView } from '../ops/types.ts';

/** Row lengths in floats of the two caches of a layer; a convolution keeps its input in `keys` and has no values. */
export interface CacheLayer {
  readonly keys: number;
  readonly values: number;
}

/** Nodes that write a cache: in cached mode they run even when no wanted value needs them. */
export function writesCache(node: ProgramNode): boolean {
  return node.op === 'attention' || node.op === 'conv';
}

/** Layer index to row lengths. Throws `plan.cache-layer` where two forward nodes claim the same layer. */
export function cacheLayers(program: Program): Map<number, CacheLayer> {
  const layers = new Map<number, CacheLayer>();
  for (const node of program.nodes) {
    if (!writesCache(node)) continue;
    const { layer } = node.attrs as AttentionAttrs | ConvAttrs;
    if (layers.has(layer)) throw new LabError('plan.cache-layer', { layer, node: node.source });
    if (node.op === 'attention') {
      const { kvHeads, headDim, valueDim } = node.attrs as AttentionAttrs;
      layers.set(layer, { keys: kvHeads * headDim, values: kvHeads * valueDim });
    } else {
      layers.set(layer, { keys: (node.attrs as ConvAttrs).channels, values: 0 });
    }
  }
  return layers;
}

export interface KvCache {
  readonly slots: number;
  bytes(slots: number): number;
  reserve(slots: number): Promise<void>;
  layer(index: number): { readonly keys: BufferView; readonly values: BufferView };
  release(): void;
}

export function createKvCache(program: Program, ledger: BufferLedger, bindingBytes: number): KvCache {
  const layers = cacheLayers(program);
  let held = new Map<number, { keys: BufferView; values: BufferView }>();
  let slots = 0;

  const release = (): void => {
    for (const { keys, values } of held.values()) {
      ledger.destroy(keys.buffer);
      ledger.destroy(values.buffer);
    }
    held = new Map();
    slots = 0;
  };
  const view = async (label: string, bytes: number): Promise<BufferView> => {
    const buffer = await ledger.create(
      label,
      bytes,
      GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
    );
    return { buffer, offset: 0, size: buffer.size };
  };

  return {
    get slots() {
      return slots;
    },
    bytes(count) {
      let sum = 0;
      for (const layer of layers.values()) sum += (layer.keys + layer.values) * count * 4;
      return sum;
    },
    async reserve(count) {
      release();
      for (const { keys, values } of layers.values()) {
        const need = Math.max(keys, values) * count * 4;
        if (need > bindingBytes) {
          throw new LabError('plan.does-not-fit', {
            what: 'kv-cache',
            needBytes: need,
            haveBytes: bindingBytes,
          });
        }
      }
      try {
        for (const [index, { keys, values }] of layers) {
          const k = await view(`keys ${index}`, keys * count * 4);
          held.set(index, { keys: k, values: k });
          held.set(index, { keys: k, values: await view(`values ${index}`, values * count * 4) });
        }
      } catch (error) {
        release();
        throw error;
      }
      slots = count;
    },
    layer(index) {
      const layer = held.get(index);
      if (!layer) throw new LabError('plan.missing', { what: 'kv-cache', id: index });
      return layer;
    },
    release,
  };
}
