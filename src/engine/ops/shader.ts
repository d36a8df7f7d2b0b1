/**
 * Text building for compute shaders: bindings, uniform block, grid, literals.
 *
 * Every kernel of this folder runs one flat grid, folded into two dimensions where it exceeds the limit of one. It knows
 * nothing about ops or buffers.
 */

/** 'read' arrays, then 'read_write' arrays, in binding order: name -> element type. */
export interface KernelSource {
  readonly inputs: Readonly<Record<string, string>>;
  readonly outputs: Readonly<Record<string, string>>;
  /** Members of the uniform block `params`, 32 bits each, in the order of `Dispatch.params`. */
  readonly params: Readonly<Record<string, 'u32' | 'f32'>>;
  readonly invocations: number;
  /** The body exchanges values in quads of lanes (feature 'subgroups') and sees `quad_lane`, 0 to 3; whole quads stay together. */
  readonly quads?: boolean;
  /** Functions and workgroup variables the body uses. */
  readonly declarations?: string;
  /** Statements of main. They see `group` (flat workgroup index), `lane` and `index` = group * invocations + lane. */
  readonly body: string;
}

/** The WGSL module of a kernel; its entry point is `main`. */
export function kernel(source: KernelSource): string {
  const inputs = Object.entries(source.inputs);
  const arrays = [...inputs, ...Object.entries(source.outputs)].map(
    ([name, type], i) =>
      `@group(0) @binding(${i}) var<storage, ${i < inputs.length ? 'read' : 'read_write'}> ${name}: array<${type}>;`,
  );
  const members = Object.entries(source.params).map(([name, type]) => `  ${name}: ${type},`);
  // Quads need each other's lanes, not those of other quads: the compiler can only tell whether a whole subgroup is together.
  const [enable, builtin] = source.quads
    ? [
        'enable subgroups;\ndiagnostic(off, subgroup_uniformity);\n',
        '\n  @builtin(subgroup_invocation_id) subgroup_lane: u32,',
      ]
    : ['', ''];
  return `${enable}${arrays.join('\n')}
struct Params {
${members.join('\n')}
}
@group(0) @binding(${arrays.length}) var<uniform> params: Params;
${source.declarations ?? ''}
@compute @workgroup_size(${source.invocations})
fn main(
  @builtin(workgroup_id) group_id: vec3<u32>,
  @builtin(num_workgroups) group_count: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,${builtin}
) {
  let group = group_id.y * group_count.x + group_id.x;
  let index = group * ${source.invocations}u + lane;
${source.quads ? '  let quad_lane = subgroup_lane & 3u;\n' : ''}${source.body}
}
`;
}

/** Workgroups that cover `groups`, folded into two dimensions beyond `limit`; surplus groups must return on their own. */
export function fold(groups: number, limit: number): [number, number, number] {
  if (groups <= limit) return [groups, 1, 1];
  const rows = Math.ceil(groups / limit);
  return [Math.ceil(groups / rows), rows, 1];
}

/** Workgroups for one invocation an item. */
export function grid(
  items: number,
  invocations: number,
  limits: { readonly maxComputeWorkgroupsPerDimension: number },
): [number, number, number] {
  return fold(Math.ceil(items / invocations), limits.maxComputeWorkgroupsPerDimension);
}

/** An f32 literal with the value nearest to x; infinities become the largest finite f32, which compares the same. */
export function literal(x: number): string {
  if (Number.isNaN(x)) throw new RangeError('NaN has no WGSL literal');
  const largest = 3.4028234663852886e38;
  const text = String(Math.min(largest, Math.max(-largest, Math.fround(x))));
  return `${/[.e]/.test(text) ? text : `${text}.0`}f`;
}

/** f32 or vec4<f32> arrays: how many features one element holds, and its WGSL type. */
export interface Lane {
  readonly width: 1 | 4;
  readonly type: 'f32' | 'vec4<f32>';
}

const SCALAR: Lane = { width: 1, type: 'f32' };
const VECTOR: Lane = { width: 4, type: 'vec4<f32>' };

/** vec4 where each of the given lengths is a multiple of 4, else f32. */
export function laneFor(...lengths: readonly number[]): Lane {
  return lengths.every((n) => n % 4 === 0) ? VECTOR : SCALAR;
}

/** Number of features a row holds. */
export function product(dims: readonly number[]): number {
  return dims.reduce((a, b) => a * b, 1);
}

/** Lines `f(0)` … `f(n-1)`, one below the other: loops are unrolled in the text so that private arrays become registers. */
export function unroll(n: number, f: (i: number) => string): string {
  return Array.from({ length: n }, (_, i) => f(i)).join('\n');
}

/** Lanes of a workgroup for elementwise kernels. */
export const ELEMENTWISE = 64;

const kept = new WeakMap<object, Map<string, unknown>>();

/** Builds a node's kernel text once: programs run many times, and the texts are long. `key` names what else it depends on. */
export function memo<T>(node: object, key: string, build: () => T): T {
  let byKey = kept.get(node);
  if (!byKey) {
    byKey = new Map();
    kept.set(node, byKey);
  }
  if (!byKey.has(key)) byKey.set(key, build());
  return byKey.get(key) as T;
}
