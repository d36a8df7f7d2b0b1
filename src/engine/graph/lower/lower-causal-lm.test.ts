import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readModel } from '../../onnx/read-model.ts';
import { fsFiles } from '../../onnx/testing/fs-files.ts';
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
