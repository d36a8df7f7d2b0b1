import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphEvaluateErrors } from '../../i18n/errors/graph-evaluate.ts';
import { onnxErrors } from '../../i18n/errors/onnx.ts';
import { LabError } from '../../lib/errors.ts';
import { prepareGraph } from '../graph/prepare.ts';
import { readModel } from './read-model.ts';
import { brokenNames, fixtureNames, fixturesFolder, haveFixtures, readJson } from './testing/fixtures.ts';
import { fsFiles } from './testing/fs-files.ts';
import { errorOf, readBytes } from './testing/read-bytes.ts';

interface Case {
  readonly file: string;
  readonly opset: Readonly<Record<string, number>>;
  readonly ir_version: number;
  readonly external_data: readonly string[];
  readonly inputs: Readonly<Record<string, { type: string; shape: readonly (number | string)[] }>>;
  readonly embedding: { readonly cut_value: string };
}

const DTYPES: Readonly<Record<string, string>> = { float: 'float32', double: 'float64' };

/** The English sentence, with lists joined as people see them. */
function sentence(error: LabError): string {
  const texts: Readonly<Record<string, string>> = { ...onnxErrors.en, ...graphEvaluateErrors.en };
  return texts[error.code]!.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = error.params[key];
    if (value === undefined) throw new Error(`${error.code} has no parameter ${key}`);
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
}

describe.runIf(haveFixtures)('exported models', () => {
  it.each(fixtureNames)('%s reads as its case says', async (name) => {
    const expected = readJson(`${name}/case.json`) as Case;
    const files = fsFiles(`${fixturesFolder}/${name}`);
    const model = await readModel(files, expected.file);
    expect(model.irVersion).toBe(expected.ir_version);
    const { 'ai.onnx': standard, ...others } = expected.opset;
    expect(Object.fromEntries(model.opsets)).toEqual({ '': standard, ...others });
    const inputs = Object.fromEntries(
      model.graph.inputs.map((i) => [i.name, { type: i.dtype, shape: i.dims }]),
    );
    expect(inputs).toEqual(
      Object.fromEntries(
        Object.entries(expected.inputs).map(([key, { type, shape }]) => [
          key,
          { type: DTYPES[type] ?? type, shape },
        ]),
      ),
    );
    const sizes = await Promise.all([expected.file, ...expected.external_data].map((f) => files.size(f)));
    expect(model.fileBytes).toBe(sizes.reduce<number>((sum, size) => sum + size!, 0));
    for (const tensor of model.graph.initializers.values()) {
      expect((await tensor.read()).length).toBe(tensor.byteLength);
    }
  });

  it.each(fixtureNames)('%s keeps only nodes on the way to its outputs, sorted', async (name) => {
    const { file, embedding } = readJson(`${name}/case.json`) as Case;
    const model = await readModel(fsFiles(`${fixturesFolder}/${name}`), file);
    const graph = prepareGraph(model, { useCacheBranch: false });
    expect(graph.outputs.map((o) => o.name)).toEqual(model.graph.outputs.map((o) => o.name));
    const available = new Set(['', ...graph.initializers.keys(), ...graph.inputs.map((i) => i.name)]);
    expect(graph.nodes.flatMap((n) => (/^(Constant|Identity|If)$/.test(n.op) ? [n.op] : []))).toEqual([]);
    for (const node of graph.nodes) {
      for (const input of node.inputs) expect(available).toContain(input);
      for (const output of node.outputs) available.add(output);
    }
    for (const output of graph.outputs) expect(available).toContain(output.value);
    expect(available).toContain(embedding.cut_value);
  });
});

interface Expectation {
  readonly file: string;
  readonly must: 'error' | 'work' | 'report';
  readonly stage: string;
  readonly message_should_mention: readonly string[];
}

/** Files whose defect shows in the file or its graph; the others are sound up to here. */
const CODES: Readonly<Record<string, string>> = {
  'dangling-input': 'graph.dangling-input',
  encoder: 'graph.no-logits',
  'exporter-permuted-inputs': 'graph.input-type',
  'external-missing': 'onnx.external-missing',
  'external-too-short': 'onnx.external-too-short',
  'external-traversal': 'onnx.external-outside-folder',
  'external-url': 'onnx.external-outside-folder',
  'float8-weights': 'onnx.tensor-dtype',
  gguf: 'onnx.gguf',
  'git-lfs-pointer': 'onnx.git-lfs-pointer',
  'html-error-page': 'onnx.html',
  'huge-dims': 'onnx.tensor-size',
  'initializer-size-mismatch': 'onnx.tensor-size',
  'negative-dim': 'onnx.tensor-dims',
  'opset-too-new': 'onnx.opset-too-new',
  truncated: 'onnx.truncated',
  vision: 'graph.no-token-input',
  'zero-bytes': 'onnx.empty',
};

describe.runIf(haveFixtures)('broken models', () => {
  it.each(brokenNames)('%s', async (name) => {
    const expected = readJson(`broken/${name}/expect.json`) as Expectation;
    const opened = readModel(fsFiles(`${fixturesFolder}/broken/${name}`), expected.file).then((model) =>
      prepareGraph(model, { useCacheBranch: false }),
    );
    const code = CODES[name];
    if (!code) {
      expect((await opened).outputs.map((o) => o.name)).toContain('logits');
      return;
    }
    const error = await errorOf(opened);
    expect(error.code).toBe(code);
    for (const words of expected.message_should_mention) expect(sentence(error)).toMatch(new RegExp(words));
  });

  it('leaves out an unknown operator that only feeds another output', async () => {
    const model = await readModel(fsFiles(`${fixturesFolder}/broken/unknown-op-off-path`), 'onnx/model.onnx');
    const known = (ops: readonly { domain: string }[]) => ops.every((n) => n.domain !== 'com.example');
    expect(known(model.graph.nodes)).toBe(false);
    expect(known(prepareGraph(model, { useCacheBranch: false }).nodes)).toBe(true);
  });
});

describe.runIf(haveFixtures)('damaged copies of a sound model', () => {
  it('open, or fail with a LabError', async () => {
    const sound = readFileSync(`${fixturesFolder}/broken/unsorted-nodes/onnx/model.onnx`);
    // Damage where the structure is: most of the file is weights, whose bits say nothing.
    const place = fc.oneof(fc.nat(sound.length - 1), fc.nat(6000));
    const flips = fc.array(fc.tuple(place, fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(flips, fc.option(fc.nat(sound.length)), async (changes, cut) => {
        const bytes = Uint8Array.from(sound.subarray(0, cut ?? sound.length));
        for (const [at, mask] of changes) if (at < bytes.length) bytes[at]! ^= mask;
        try {
          prepareGraph(await readBytes(bytes), { useCacheBranch: false });
        } catch (error) {
          return error instanceof LabError;
        }
        return true;
      }),
      { numRuns: 400 },
    );
  });
});
