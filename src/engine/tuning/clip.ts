/**
 * Gradient norm and clipping by it (Pascanu et al. 2013), as torch.nn.utils.clip_grad_norm_ with the L2 norm.
 */

/** torch's guard against division by zero; part of its result, so part of ours. */
const NORM_EPS = 1e-6;

/** L2 norm over all entries. */
export function gradientNorm(gradient: ArrayLike<number>): number {
  let squares = 0;
  for (let i = 0; i < gradient.length; i++) squares += gradient[i]! ** 2;
  return Math.sqrt(squares);
}

/**
 * Scales `gradient` in place by min(1, maxNorm / (norm + 1e-6)) and returns the norm before that.
 * maxNorm 0 leaves the gradient as it is.
 */
export function clipGradient(gradient: Float32Array | Float64Array, maxNorm: number): number {
  const norm = gradientNorm(gradient);
  if (maxNorm === 0) return norm;
  const factor = Math.min(1, maxNorm / (norm + NORM_EPS));
  for (let i = 0; i < gradient.length; i++) gradient[i]! *= factor;
  return norm;
}
