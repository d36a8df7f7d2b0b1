import { expect, it } from 'vitest';
import { supportTable } from './support-table.ts';

const checked = (architecture: string, dialect: string, dtype: string, passed = true) => ({
  architecture,
  dialect,
  dtype,
  passed,
});

it('names each dtype once, and strikes out what failed', () => {
  const table = supportTable([
    checked('llama', 'A: decomposed standard ops', 'fp32'),
    checked('llama', 'A: decomposed standard ops', 'fp32'),
    checked('llama', 'A: decomposed standard ops, quantised', 'int8'),
    checked('gpt2', 'A: decomposed standard ops', 'fp32'),
    checked('gpt2', 'A: decomposed standard ops', 'fp32', false),
    checked('llama', 'B: fused com.microsoft ops', 'int4'),
  ]);
  expect(table.split('\n')).toEqual([
    '| architecture | decomposed standard operators | fused com.microsoft operators |',
    '| --- | --- | --- |',
    '| gpt2 | ~~fp32~~ |  |',
    '| llama | fp32, int8 | int4 |',
  ]);
});
