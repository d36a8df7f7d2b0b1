/**
 * A result as a JSON file: the same data as a link, unrounded, with the soft prompt; for download, for the
 * recorded result the page shows first, and for the headless lab's --json.
 */

import type { ExampleRecord, RunResult } from '../lab/types.ts';
import { LabError } from '../lib/errors.ts';
import { checkExamples, checkResult } from './schema.ts';

/** First key of every file, by which a dropped JSON is told from a benchmark. */
const FORMAT = 'soft-prompt-lab/result';
const SCHEMA_VERSION = 1;
/** 64 MiB of text: no result comes near. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

const MAX_COMMAND = 2_000;

interface SoftPromptJson {
  /** [numVirtualTokens, hiddenSize] */
  readonly shape: readonly [number, number];
  /** Little-endian float32 values, row-major. */
  readonly float32Base64: string;
}

export interface ResultFile {
  readonly result: RunResult;
  readonly examples: readonly ExampleRecord[];
  /** The command line that made it, where a command line did. */
  readonly command?: string;
}

function softPromptToJson(values: Float32Array, rows: number): SoftPromptJson {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => {
    view.setFloat32(i * 4, value, true);
  });
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { shape: [rows, values.length / rows], float32Base64: btoa(binary) };
}

function softPromptFromJson(value: unknown, rows: number): Float32Array {
  const { shape, float32Base64 } = (value ?? {}) as Partial<SoftPromptJson>;
  const refuse = () =>
    new LabError('share.schema', { field: 'softPrompt', reason: 'shape and bytes disagree' });
  if (!Array.isArray(shape) || shape.length !== 2 || typeof float32Base64 !== 'string') throw refuse();
  let binary: string;
  try {
    binary = atob(float32Base64);
  } catch {
    throw refuse();
  }
  if (shape[0] !== rows || binary.length !== shape[0] * shape[1] * 4) throw refuse();
  const view = new DataView(Uint8Array.from(binary, (character) => character.charCodeAt(0)).buffer);
  return Float32Array.from({ length: binary.length / 4 }, (_, i) => view.getFloat32(i * 4, true));
}

export function resultToJson(
  result: RunResult,
  examples: readonly ExampleRecord[] = [],
  command?: string,
): string {
  const { schemaVersion, softPrompt, ...rest } = result;
  const rows = result.config.tuning.numVirtualTokens;
  const file = {
    format: FORMAT,
    schemaVersion,
    ...(command === undefined ? {} : { command }),
    ...rest,
    ...(softPrompt ? { softPrompt: softPromptToJson(softPrompt, rows) } : {}),
    ...(examples.length > 0 ? { examples } : {}),
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** A cheap look at a dropped file's beginning: whether it is a result rather than a benchmark. */
export function looksLikeResultJson(beginning: string): boolean {
  return /^\uFEFF?\s*\{\s*"format"\s*:\s*"soft-prompt-lab\/result"/.test(beginning);
}

/** Errors: share.notAResult, share.unknownVersion, share.schema, share.tooLarge. */
export function resultFromJson(text: string): ResultFile {
  if (text.length > MAX_CHARACTERS) throw new LabError('share.tooLarge', { limit: MAX_CHARACTERS });
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new LabError('share.notAResult', {}, { cause });
  }
  const { format, softPrompt, examples, command, ...plain } = (value ?? {}) as Record<string, unknown>;
  if (format !== FORMAT) throw new LabError('share.notAResult');
  if (plain.schemaVersion !== SCHEMA_VERSION) {
    throw new LabError('share.unknownVersion', {
      version: String(plain.schemaVersion).slice(0, 20),
      newest: SCHEMA_VERSION,
    });
  }
  const result = checkResult(plain);
  const rows = result.config.tuning.numVirtualTokens;
  return {
    result:
      softPrompt === undefined ? result : { ...result, softPrompt: softPromptFromJson(softPrompt, rows) },
    examples: examples === undefined ? [] : checkExamples(examples),
    ...(typeof command === 'string' ? { command: command.slice(0, MAX_COMMAND) } : {}),
  };
}
