/**
 * Encodes dispatches into few submissions of one compute pass each.
 *
 * Parameters: `queue.writeBuffer` takes effect before any pass of a later submit, so two dispatches cannot share a uniform
 * slice; every dispatch of a run has its own 256-byte-aligned slice of one buffer, reached by a dynamic offset.
 * Bind groups depend on layout and buffers only and are kept between runs until a buffer dies.
 */
import type { BufferView, Dispatch } from '../ops/types.ts';
import { type BufferLedger, roundUp } from './buffers.ts';
import type { Gpu } from './device.ts';
import type { Kernel } from './kernels.ts';

/** Dispatches of one submission, so that the GPU starts while the CPU still encodes. */
const submissionDispatches = 512;
const alignment = 256;

export interface Encoder {
  /**
   * Compiles what is new, then submits all dispatches in order. Dispatches with an empty grid are left out.
   * `finish` appends copies to the last submission. Throws `gpu.shader`, `gpu.validation`, `gpu.out-of-memory`, `gpu.device-lost`.
   */
  submit(dispatches: readonly Dispatch[], finish: (encoder: GPUCommandEncoder) => void): Promise<void>;
  /** Held for uniform words: 256 a dispatch of the largest run so far. */
  readonly parameterBytes: number;
  /** Drops the parameter buffer and all bind groups. */
  release(): void;
}

/** `submissionFlops`: a submission ends before its dispatches' estimated work exceeds this. */
export function createEncoder(gpu: Gpu, ledger: BufferLedger, submissionFlops: number): Encoder {
  const { device } = gpu;
  const ids = new WeakMap<GPUBuffer, number>();
  let nextId = 0;
  let groups = new Map<string, GPUBindGroup>();
  let generation = ledger.generation;
  let params: GPUBuffer | undefined;

  const idOf = (buffer: GPUBuffer): number => {
    let id = ids.get(buffer);
    if (id === undefined) {
      id = nextId++;
      ids.set(buffer, id);
    }
    return id;
  };

  const groupOf = (kernel: Kernel, bindings: readonly BufferView[], paramBytes: number): GPUBindGroup => {
    let key = `${kernel.signature}:${paramBytes}`;
    for (const view of bindings) key += `,${idOf(view.buffer)}+${view.offset}+${view.size}`;
    let group = groups.get(key);
    if (!group) {
      const entries: GPUBindGroupEntry[] = bindings.map((view, binding) => ({
        binding,
        resource: { buffer: view.buffer, offset: view.offset, size: view.size },
      }));
      entries.push({ binding: bindings.length, resource: { buffer: params!, offset: 0, size: paramBytes } });
      group = device.createBindGroup({ layout: kernel.layout, entries });
      groups.set(key, group);
    }
    return group;
  };

  const writeParams = async (dispatches: readonly Dispatch[]): Promise<number[]> => {
    const offsets: number[] = [];
    let bytes = 0;
    for (const dispatch of dispatches) {
      offsets.push(bytes);
      bytes += roundUp(Math.max(1, dispatch.params.length) * 4, alignment);
    }
    if (!params || params.size < bytes) {
      if (params) ledger.destroy(params);
      params = undefined;
      params = await ledger.create(
        'parameters',
        roundUp(bytes, 64 * alignment),
        GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
      );
    }
    const words = new Uint32Array(bytes / 4);
    dispatches.forEach((dispatch, i) => {
      words.set(dispatch.params, offsets[i]! / 4);
    });
    if (bytes > 0) device.queue.writeBuffer(params, 0, words);
    return offsets;
  };

  return {
    async submit(all, finish) {
      const dispatches = all.filter((dispatch) => dispatch.workgroups.every((count) => count > 0));
      const kernels = await Promise.all(dispatches.map((dispatch) => gpu.kernels.get(dispatch)));
      const offsets = await writeParams(dispatches);
      if (generation !== ledger.generation) {
        groups = new Map();
        generation = ledger.generation;
      }
      await gpu.guarded('run', 0, () => {
        let next = 0;
        do {
          const encoder = device.createCommandEncoder();
          if (next < dispatches.length) {
            const pass = encoder.beginComputePass();
            let flops = 0;
            for (let n = 0; next < dispatches.length && n < submissionDispatches; n++, next++) {
              const dispatch = dispatches[next]!;
              const cost = dispatch.flops ?? 0;
              if (n > 0 && flops + cost > submissionFlops) break;
              flops += cost;
              const kernel = kernels[next]!;
              const paramBytes = roundUp(Math.max(1, dispatch.params.length) * 4, alignment);
              pass.setPipeline(kernel.pipeline);
              pass.setBindGroup(0, groupOf(kernel, dispatch.bindings, paramBytes), [offsets[next]!]);
              pass.dispatchWorkgroups(...dispatch.workgroups);
            }
            pass.end();
          }
          if (next >= dispatches.length) finish(encoder);
          device.queue.submit([encoder.finish()]);
        } while (next < dispatches.length);
      });
    },
    get parameterBytes() {
      return params?.size ?? 0;
    },
    release() {
      groups = new Map();
      if (params) ledger.destroy(params);
      params = undefined;
    },
  };
}
