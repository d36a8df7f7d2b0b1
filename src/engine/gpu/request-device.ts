/**
 * Asks the browser for a WebGPU device with everything the adapter can give.
 *
 * Needs no window: works in a page, a worker and under Node's `webgpu` package. It decides nothing about what to do on a
 * lower rung of the capability ladder; it names the rung and why.
 */
import { MATRIX_FEATURE, type MatrixInfo, type MatrixUnit, matrixUnit } from './matrix-unit.ts';

/** Facts of an adapter that runs are recorded with. */
export interface AdapterFacts {
  /** Vendor, architecture and description as far as the browser tells them. */
  readonly description: string;
  /** A CPU posing as a GPU (SwiftShader, llvmpipe, WARP): other kernels are fast there. */
  readonly software: boolean;
  readonly features: readonly string[];
  /** What multiplies small matrices in one instruction; absent where nothing does, or nothing the kernels can use. */
  readonly matrixUnit?: MatrixUnit;
}

export type DeviceRequest =
  | { readonly ok: true; readonly device: GPUDevice; readonly facts: AdapterFacts }
  | {
      readonly ok: false;
      readonly reason: 'no-navigator-gpu' | 'no-adapter' | 'limits' | 'no-device';
      readonly detail: string;
    };

/** Limits raised to the adapter's maximum; everything else stays at WebGPU's defaults. */
const raisedLimits = [
  'maxStorageBufferBindingSize',
  'maxBufferSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupStorageSize',
  'maxStorageBuffersPerShaderStage',
] as const;

const optionalFeatures: readonly string[] = ['shader-f16', 'subgroups', MATRIX_FEATURE, 'timestamp-query'];

/** What no device with WebGPU's default limits goes below; an adapter below it cannot run the kernels. */
const minimum = { maxStorageBuffersPerShaderStage: 8, maxComputeInvocationsPerWorkgroup: 256 } as const;

const softwareNames = /swiftshader|llvmpipe|lavapipe|softpipe|\bwarp\b|basic render|software/i;

/** Reads what the browser tells about an adapter. */
export function adapterFacts(adapter: GPUAdapter): AdapterFacts {
  const { vendor, architecture, device, description } = adapter.info;
  const words = [vendor, architecture, device, description].filter((word) => word !== '');
  const text = words.length > 0 ? [...new Set(words)].join(' ') : 'unnamed adapter';
  const features = optionalFeatures.filter((feature) => adapter.features.has(feature));
  const unit = matrixUnit(adapter.info as MatrixInfo, features);
  return {
    description: text,
    software: adapter.info.isFallbackAdapter === true || softwareNames.test(text),
    features,
    ...(unit ? { matrixUnit: unit } : {}),
  };
}

/** A device, or the rung of the capability ladder the machine stands on. Never throws. */
export async function requestDevice(gpu: GPU | undefined): Promise<DeviceRequest> {
  if (!gpu) return { ok: false, reason: 'no-navigator-gpu', detail: '' };
  let adapter: GPUAdapter | null;
  try {
    adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  } catch (error) {
    return { ok: false, reason: 'no-adapter', detail: String(error) };
  }
  if (!adapter) return { ok: false, reason: 'no-adapter', detail: '' };
  for (const [name, least] of Object.entries(minimum)) {
    const has = adapter.limits[name as keyof typeof minimum];
    if (has < least) return { ok: false, reason: 'limits', detail: `${name} ${has} < ${least}` };
  }
  const facts = adapterFacts(adapter);
  const requiredLimits: Record<string, number> = {};
  for (const name of raisedLimits) requiredLimits[name] = adapter.limits[name];
  try {
    const device = await adapter.requestDevice({
      label: 'soft-prompt-lab',
      requiredLimits,
      requiredFeatures: facts.features as GPUFeatureName[],
    });
    return { ok: true, device, facts };
  } catch (error) {
    return { ok: false, reason: 'no-device', detail: String(error) };
  }
}
