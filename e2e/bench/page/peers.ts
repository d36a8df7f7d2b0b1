/** The other engines, loaded only where they are measured. */

export { jaxForward, jaxGradient } from './jax.ts';
export { ortForward } from './ort.ts';
