/**
 * Watches a GPUDevice from outside: how many dispatches, passes and submissions the engine makes, how long encoding takes,
 * and, on request, how long each kernel runs. The engine knows nothing of it.
 *
 * Timestamps exist at the edges of passes only, so profiling gives every dispatch a pass of its own: sums over kernels are
 * meaningful, their total is larger than an unwatched run.
 */

export interface Counts {
  readonly dispatches: number;
  readonly passes: number;
  readonly submits: number;
  /** From the first encoder to the submission, summed over submissions. */
  readonly encodeSeconds: number;
}

export interface KernelTime {
  readonly label: string;
  readonly calls: number;
  readonly seconds: number;
}

export interface DeviceWatch {
  /** Counts since the last call. */
  takeCounts(): Counts;
  /** Bytes of all buffers on the device, counted apart from the engine's own books. */
  liveBytes(): number;
  /** Runs `work` with every dispatch timed; needs the feature 'timestamp-query'. */
  profile(work: () => Promise<unknown>): Promise<KernelTime[]>;
}

/** Most dispatches of one encoder that can be timed: WebGPU allows 4096 queries a set. */
const MAX_TIMED = 2048;

class Profiler {
  readonly #device: GPUDevice;
  readonly #labels: string[][] = [];
  readonly #buffers: GPUBuffer[] = [];

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /** A pass that becomes one real pass for each dispatch; times are resolved when the encoder is finished. */
  instrument(encoder: GPUCommandEncoder): void {
    const device = this.#device;
    const querySet = device.createQuerySet({ type: 'timestamp', count: 2 * MAX_TIMED });
    const labels: string[] = [];
    const begin = encoder.beginComputePass.bind(encoder);
    encoder.beginComputePass = () => {
      let pipeline: GPUComputePipeline | undefined;
      let group: readonly [number, GPUBindGroup, readonly number[]] | undefined;
      return {
        setPipeline: (next: GPUComputePipeline) => {
          pipeline = next;
        },
        setBindGroup: (index: number, next: GPUBindGroup, offsets: readonly number[]) => {
          group = [index, next, offsets];
        },
        dispatchWorkgroups: (x: number, y?: number, z?: number) => {
          const at = 2 * labels.length;
          labels.push(pipeline!.label);
          const pass = begin({
            timestampWrites: { querySet, beginningOfPassWriteIndex: at, endOfPassWriteIndex: at + 1 },
          });
          pass.setPipeline(pipeline!);
          pass.setBindGroup(group![0], group![1], [...group![2]]);
          pass.dispatchWorkgroups(x, y, z);
          pass.end();
        },
        end: () => undefined,
      } as unknown as GPUComputePassEncoder;
    };
    const finish = encoder.finish.bind(encoder);
    encoder.finish = (descriptor) => {
      if (labels.length > 0) {
        const size = 16 * labels.length;
        const resolved = device.createBuffer({
          size,
          usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
        });
        const readable = device.createBuffer({
          size,
          usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
        });
        encoder.resolveQuerySet(querySet, 0, 2 * labels.length, resolved, 0);
        encoder.copyBufferToBuffer(resolved, 0, readable, 0, size);
        this.#labels.push(labels);
        this.#buffers.push(readable);
      }
      return finish(descriptor);
    };
  }

  async read(): Promise<KernelTime[]> {
    const sums = new Map<string, { calls: number; seconds: number }>();
    for (const [i, buffer] of this.#buffers.entries()) {
      await buffer.mapAsync(GPUMapMode.READ);
      const times = new BigUint64Array(buffer.getMappedRange());
      for (const [n, label] of this.#labels[i]!.entries()) {
        const sum = sums.get(label) ?? { calls: 0, seconds: 0 };
        sum.calls++;
        sum.seconds += Number(times[2 * n + 1]! - times[2 * n]!) / 1e9;
        sums.set(label, sum);
      }
      buffer.destroy();
    }
    return [...sums]
      .map(([label, { calls, seconds }]) => ({ label, calls, seconds }))
      .sort((a, b) => b.seconds - a.seconds);
  }
}

/** Call once per device. */
export function watchDevice(device: GPUDevice): DeviceWatch {
  let counts = { dispatches: 0, passes: 0, submits: 0, encodeSeconds: 0 };
  let encodingSince: number | undefined;
  let profiler: Profiler | undefined;

  let live = 0;
  const createBuffer = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    const buffer = createBuffer(descriptor);
    const destroy = buffer.destroy.bind(buffer);
    live += descriptor.size;
    buffer.destroy = () => {
      live -= descriptor.size;
      buffer.destroy = destroy;
      return destroy();
    };
    return buffer;
  };

  const createEncoder = device.createCommandEncoder.bind(device);
  device.createCommandEncoder = (descriptor) => {
    encodingSince ??= performance.now();
    const encoder = createEncoder(descriptor);
    if (profiler) {
      profiler.instrument(encoder);
      return encoder;
    }
    const begin = encoder.beginComputePass.bind(encoder);
    encoder.beginComputePass = (passDescriptor) => {
      counts.passes++;
      const pass = begin(passDescriptor);
      const dispatch = pass.dispatchWorkgroups.bind(pass);
      pass.dispatchWorkgroups = (x, y, z) => {
        counts.dispatches++;
        dispatch(x, y, z);
      };
      return pass;
    };
    return encoder;
  };
  const submit = device.queue.submit.bind(device.queue);
  device.queue.submit = (buffers) => {
    submit(buffers);
    counts.submits++;
    if (encodingSince !== undefined) counts.encodeSeconds += (performance.now() - encodingSince) / 1000;
    encodingSince = undefined;
  };

  return {
    takeCounts() {
      const taken = counts;
      counts = { dispatches: 0, passes: 0, submits: 0, encodeSeconds: 0 };
      return taken;
    },
    liveBytes: () => live,
    async profile(work) {
      const own = new Profiler(device);
      profiler = own;
      try {
        await work();
      } finally {
        profiler = undefined;
      }
      return own.read();
    },
  };
}
