import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readModel } from '../../onnx/read-model.ts';
import { fsFiles } from '../../onnx/testing/fs-files.ts';
import { storeMatrix } from '../../ops/linear/formats.ts';
import type { EmbedAttrs, LinearAttrs, Program } from '../program.ts';
import { embeddingTableFrom, lowerCausalLM } from './index.ts';

const fixtures = fileURLToPath(new URL('../../../../../shared/fixtures/', import.meta.url));
const names = existsSync(fixtures)
  ? readdirSync(fixtures).filter((name) => existsSync(`${fixtures}${name}/case.json`))
  : [];

/** What exporters decompose and the passes must have fused again. */
const DECOMPOSED = ['reduce', 'concat', 'binaryVector', 'permute', 'repeat'];

function floats({ base64 }: { base64: string }): Float32Array {
  return new Float32Array(new Uint8Array(Buffer.from(base64, 'base64')).buffer);
}

/** Bytes that the weights take on the GPU; a range of a tensor that several weights read is there once. */
function gpuBytes(program: Program): number {
  const ranges = new Map<unknown, Map<string, number>>();
  for (const weight of program.weights) {
    const { parts, rows } = storeMatrix(weight);
    for (const part of parts) {
      const { offset, length } = part.range(0, rows);
      const known = ranges.get(part.source) ?? new Map<string, number>();
      ranges.set(part.source, known.set(`${offset}+${length}`, length));
    }
  }
  const matrices = [...ranges.values()].flatMap((lengths) => [...lengths.values()]);
  const vectors = program.vectors.map((vector) => vector.data.byteLength);
  return [...matrices, ...vectors].reduce((a, b) => a + b, 0);
}

describe.runIf(names.length > 0)('every fixture lowers to core ops', () => {
  it.each(names)('%s', async (name) => {
    const info = JSON.parse(readFileSync(`${fixtures}${name}/case.json`, 'utf8'));
    const model = await readModel(fsFiles(`${fixtures}${name}`), info.file);
    const { table } = info.embedding;
    const given = table ? embeddingTableFrom(floats(table), table.shape[0]) : undefined;
    const { program, facts } = await lowerCausalLM(model, given);
    expect(facts.cutValue).toBe(info.embedding.cut_value);
    expect(program.hiddenSize).toBe(info.hidden_size);
    expect(program.vocabSize).toBe(info.vocab_size);
    expect(program.nodes.filter((node) => DECOMPOSED.includes(node.op))).toEqual([]);
    expect(gpuBytes(program)).toBeLessThan(1.05 * model.fileBytes);
  });
});

const micro = fileURLToPath(new URL('../../../../../shared/models/micro/', import.meta.url));
describe.runIf(existsSync(micro))('a model whose head is its embedding table', () => {
  it.each(['onnx/model.onnx', 'onnx/model_fp16.onnx'])('%s counts and stores it once', async (path) => {
    const model = await readModel(fsFiles(`${micro}m1-base`), path);
    const { program, facts } = await lowerCausalLM(model);
    const head = program.nodes.findLast((node) => node.op === 'linear')!.attrs;
    const table = program.nodes.find((node) => node.op === 'embed')!.attrs;
    expect((head as LinearAttrs).weight).toBe((table as EmbedAttrs).weight);
    expect(facts.parameters).toBe(721_792);
    expect(gpuBytes(program)).toBeLessThan(model.fileBytes);
  });
});

describe.runIf(names.length > 0)('files that are no usable decoder', () => {
  it.each([
    ['unknown-op-on-path', 'graph.unsupported-op'],
    ['op-without-gradient', 'graph.unsupported-op'],
    ['encoder', 'graph.no-logits'],
    ['pruned-logits', 'graph.pruned-logits'],
    ['float8-weights', 'onnx.tensor-dtype'],
  ])('%s says %s', async (name, code) => {
    const model = await readModel(fsFiles(`${fixtures}broken/${name}`), 'onnx/model.onnx');
    await expect(lowerCausalLM(model)).rejects.toMatchObject({ code });
  });

  it('asks for the embedding table of a graph without one', async () => {
    const model = await readModel(fsFiles(`${fixtures}ga-llama-embeds`), 'onnx/model.onnx');
    await expect(lowerCausalLM(model)).rejects.toMatchObject({ code: 'graph.embeddings-missing' });
  });

  it('ignores an unknown operator off the path', async () => {
    const model = await readModel(fsFiles(`${fixtures}broken/unknown-op-off-path`), 'onnx/model.onnx');
    expect((await lowerCausalLM(model)).program.layers).toBe(1);
  });
});
