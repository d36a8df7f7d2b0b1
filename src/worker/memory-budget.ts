/**
 * How much GPU memory a model may use. WebGPU does not tell how much there is: half of what the browser says the machine
 * has, since integrated graphics share it, but never less than lets a model of this size be tuned at all. What the driver
 * refuses within the budget is dealt with when it does (engine/model/training.ts).
 */

const GIB = 2 ** 30;
/** Where the browser tells nothing (Firefox, Safari). */
const UNKNOWN_GIB = 4;
/** Activations and caches beside the weights. */
const LEAST_BESIDE_WEIGHTS = GIB;

/** `deviceMemory` in GiB as browsers round it (at most 8); `fileBytes` of the model, which its weights take on the GPU. */
export function memoryBudget(deviceMemory: number | undefined, fileBytes: number): number {
  return Math.max(((deviceMemory ?? UNKNOWN_GIB) / 2) * GIB, fileBytes + LEAST_BESIDE_WEIGHTS);
}

/** What this browser says, in GiB. */
export function deviceMemory(): number | undefined {
  return (globalThis.navigator as { readonly deviceMemory?: number } | undefined)?.deviceMemory;
}
