/**
 * Which ONNX files a model offers, and which one to start with.
 *
 * Hub: transformers.js' ModelRegistry probes its file names; dropped folders are listed; embedded models come in fp16.
 * Knows nothing of what the engine can run: an op it lacks is named when the file is loaded.
 */

import { ModelRegistry } from '@huggingface/transformers';
import { LabError } from '../lib/errors.ts';
import type { ModelSource, ModelVariant, ModelVariants } from '../worker/protocol.ts';
import type { ModelReader } from './reader.ts';
import type { Machine, Site } from './site.ts';
import { withLibrary } from './transformers-env.ts';

/** File-name endings of transformers.js (`DEFAULT_DTYPE_SUFFIX_MAPPING`), best first for this lab. */
const SUFFIXES: readonly (readonly [dtype: string, suffix: string])[] = [
  ['fp16', '_fp16'],
  ['fp32', ''],
  ['q4f16', '_q4f16'],
  ['q4', '_q4'],
  ['q8', '_quantized'],
  ['int8', '_int8'],
  ['uint8', '_uint8'],
  ['bnb4', '_bnb4'],
  ['q2f16', '_q2f16'],
  ['q2', '_q2'],
  ['q1f16', '_q1f16'],
  ['q1', '_q1'],
];

/** Order without WebGPU: wasm computes in float32 whatever is stored, so narrow files save only the download. */
const CPU_ORDER = [
  'fp32',
  'fp16',
  'q4',
  'q4f16',
  'bnb4',
  'q8',
  'int8',
  'uint8',
  'q2',
  'q2f16',
  'q1',
  'q1f16',
];

/** Memory a model takes for each byte of its file: weights, and room for activations and caches. */
const MEMORY_PER_BYTE = 1.5;

/** Base names of decoders: today's, and the one older exports with a merged cache branch carry. */
const BASES = ['model', 'decoder_model_merged'] as const;

/** transformers.js' name for the precision a path's ending stands for. */
export function dtypeOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.onnx$/, '');
  for (const [dtype, suffix] of SUFFIXES) {
    if (suffix !== '' && name.endsWith(suffix)) return dtype;
  }
  return (BASES as readonly string[]).includes(name) ? 'fp32' : 'other';
}

/** Names of external data files: `x.onnx_data`, `x.onnx_data_1`, … (optimum, transformers.js), `x.onnx.data` (onnxruntime-genai). */
export async function externalDataPaths(reader: ModelReader, path: string): Promise<string[]> {
  const found: string[] = [];
  for (let part = 0; ; part++) {
    const candidate = `${path}_data${part === 0 ? '' : `_${part}`}`;
    if ((await reader.size(candidate)) === undefined) break;
    found.push(candidate);
  }
  const dotted = `${path}.data`;
  if (found.length === 0 && (await reader.size(dotted)) !== undefined) found.push(dotted);
  return found;
}

async function withSize(reader: ModelReader, path: string, external: boolean): Promise<ModelVariant> {
  const data = external ? await externalDataPaths(reader, path) : [];
  const sizes = await Promise.all([path, ...data].map((file) => reader.size(file)));
  const known = sizes.every((size) => size !== undefined);
  return {
    dtype: dtypeOf(path),
    path,
    bytes: known ? sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0) : undefined,
  };
}

async function hubPaths(
  source: Extract<ModelSource, { kind: 'hub' }>,
  reader: ModelReader,
  site: Site,
): Promise<string[]> {
  // Every model has a config.json; without one the library's own error would name its files, not the model.
  if ((await reader.size('config.json')) === undefined)
    throw new LabError('hub.unknown-model', { model: source.id });
  for (const base of BASES) {
    const dtypes = await withLibrary(source, reader, site, (id) =>
      ModelRegistry.get_available_dtypes(id, { revision: source.revision, model_file_name: base }),
    );
    const paths = SUFFIXES.filter(([dtype]) => dtypes.includes(dtype)).map(
      ([, suffix]) => `onnx/${base}${suffix}.onnx`,
    );
    if (paths.length > 0) return paths;
  }
  return [];
}

/** Every ONNX file of the model with its size; throws `hub.no-onnx` where there is none, `hub.unknown-model` for an unknown id. */
export async function listVariants(
  source: ModelSource,
  reader: ModelReader,
  site: Site,
): Promise<ModelVariants> {
  let paths: string[];
  if (source.kind === 'hub') paths = await hubPaths(source, reader, site);
  else if (source.kind === 'embedded') paths = ['onnx/model_fp16.onnx'];
  else paths = (reader.list() ?? []).filter((path) => path.endsWith('.onnx'));
  if (paths.length === 0) throw new LabError('hub.no-onnx', { model: source.id });
  const variants = await Promise.all(paths.map((path) => withSize(reader, path, source.kind !== 'embedded')));
  return { variants, preselected: bestOf(variants, await site.machine?.()).path };
}

/**
 * The file to start with among those that fit into memory: fp16, then fp32, then the quantised ones on a GPU; fp32 first
 * without one. Where none fits, the smallest.
 */
export function bestOf(variants: readonly ModelVariant[], machine?: Machine): ModelVariant {
  const order = machine?.webgpu === false ? CPU_ORDER : SUFFIXES.map(([dtype]) => dtype);
  const rank = ({ dtype, bytes = 0 }: ModelVariant): number => {
    const tooLarge = bytes * MEMORY_PER_BYTE > (machine?.memoryBytes ?? Number.POSITIVE_INFINITY);
    const at = order.indexOf(dtype);
    if (tooLarge) return order.length + bytes;
    return at < 0 ? order.length : at;
  };
  const best = [...variants].sort((a, b) => rank(a) - rank(b))[0];
  if (!best) throw new LabError('hub.no-onnx', { model: '' });
  return best;
}
