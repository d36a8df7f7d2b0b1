import { describe, expect, test } from 'vitest';
import { MATRIX_FEATURE, type MatrixInfo, matrixUnit } from './matrix-unit.ts';

type Config = readonly [component: string, result: string, M: number, N: number, K: number];

const info = (lanes: readonly [number, number], ...configs: readonly Config[]): MatrixInfo => ({
  subgroupMinSize: lanes[0],
  subgroupMaxSize: lanes[1],
  subgroupMatrixConfigs: configs.map(([componentType, resultComponentType, M, N, K]) => ({
    componentType,
    resultComponentType,
    M,
    N,
    K,
  })),
});

const features = ['shader-f16', 'subgroups', MATRIX_FEATURE];

describe('the configuration that is used', () => {
  test('Apple: f32 factors as they are', () => {
    const apple = info([32, 32], ['f16', 'f16', 8, 8, 8], ['f32', 'f32', 8, 8, 8]);
    const unit = { m: 8, n: 8, k: 8, factors: 'f32', leastLanes: 32, mostLanes: 32 };
    expect(matrixUnit(apple, features)).toEqual(unit);
    expect(matrixUnit(apple, ['subgroups', MATRIX_FEATURE])).toEqual(unit);
  });

  test('NVIDIA: halves, the largest of equal sides, the first of equal sizes', () => {
    const nvidia = info(
      [32, 32],
      ['f16', 'f16', 16, 16, 16],
      ['f16', 'f32', 16, 8, 8],
      ['f16', 'f32', 16, 8, 16],
      ['f16', 'f32', 8, 16, 16],
      ['i8', 'i32', 16, 16, 32],
    );
    expect(matrixUnit(nvidia, features)).toMatchObject({ m: 16, n: 8, k: 16, factors: 'f16' });
    const larger = info([32, 32], ['f16', 'f32', 16, 8, 16], ['f16', 'f32', 16, 16, 16]);
    expect(matrixUnit(larger, features)).toMatchObject({ m: 16, n: 16, k: 16 });
  });

  test('AMD and Intel: subgroups of several sizes', () => {
    const amd = info([32, 64], ['f16', 'f32', 16, 16, 16]);
    expect(matrixUnit(amd, features)).toMatchObject({ leastLanes: 32, mostLanes: 64 });
    const intel = info([8, 32], ['f16', 'f32', 8, 16, 16]);
    expect(matrixUnit(intel, features)).toMatchObject({ m: 8, n: 16, k: 16, leastLanes: 8, mostLanes: 32 });
  });
});

describe('no unit', () => {
  const usable: Config = ['f16', 'f32', 16, 16, 16];

  test.each([MATRIX_FEATURE, 'subgroups', 'shader-f16'])('without the feature %s', (missing) => {
    const left = features.filter((feature) => feature !== missing);
    expect(matrixUnit(info([32, 32], usable), left)).toBeUndefined();
  });

  test('without configurations, or an adapter that tells none', () => {
    expect(matrixUnit(info([32, 32]), features)).toBeUndefined();
    expect(matrixUnit({}, features)).toBeUndefined();
  });

  test.each<Config>([
    ['f16', 'f16', 16, 16, 16],
    ['u8', 'u32', 8, 8, 8],
    ['i8', 'i32', 16, 16, 32],
    ['f16', 'f32', 32, 8, 16],
    ['f16', 'f32', 16, 16, 32],
  ])('where there is only %s to %s, %i x %i x %i', (...config) => {
    expect(matrixUnit(info([32, 32], config), features)).toBeUndefined();
  });

  test('where a subgroup is wider than a quarter of a workgroup', () => {
    expect(matrixUnit(info([64, 128], usable), features)).toBeUndefined();
  });
});
