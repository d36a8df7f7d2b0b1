/** The kernel variants a person can choose between, for those above the engine. */

export { forgetKernels, type KernelOptions } from '../plan/kernel-choice.ts';
export { kernelsOf } from '../plan/variants.ts';
