/**
 * Opens a model: its ONNX file with external data, configuration and tokenizer, from the site, the hub or a dropped
 * folder. The ONNX bytes stay in blobs; nothing here reads the graph.
 */

import type { ModelFiles } from '../engine/onnx/types.ts';
import type { LabTokenizer } from '../lab/tokenizer.ts';
import { LabError } from '../lib/errors.ts';
import type { ModelSource } from '../worker/protocol.ts';
import { createModelReader, type ModelReader, type ReaderOptions } from './reader.ts';
import { sha256Hex } from './sha256.ts';
import { loadTokenizer, type ModelConfig } from './tokenizer.ts';
import { externalDataPaths, listVariants } from './variants.ts';

export interface FileHash {
  readonly path: string;
  readonly sha256: string;
}

export interface OpenedModel {
  readonly files: ModelFiles;
  readonly onnxPath: string;
  readonly tokenizer: LabTokenizer;
  readonly config: ModelConfig;
  /** Positions the configuration allows, where it says so. */
  readonly maxPositions: number | undefined;
  /** ONNX file and its external data: bytes on disk. */
  readonly fileBytes: number;
  /** External data files by transformers.js' naming; the graph may name others. */
  readonly externalData: readonly string[];
  /** Of every model file that was read so far. */
  fileHashes(signal?: AbortSignal): Promise<FileHash[]>;
}

const CONFIG_FILES = ['config.json', 'generation_config.json'] as const;
const TOKENIZER_FILES = ['tokenizer.json', 'tokenizer_config.json'] as const;

async function readJson(reader: ModelReader, path: string): Promise<ModelConfig | undefined> {
  const blob = await reader.blob(path);
  if (!blob) return undefined;
  try {
    return JSON.parse(await blob.text()) as ModelConfig;
  } catch (error) {
    throw new LabError('hub.bad-json', { path }, { cause: error });
  }
}

/** Exports without a generation_config.json are old, not broken; asking the site for one it has not would be noise. */
async function readGenerationConfig(source: ModelSource, reader: ModelReader): Promise<ModelConfig> {
  const path = 'generation_config.json';
  if (source.kind !== 'embedded' && (await reader.size(path)) === undefined) return {};
  return (await readJson(reader, path)) ?? {};
}

/** Positions a decoder was built for; some configurations nest the text model's fields. */
function positionsOf(config: ModelConfig): number | undefined {
  const text = (config.text_config ?? config) as ModelConfig;
  return text.max_position_embeddings ?? text.n_positions ?? undefined;
}

/** The tokenizer alone, without the ONNX file. Errors: as openModel. */
export async function openTokenizer(source: ModelSource, options: ReaderOptions): Promise<LabTokenizer> {
  const reader = createModelReader(source, options);
  reader.expect([...CONFIG_FILES, ...TOKENIZER_FILES]);
  const config = await readJson(reader, 'config.json');
  if (!config) throw new LabError('hub.file-missing', { model: source.id, path: 'config.json' });
  const generation = await readGenerationConfig(source, reader);
  return loadTokenizer(source, reader, options.site, config, generation);
}

/**
 * Downloads what is missing and builds the tokenizer. `path` names the ONNX file; without one the best is taken.
 *
 * Errors: `hub.no-onnx`, `hub.file-missing`, `hub.no-tokenizer`, `hub.unreachable`, `hub.http`, …; an abort of
 * `options.signal` rejects with its reason.
 */
export async function openModel(
  source: ModelSource,
  path: string | undefined,
  options: ReaderOptions,
): Promise<OpenedModel> {
  const { site, signal } = options;
  const reader = createModelReader(source, options);
  const onnxPath = path ?? (await listVariants(source, reader, site)).preselected;
  const externalData = source.kind === 'embedded' ? [] : await externalDataPaths(reader, onnxPath);
  reader.expect([...CONFIG_FILES, ...TOKENIZER_FILES, onnxPath, ...externalData]);

  const config = await readJson(reader, 'config.json');
  if (!config) throw new LabError('hub.file-missing', { model: source.id, path: 'config.json' });
  const generation = await readGenerationConfig(source, reader);
  const tokenizer = await loadTokenizer(source, reader, site, config, generation);
  let fileBytes = 0;
  for (const file of [onnxPath, ...externalData]) {
    const blob = await reader.blob(file);
    if (!blob) throw new LabError('hub.file-missing', { model: source.id, path: file });
    fileBytes += blob.size;
  }
  signal?.throwIfAborted();

  return {
    files: reader,
    onnxPath,
    tokenizer,
    config,
    maxPositions: positionsOf(config),
    fileBytes,
    externalData,
    fileHashes: async (hashSignal) => {
      const hashes: FileHash[] = [];
      for (const file of reader.opened()) {
        const blob = await reader.blob(file);
        if (blob) hashes.push({ path: file, sha256: await sha256Hex(blob, hashSignal) });
      }
      return hashes;
    },
  };
}
