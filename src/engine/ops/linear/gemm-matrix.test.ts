/**
 * What the texts of matrix kernels need of a device, over the units that GPUs have; their numbers: ../linear.gpu.test.ts.
 */
import { describe, expect, test } from 'vitest';
import type { MatrixUnit } from '../../gpu/matrix-unit.ts';
import { f32Matrix } from '../../plan/testing/programs.ts';
import { storeMatrix } from './formats.ts';
import { gemmMatrix, matrixTile } from './gemm-matrix.ts';
import { linearKernel } from './kernels.ts';

const units: readonly (MatrixUnit & { readonly name: string })[] = [
  { name: 'Apple', m: 8, n: 8, k: 8, factors: 'f32', leastLanes: 32, mostLanes: 32 },
  { name: 'NVIDIA', m: 16, n: 16, k: 16, factors: 'f16', leastLanes: 32, mostLanes: 32 },
  { name: 'NVIDIA, narrow', m: 16, n: 8, k: 16, factors: 'f16', leastLanes: 32, mostLanes: 32 },
  { name: 'AMD', m: 16, n: 16, k: 16, factors: 'f16', leastLanes: 32, mostLanes: 64 },
  { name: 'Intel', m: 8, n: 16, k: 16, factors: 'f16', leastLanes: 8, mostLanes: 32 },
  { name: 'lavapipe', m: 8, n: 8, k: 8, factors: 'f16', leastLanes: 8, mostLanes: 8 },
  { name: 'four lanes', m: 16, n: 16, k: 8, factors: 'f16', leastLanes: 4, mostLanes: 64 },
];

const loader = storeMatrix(f32Matrix('w', 4, 4, 'kn', new Float32Array(16))).loader;
const halfLoader = { ...loader, key: 'f16' };
const plain = { inQuads: true, outQuads: true, result: 'plain', sum: false } as const;
const bytes: Readonly<Record<string, number>> = { f32: 4, f16: 2 };

describe.each(units)('on $name', (unit) => {
  test.each(['nn', 'nt'] as const)('%s fits every device', (style) => {
    for (const rows of [5, 32, 33, 512]) {
      const tile = matrixTile(unit, rows);
      const text = gemmMatrix({ ...plain, style }, tile, unit, loader);
      const arrays = [...text.matchAll(/var<workgroup> \w+: array<(\w+), (\d+)>/g)];
      const memory = arrays.reduce((sum, [, type, length]) => sum + bytes[type!]! * Number(length), 0);
      // What is declared beside arrays takes less than 16 bytes.
      expect(memory).toBeLessThanOrEqual(16_384 - 16);
      const invocations = Number(/@workgroup_size\((\d+)\)/.exec(text)?.[1]);
      expect(invocations).toBeLessThanOrEqual(256);
      expect(invocations).toBe(tile.tall * tile.wide * unit.mostLanes);
    }
  });

  test('is told apart from other units by its name', () => {
    const shape = { ...plain, style: 'nn' } as const;
    const variants = { gemm: 'tiled', quads: true, matrix: unit, dispatchFlops: 1 } as const;
    const labels = units.map(
      (other) => linearKernel(shape, loader, 100, { ...variants, matrix: other }).label,
    );
    expect(new Set(labels).size).toBe(units.length);
    expect(linearKernel(shape, loader, 100, variants).label).toMatch(/^linear\.f32\.nn\.matrix\d+x\d+\.f/);
    expect(linearKernel(shape, loader, 4, variants).label).toBe('linear.f32.nn.gemv4.quads');
  });
});

test('f32 units multiply once, units of halves three times, twice where the weights are halves', () => {
  const products = (unit: MatrixUnit, weights: typeof loader): number => {
    const tile = matrixTile(unit, 512);
    const text = gemmMatrix({ ...plain, style: 'nt' }, tile, unit, weights);
    const matrices = (tile.side / unit.m) * (tile.side / unit.n);
    return (text.match(/subgroupMatrixMultiplyAccumulate/g)?.length ?? 0) / matrices;
  };
  const [apple, nvidia] = units;
  expect([products(apple!, loader), products(apple!, halfLoader)]).toEqual([1, 1]);
  expect([products(nvidia!, loader), products(nvidia!, halfLoader)]).toEqual([3, 2]);
});
