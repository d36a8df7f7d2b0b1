/**
 * Which kernel variant a model is computed with on an adapter: pinned by a person, kept from an earlier visit, or measured now.
 *
 * Where choices are kept between visits is the caller's business (`KernelStore`): the engine knows no browser.
 */
import { LabError } from '../../lib/errors.ts';
import type { Gpu } from '../gpu/device.ts';
import type { CausalProgram, LinearAttrs, WeightId } from '../graph/program.ts';
import type { GpuWeight, VariantChoice } from '../ops/types.ts';
import {
  KERNELS_VERSION,
  type KernelName,
  kernelsOf,
  measureKernels,
  UNUSABLE_RATE,
  variantOf,
} from './variants.ts';

/** A choice with what it rests on; plain data. */
export interface KernelChoice {
  readonly name: KernelName;
  /**
   * pinned: a person's; kept: measured in an earlier visit; measured: just now; known: the adapter is a CPU and measuring
   * would take longer than it can win (SOFTWARE_PROBE_SIZES).
   */
  readonly source: 'pinned' | 'kept' | 'measured' | 'known';
  /** FLOP a second of each variant that was measured. */
  readonly rates: Readonly<Partial<Record<KernelName, number>>>;
  /** ISO time of the measurement; null where there was none. */
  readonly measuredAt: string | null;
}

/** Keeps measurements by key; plain data. What it gives back is checked, and a failure to read or write is no failure of a run. */
export interface KernelStore {
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<void>;
}

export interface KernelOptions {
  /** A name of KERNELS that the adapter can run. Any other is refused with `plan.unknown-kernel` {name, names}. */
  readonly pinned?: string;
  readonly store?: KernelStore;
  /** Browser and version: a new one compiles shaders differently. */
  readonly browser?: string;
}

/** A third of a second of SwiftShader on two cores. */
const SOFTWARE_DISPATCH_FLOPS = 2.5e9;
/**
 * Numbers of the heaviest matrix for which a software adapter is measured: with fewer a step is shorter than measuring, with
 * more a single product of a few rows is longer.
 */
const SOFTWARE_PROBE_SIZES = { least: 2 ** 17, most: 2 ** 22 } as const;
/** A dispatch may take a quarter of a second: Windows resets a GPU that is busy for two. */
const DISPATCH_SECONDS = 0.25;

/** FLOP a second between which a kept rate is believed: dispatches are sized by it. */
const LEAST_RATE = UNUSABLE_RATE;
const MOST_RATE = 1e16;

/** What the kernels are told. */
export function variantsOf(gpu: Gpu, { name, rates }: KernelChoice): VariantChoice {
  const rate = rates[name];
  return {
    ...variantOf(gpu, name),
    dispatchFlops: rate === undefined ? SOFTWARE_DISPATCH_FLOPS : rate * DISPATCH_SECONDS,
  };
}

/** The name as one of those the adapter can run. Throws `plan.unknown-kernel`. */
function kernelName(gpu: Gpu, name: string): KernelName {
  const names = kernelsOf(gpu);
  if ((names as readonly string[]).includes(name)) return name as KernelName;
  throw new LabError('plan.unknown-kernel', { name, names: names.join(', ') });
}

/** Measurements of this session, by device and key. */
const session = new WeakMap<Gpu, Map<string, Promise<KernelChoice>>>();

/** The choice for a model whose weights are on the GPU. Throws `plan.unknown-kernel` and the `gpu.*` codes. */
export async function chooseKernels(
  gpu: Gpu,
  program: CausalProgram,
  weights: readonly GpuWeight[],
  options: KernelOptions = {},
): Promise<KernelChoice> {
  const pinned = options.pinned === undefined ? undefined : kernelName(gpu, options.pinned);
  const probe = heaviestProduct(program);
  const weight = probe === undefined ? undefined : weights[probe]!;
  const size = weight ? weight.k * weight.n : 0;
  const { least, most } = SOFTWARE_PROBE_SIZES;
  const worthwhile = !gpu.facts.software || (!pinned && size >= least && size <= most);
  if (!weight || !worthwhile) {
    const name = pinned ?? (kernelsOf(gpu).includes('quads') ? 'quads' : 'register');
    return { name, source: pinned ? 'pinned' : 'known', rates: {}, measuredAt: null };
  }
  const candidates = pinned ? [pinned] : kernelsOf(gpu);
  const kinds = [...new Map(weights.map((each) => [each.loader.key, each])).values()];
  const key = keyOf(gpu, weight, kinds, options.browser ?? '', pinned);
  const known = session.get(gpu) ?? new Map<string, Promise<KernelChoice>>();
  session.set(gpu, known);
  let choice = known.get(key);
  if (!choice) {
    choice = keptOrMeasured(gpu, weight, kinds, candidates, key, options.store);
    known.set(key, choice);
    choice.catch(() => known.delete(key));
  }
  const found = await choice;
  return pinned ? { ...found, source: 'pinned' } : found;
}

/** Lets the next call measure again. What a store keeps is the caller's to clear. */
export function forgetKernels(gpu: Gpu): void {
  session.delete(gpu);
}

/**
 * Adapter, browser, kernels and the product's shape to the next power of two; where there is a matrix unit also that (another
 * driver may offer another, which must be tried first) and how the model stores its weights.
 */
function keyOf(
  gpu: Gpu,
  { k, n, loader }: GpuWeight,
  kinds: readonly GpuWeight[],
  browser: string,
  pinned: string | undefined,
): string {
  const size = (dim: number) => 2 ** Math.round(Math.log2(dim));
  const shape = `${loader.key} ${size(k)}x${size(n)}`;
  const { description, matrixUnit } = gpu.facts;
  const parts = [description, browser, KERNELS_VERSION, shape, pinned ?? null];
  const tried = kinds.map((kind) => kind.loader.key).sort();
  return JSON.stringify(matrixUnit ? [...parts, matrixUnit, tried] : parts);
}

async function keptOrMeasured(
  gpu: Gpu,
  weight: GpuWeight,
  kinds: readonly GpuWeight[],
  candidates: readonly KernelName[],
  key: string,
  store: KernelStore | undefined,
): Promise<KernelChoice> {
  const kept = readKept(await store?.read(key).catch(() => undefined), candidates);
  if (kept) return kept;
  const rates = await measureKernels(gpu, weight, candidates, kinds);
  const name = candidates.reduce((best, each) => (rates.get(each)! > rates.get(best)! ? each : best));
  const measured = { name, rates: Object.fromEntries(rates), measuredAt: new Date().toISOString() };
  await store?.write(key, measured).catch(() => undefined);
  return { ...measured, source: 'measured' };
}

/**
 * A kept measurement of just these candidates, or undefined for anything else: what an adapter can run may have changed
 * since (a feature gone, a variant new), and an entry may be damaged.
 */
function readKept(value: unknown, candidates: readonly KernelName[]): KernelChoice | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, rates, measuredAt } = value as Partial<KernelChoice>;
  if (!name || !candidates.includes(name) || typeof measuredAt !== 'string') return undefined;
  if (typeof rates !== 'object' || rates === null) return undefined;
  const plausible = (rate: unknown): boolean =>
    typeof rate === 'number' && rate >= LEAST_RATE && rate <= MOST_RATE;
  const fits =
    Object.keys(rates).length === candidates.length && candidates.every((each) => plausible(rates[each]));
  return fits ? { name, rates: { ...rates }, measuredAt, source: 'kept' } : undefined;
}

/** The weight of the products that cost most in a training step; a fifth of the rows reach the head. */
function heaviestProduct(program: CausalProgram): WeightId | undefined {
  const costs = new Map<string, { readonly weight: WeightId; cost: number }>();
  for (const node of program.nodes) {
    if (node.op !== 'linear') continue;
    const { weight: id } = node.attrs as LinearAttrs;
    const { k, n, order, format } = program.weights[id]!;
    const kind = `${k}x${n} ${order} ${format.kind}`;
    const entry = costs.get(kind) ?? { weight: id, cost: 0 };
    const selected = program.values[node.outputs[0]!]!.rows === 'selected';
    entry.cost += k * n * (selected ? 0.2 : 1);
    costs.set(kind, entry);
  }
  return [...costs.values()].sort((a, b) => b.cost - a.cost)[0]?.weight;
}
