/**
 * Which of an adapter's subgroup-matrix configurations the kernels use (feature 'chromium-experimental-subgroup-matrix').
 *
 * Rules of the feature: Dawn, docs/dawn/features/subgroup_matrix.md. Results must be f32: sums of halves lose what a
 * gradient needs. f32 factors come first (Apple's units multiply them as they are), else halves, of which the kernels take
 * two for a number; then the larger matrix, which loads less for a product, and of equal ones the first, which the driver
 * prefers. Integer configurations and those with sides other than 8 or 16 stay unused.
 */

export const MATRIX_FEATURE = 'chromium-experimental-subgroup-matrix';

/** Products of an m x k and a k x n matrix that a subgroup adds to an m x n matrix of f32 in one go. */
export interface MatrixUnit {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly factors: 'f32' | 'f16';
  /** Invocations of a subgroup: an adapter may run a kernel with any power of two between the two. */
  readonly leastLanes: number;
  readonly mostLanes: number;
}

/** What the adapter tells beside the standard's members of GPUAdapterInfo. */
export interface MatrixInfo {
  readonly subgroupMinSize?: number;
  readonly subgroupMaxSize?: number;
  readonly subgroupMatrixConfigs?: Iterable<{
    readonly componentType: string;
    readonly resultComponentType: string;
    readonly M: number;
    readonly N: number;
    readonly K: number;
  }>;
}

const SIDES: readonly number[] = [8, 16];
/** Four subgroups make a workgroup, which has 256 invocations at most. */
const MOST_LANES = 64;

/** The unit of an adapter with these features; undefined where it has none that the kernels can use. */
export function matrixUnit(info: MatrixInfo, features: readonly string[]): MatrixUnit | undefined {
  const { subgroupMinSize: leastLanes = 0, subgroupMaxSize: mostLanes = 0 } = info;
  if (!features.includes(MATRIX_FEATURE) || !features.includes('subgroups')) return undefined;
  if (leastLanes < 4 || mostLanes > MOST_LANES) return undefined;
  const units: MatrixUnit[] = [];
  for (const { componentType, resultComponentType, M: m, N: n, K: k } of info.subgroupMatrixConfigs ?? []) {
    const halves = componentType === 'f16' && features.includes('shader-f16');
    if (resultComponentType !== 'f32' || !(halves || componentType === 'f32')) continue;
    if (![m, n, k].every((side) => SIDES.includes(side))) continue;
    units.push({ m, n, k, factors: halves ? 'f16' : 'f32', leastLanes, mostLanes });
  }
  const rank = (unit: MatrixUnit): number =>
    (unit.factors === 'f32' ? 2 ** 16 : 0) + unit.m * unit.n * unit.k;
  return units.reduce<MatrixUnit | undefined>(
    (best, unit) => (best && rank(best) >= rank(unit) ? best : unit),
    undefined,
  );
}
