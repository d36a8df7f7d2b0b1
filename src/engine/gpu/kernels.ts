/**
 * Compute pipelines, compiled asynchronously once per WGSL text and constants.
 *
 * Layouts are explicit, read from the text's bindings, so that kernels with the same bindings share a layout (and bind
 * groups), and the uniform block takes a dynamic offset.
 */
import { LabError } from '../../lib/errors.ts';

export interface Kernel {
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
  /** Equal for equal layouts: part of the key of cached bind groups. */
  readonly signature: string;
}

export interface KernelSource {
  readonly label: string;
  readonly wgsl: string;
  readonly constants?: Readonly<Record<string, number>>;
}

export interface KernelCache {
  /** Compiles or returns the compiled kernel. Throws `gpu.shader` {label, message} for text that does not compile. */
  get(source: KernelSource): Promise<Kernel>;
  readonly size: number;
}

/** One letter a binding, in order: r (read), w (read_write), u (uniform). Throws `gpu.shader` where they are not 0, 1, 2 … */
export function bindingSignature(source: KernelSource): string {
  const kinds = new Map<number, string>();
  for (const match of source.wgsl.matchAll(
    /@binding\((\d+)\)\s*var<\s*(storage|uniform)\s*(?:,\s*(\w+))?/g,
  )) {
    kinds.set(Number(match[1]), match[2] === 'uniform' ? 'u' : match[3] === 'read_write' ? 'w' : 'r');
  }
  let signature = '';
  for (let i = 0; i < kinds.size; i++) signature += kinds.get(i) ?? '?';
  if (signature.includes('?')) {
    throw new LabError('gpu.shader', { label: source.label, message: 'bindings are not numbered from 0' });
  }
  return signature;
}

const bufferTypes: Readonly<Record<string, GPUBufferBindingLayout>> = {
  r: { type: 'read-only-storage' },
  w: { type: 'storage' },
  u: { type: 'uniform', hasDynamicOffset: true },
};

export function createKernelCache(
  device: GPUDevice,
  failure: (label: string, thrown: unknown) => LabError,
): KernelCache {
  const layouts = new Map<string, GPUBindGroupLayout>();
  const kernels = new Map<string, Promise<Kernel>>();

  const layoutOf = (signature: string): GPUBindGroupLayout => {
    let layout = layouts.get(signature);
    if (!layout) {
      layout = device.createBindGroupLayout({
        label: signature,
        entries: [...signature].map((kind, binding) => ({
          binding,
          visibility: GPUShaderStage.COMPUTE,
          buffer: bufferTypes[kind]!,
        })),
      });
      layouts.set(signature, layout);
    }
    return layout;
  };

  const compile = async (source: KernelSource): Promise<Kernel> => {
    const signature = bindingSignature(source);
    const layout = layoutOf(signature);
    // The scope keeps a faulty shader from also being reported as a stray error; the pipeline's rejection carries it.
    device.pushErrorScope('validation');
    const module = device.createShaderModule({ label: source.label, code: source.wgsl });
    const verdict = device.popErrorScope();
    try {
      const pipeline = await device.createComputePipelineAsync({
        label: source.label,
        layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
        compute: { module, entryPoint: 'main', ...(source.constants ? { constants: source.constants } : {}) },
      });
      await verdict;
      return { pipeline, layout, signature };
    } catch (error) {
      const known = failure(source.label, error);
      if (known.code === 'gpu.device-lost') throw known;
      const info = await module.getCompilationInfo().catch(() => undefined);
      const first = info?.messages.find((message) => message.type === 'error');
      const message = first ? `${first.lineNum}:${first.linePos} ${first.message}` : String(error);
      throw new LabError('gpu.shader', { label: source.label, message }, { cause: error });
    }
  };

  return {
    get(source) {
      const key = source.constants ? `${source.wgsl}\n${JSON.stringify(source.constants)}` : source.wgsl;
      let kernel = kernels.get(key);
      if (!kernel) {
        kernel = compile(source);
        kernels.set(key, kernel);
        kernel.catch(() => kernels.delete(key));
      }
      return kernel;
    },
    get size() {
      return kernels.size;
    },
  };
}
