/**
 * Damaged decoders: flipped, overwritten and missing bytes, and graphs whose nodes have other inputs and attributes. Loading
 * either works or says with a LabError what is wrong; it never throws anything else and never runs away.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LabError } from '../../../lib/errors.ts';
import { createRng, type Rng } from '../../../lib/rng.ts';
import { readModel } from '../../onnx/read-model.ts';
import { fixturesFolder, haveFixtures, readJson } from '../../onnx/testing/fixtures.ts';
import { fsFiles } from '../../onnx/testing/fs-files.ts';
import type { AttributeValue, ModelFiles, OnnxModel, OnnxNode } from '../../onnx/types.ts';
import { lowerCausalLM } from './index.ts';

/** One of each dialect and of each way to store weights. */
const FIXTURES = [
  'ts18-qwen2',
  'ts14-bloom',
  'dyn23-llama',
  'ga-lfm2-fp32',
  'ga-llama-int4-webgpu',
  'tjs-gpt2-quantized',
];
const CASES = 40;
const NUMBERS = [-1, 0, 1, 2, 3, 16, 1000, 2 ** 31 - 1, -(2 ** 31), 2 ** 40, 0.5];

const fileOf = (name: string) => (readJson(`${name}/case.json`) as { file: string }).file;

function pick<T>(rng: Rng, from: readonly T[]): T {
  return from[rng.int(from.length)]!;
}

/** Cuts the file, or changes one to four bytes, mostly where text is: there lies the structure, not the weights. */
function damage(original: Uint8Array, rng: Rng): Uint8Array {
  if (rng.int(4) === 0) return original.slice(0, rng.int(original.length));
  const bytes = original.slice();
  const isText = (at: number) => bytes[at]! >= 32 && bytes[at]! < 127;
  for (let left = 1 + rng.int(4); left > 0; left--) {
    let at = rng.int(bytes.length);
    for (let tries = 0; tries < 20 && !isText(at); tries++) at = rng.int(bytes.length);
    if (rng.int(2) === 0) bytes[at]! ^= 1 << rng.int(8);
    else bytes.copyWithin(at, rng.int(bytes.length), bytes.length - rng.int(40));
  }
  return bytes;
}

function changedAttribute(attribute: AttributeValue, rng: Rng): AttributeValue {
  if (attribute.kind === 'int' || attribute.kind === 'float')
    return { ...attribute, value: pick(rng, NUMBERS) };
  if (attribute.kind !== 'ints') return attribute;
  const value = attribute.value.map((x) => (rng.int(3) === 0 ? pick(rng, NUMBERS) : x));
  return { ...attribute, value: value.slice(0, 1 + rng.int(value.length)) };
}

/** One node with another attribute, another input, fewer inputs, or another operator. */
function rewire(model: OnnxModel, rng: Rng): OnnxModel {
  const { nodes } = model.graph;
  const index = rng.int(nodes.length);
  const node = nodes[index]!;
  const inputs = [...node.inputs];
  const attributes = new Map(node.attributes);
  let { op, domain } = node;
  const kind = rng.int(5);
  if (kind === 0) for (const [key, value] of attributes) attributes.set(key, changedAttribute(value, rng));
  else if (kind === 1) inputs.pop();
  else if (kind === 2 && inputs.length > 0) inputs[rng.int(inputs.length)] = '';
  else if (kind === 3 && inputs.length > 0) inputs[rng.int(inputs.length)] = pick(rng, nodes).outputs[0]!;
  else ({ op, domain } = pick(rng, nodes));
  const changed: OnnxNode = { ...node, op, domain, inputs, attributes };
  return { ...model, graph: { ...model.graph, nodes: nodes.with(index, changed) } };
}

async function outcome(load: Promise<unknown>): Promise<string> {
  try {
    await load;
    return 'works';
  } catch (error) {
    if (error instanceof LabError) return error.code;
    throw error;
  }
}

describe.runIf(haveFixtures)('damaged files', () => {
  it.each(FIXTURES)('bytes of %s', async (name) => {
    const path = fileOf(name);
    const original = new Uint8Array(readFileSync(`${fixturesFolder}/${name}/${path}`));
    const beside = fsFiles(`${fixturesFolder}/${name}`);
    const rng = createRng(1, `bytes ${name}`);
    const seen = new Set<string>();
    for (let i = 0; i < CASES; i++) {
      const bytes = damage(original, rng);
      const files: ModelFiles = {
        size: async (file) => (file === path ? bytes.length : beside.size(file)),
        read: async (file, offset, length) =>
          file === path ? bytes.subarray(offset, offset + length) : beside.read(file, offset, length),
      };
      seen.add(await outcome(readModel(files, path).then((model) => lowerCausalLM(model))));
    }
    expect(seen.size).toBeGreaterThan(2);
  });

  it.each(FIXTURES)('nodes of %s', async (name) => {
    const model = await readModel(fsFiles(`${fixturesFolder}/${name}`), fileOf(name));
    const rng = createRng(1, `nodes ${name}`);
    const seen = new Set<string>();
    for (let i = 0; i < CASES; i++) seen.add(await outcome(lowerCausalLM(rewire(model, rng))));
    expect(seen.size).toBeGreaterThan(2);
  });

  it('never makes what an attribute merely declares', async () => {
    const model = await readModel(fsFiles(`${fixturesFolder}/ga-llama-int4-webgpu`), 'onnx/model_q4f16.onnx');
    for (const [op, key] of [
      ['MatMulNBits', 'N'],
      ['MatMulNBits', 'K'],
      ['GroupQueryAttention', 'num_heads'],
      ['GroupQueryAttention', 'kv_num_heads'],
    ]) {
      const nodes = model.graph.nodes.map((node) =>
        node.op === op
          ? {
              ...node,
              attributes: new Map([...node.attributes, [key!, { kind: 'int', value: 2 ** 31 - 1 }]]),
            }
          : node,
      ) as OnnxNode[];
      const huge = { ...model, graph: { ...model.graph, nodes } };
      await expect(lowerCausalLM(huge)).rejects.toMatchObject({ code: 'graph.unsupported-op' });
    }
  });
});
