/**
 * onnxruntime in pieces on every recorded export: float32 arithmetic on the file's exact weights, so it must agree with the
 * engine's float64 reference as closely for fp16, int8 and int4 files as for fp32.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { lowerCausalLM } from '../engine/graph/lower/index.ts';
import { packedBatch } from '../engine/model/batch.ts';
import { readModel } from '../engine/onnx/read-model.ts';
import { memoryFiles } from '../engine/onnx/testing/write-model.ts';
import type { ModelFiles } from '../engine/onnx/types.ts';
import { referenceProgram } from '../engine/reference/run-program.ts';
import type { CaseJson } from '../lab/checks/check-case.ts';
import { integerRows } from '../lab/checks/tensors.ts';
import { float32Model } from './ort-graph.ts';
import { logitsInPieces } from './ort-pieces.ts';

interface Export {
  readonly files: ModelFiles;
  readonly path: string;
  readonly rows: readonly (readonly number[])[];
}

const SHARED = resolve('../shared/fixtures');
const OWN = fileURLToPath(new URL('../engine/graph/lower/fixtures/', import.meta.url));

function diskFiles(folder: string): ModelFiles {
  const path = (name: string) => `${folder}/${name}`;
  return {
    size: async (name) => (existsSync(path(name)) ? statSync(path(name)).size : undefined),
    read: async (name, offset, length) =>
      new Uint8Array(readFileSync(path(name)).subarray(offset, offset + length)),
  };
}

function shared(name: string): Export {
  const folder = `${SHARED}/${name}`;
  const json = JSON.parse(readFileSync(`${folder}/case.json`, 'utf8')) as CaseJson;
  return { files: diskFiles(folder), path: json.file, rows: integerRows(json.decode.prompt) };
}

const { rows: ownRows } = JSON.parse(readFileSync(`${OWN}logits.json`, 'utf8')) as { rows: number[][] };

const own = (name: string): Export => ({
  files: memoryFiles({ 'm.onnx': new Uint8Array(gunzipSync(readFileSync(`${OWN}${name}.onnx.gz`))) }),
  path: 'm.onnx',
  rows: ownRows.slice(0, 2),
});

/** Less than the tables of the smallest model take, so that they are split. */
const PIECE_BYTES = 1500;
/** Of the largest logit: rounding in float32 over a few layers. */
const TOLERANCE = 1e-5;
/** A file that is there to be refused. */
const REFUSED = 'qdq-llama-inputs';
/** Takes embeddings only. */
const NO_IDS = 'ga-llama-embeds';
const sharedNames = existsSync(SHARED)
  ? readdirSync(SHARED).filter((name) => existsSync(`${SHARED}/${name}/case.json`) && name !== NO_IDS)
  : [];
const ownNames = readdirSync(OWN)
  .flatMap((file) => /^(.+)\.onnx\.gz$/.exec(file)?.[1] ?? [])
  .filter((name) => name !== REFUSED);

describe('onnxruntime in pieces', { timeout: 60_000 }, () => {
  it.each([...ownNames, ...sharedNames])('%s', async (name) => {
    const { files, path, rows } = ownNames.includes(name) ? own(name) : shared(name);
    const { program, facts } = await lowerCausalLM(await readModel(files, path));
    const reference = await referenceProgram(program);
    const batch = packedBatch(
      rows.map((ids) => ({
        virtualTokens: 0,
        ids,
        selected: ids.map((_, position) => ({ position, target: -1 })),
      })),
    );
    const [expected] = await reference.run(batch, [program.logits]);
    const { logits, pieces } = await logitsInPieces(
      {
        model: await float32Model(files, path),
        headDim: facts.headDim,
        cut: { value: facts.cutValue, hiddenSize: program.hiddenSize },
        pieceBytes: PIECE_BYTES,
      },
      rows.map((ids) => ({ ids })),
    );
    const all = logits.flatMap((row) => [...row]);
    const largest = Math.max(...all.map(Math.abs));
    const difference = Math.max(...all.map((value, i) => Math.abs(value - expected![i]!)));
    expect(pieces).toBeGreaterThan(1);
    expect(difference / largest).toBeLessThan(TOLERANCE);
  });
});
