import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SetupError } from '../scripts/setup.mjs';
import { findModel } from './model.ts';

const empty = mkdtempSync(join(tmpdir(), 'bench-'));

describe('the bench model', () => {
  it('says in one sentence what is missing', () => {
    expect(() => findModel(undefined, empty)).toThrow(SetupError);
    expect(() => findModel(undefined, empty)).toThrow(/\.\.\/shared\/bench\/llama6.*--model/);
    expect(() => findModel(join(empty, 'mine'))).toThrow(/no model\.onnx/);
  });

  it('takes a folder of the hub’s layout, without the peers’ static file', () => {
    const folder = join(empty, 'hub');
    mkdirSync(join(folder, 'onnx'), { recursive: true });
    writeFileSync(join(folder, 'onnx', 'model.onnx'), '');
    expect(findModel(folder, empty)).toEqual({ folder, path: 'onnx/model.onnx', staticModel: undefined });
  });

  it('finds the static file beside the bench’s own model', () => {
    const shared = join(empty, 'shared');
    mkdirSync(join(shared, 'llama6'), { recursive: true });
    writeFileSync(join(shared, 'llama6', 'model.onnx'), '');
    writeFileSync(join(shared, 'llama6_static_8x64.onnx'), '');
    expect(findModel(undefined, shared).staticModel).toBe(join(shared, 'llama6_static_8x64.onnx'));
  });
});
