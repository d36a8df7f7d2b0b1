/**
 * Small files of exporters and tools, lowered and run in float64, fused and unfused, against onnxruntime's logits.
 * What each file is for stands in fixtures/README.md.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeFloat32, maxDifference } from '../../../lab/checks/tensors.ts';
import { packedBatch } from '../../model/batch.ts';
import { elementType } from '../../onnx/dtypes.ts';
import { inlineTensor } from '../../onnx/parse-tensor.ts';
import { readBytes } from '../../onnx/testing/read-bytes.ts';
import { referenceProgram } from '../../reference/run-program.ts';
import { differentiate } from '../differentiate.ts';
import { fuse } from '../passes/fuse.ts';
import type { AttentionAttrs } from '../program.ts';
import { lowerCausalLM } from './index.ts';
import { completeProgram, lowerGraph } from './lower-causal-lm.ts';

const folder = fileURLToPath(new URL('./fixtures/', import.meta.url));
/** A file that is there to be refused. */
const REFUSED = 'qdq-llama-inputs';
const names = readdirSync(folder)
  .flatMap((file) => /^(.+)\.onnx\.gz$/.exec(file)?.[1] ?? [])
  .filter((name) => name !== REFUSED);
const expected = JSON.parse(readFileSync(`${folder}logits.json`, 'utf8')) as {
  readonly rows: readonly number[][];
  readonly logits: Readonly<Record<string, string>>;
};

const modelOf = (name: string) =>
  readBytes(new Uint8Array(gunzipSync(readFileSync(`${folder}${name}.onnx.gz`))));

/** onnxruntime computes in float32. */
const TOLERANCE = 1e-5;

describe('an exported decoder', () => {
  it.each(names)('%s', async (name) => {
    const lowered = await lowerGraph(await modelOf(name));
    const plain = completeProgram(lowered, lowered.program);
    const fused = completeProgram(lowered, fuse(lowered.program, [lowered.inputsEmbeds, lowered.logits]));
    const batch = packedBatch(
      expected.rows.map((ids) => ({
        virtualTokens: 0,
        ids,
        selected: ids.map((_, position) => ({ position, target: -1 })),
      })),
    );
    const results = [];
    for (const program of [plain, fused]) {
      const reference = await referenceProgram(program);
      results.push((await reference.run(batch, [program.logits]))[0]!);
    }
    expect(maxDifference(results[1]!, decodeFloat32(expected.logits[name]!))).toBeLessThan(TOLERANCE);
    expect(maxDifference(results[0]!, results[1]!)).toBeLessThan(1e-7);
    expect(differentiate(fused).nodes.length).toBeGreaterThan(fused.nodes.length);
  });

  it('whose integer product names another zero point than its embedding table is refused', async () => {
    const model = await modelOf('conv-int8');
    const { nodes } = model.graph;
    const lookup = nodes.find(({ op }) => op === 'Gather')!;
    const product = nodes.find(
      ({ op, inputs }) => op === 'MatMulInteger' && inputs[0] === lookup.outputs[0],
    )!;
    const other = nodes.find(({ op, inputs }) => op === 'MatMulInteger' && inputs[2] !== product.inputs[2])!;
    const changed = nodes.map((node) =>
      node === product
        ? { ...node, inputs: node.inputs.map((name, i) => (i === 2 ? other.inputs[3]! : name)) }
        : node,
    );
    await expect(lowerGraph({ ...model, graph: { ...model.graph, nodes: changed } })).rejects.toMatchObject({
      params: { op: 'MatMulInteger' },
    });
  });

  it('whose int8 scales run along the inputs is refused', async () => {
    await expect(lowerCausalLM(await modelOf(REFUSED))).rejects.toMatchObject({ code: 'graph.weight-type' });
  });

  it.each(['mobius-qwen3', 'genai-llama-sinks', 'optimum-mistral-cached'])(
    '%s with keys stored in the file instead of a cache is refused',
    async (name) => {
      const model = await modelOf(name);
      const cache = 'past_key_values.0.key';
      const { dims } = model.graph.inputs.find((input) => input.name === cache)!;
      const shape = [1, dims[1] as number, 2, dims[3] as number];
      const bytes = new Uint8Array(4 * shape.reduce((a, b) => a * b, 1));
      const stored = inlineTensor(cache, elementType(1), shape, bytes);
      const graph = {
        ...model.graph,
        inputs: model.graph.inputs.filter((input) => input.name !== cache),
        initializers: new Map([...model.graph.initializers, [cache, stored]]),
      };
      const refused = { code: 'graph.unsupported-op' };
      await expect(lowerCausalLM({ ...model, graph })).rejects.toMatchObject(refused);
    },
  );

  it('serves positions as far as its tables and branches do', async () => {
    const limits = await Promise.all(
      ['optimum-gptj', 'nbits-opt-uint4', 'genai-phi3-longrope', 'optimum-cohere'].map(
        async (name) => (await lowerCausalLM(await modelOf(name))).program.maxPositions,
      ),
    );
    expect(limits).toEqual([40, 40, 40, undefined]);
  });

  it('has its window, however long, with caches as inputs and without', async () => {
    const windowOf = async (name: string) => {
      const { program } = await lowerCausalLM(await modelOf(name));
      return (program.nodes.find((node) => node.op === 'attention')!.attrs as AttentionAttrs).window;
    };
    expect(await windowOf('optimum-mistral')).toBe(4);
    expect(await windowOf('optimum-mistral-long')).toBe(300);
    expect(await windowOf('optimum-mistral-cached')).toBe(300);
    expect(await windowOf('optimum-mpt')).toBe(0);
  });

  it('has its patterns fused', async () => {
    const opsOf = async (name: string) => (await lowerCausalLM(await modelOf(name))).facts.fused;
    expect(await opsOf('optimum-cohere')).toMatchObject({ rotary: 2, norm: 2, gated: 1 });
    expect(await opsOf('optimum-gptj')).toMatchObject({ rotary: 2 });
    expect(await opsOf('optimum-neox')).not.toHaveProperty('concat');
  });

  it('says when a file would round activations', async () => {
    const dtypeOf = async (name: string) => (await lowerCausalLM(await modelOf(name))).facts.dtype;
    expect(await dtypeOf('ort-gpt2-int8')).toBe('int8 dynamic');
    expect(await dtypeOf('bf16-llama')).toBe('bf16');
    expect(await dtypeOf('nbits-llama-int4')).toBe('int4');
  });
});
