/** A study's result as a JSON file: unrounded; for download, the recorded study and the headless lab's --json. */

import type { StudyResult } from '../lab/study/types.ts';
import { LabError } from '../lib/errors.ts';
import { checkStudy } from './study-schema.ts';

/** First key of every file, by which a dropped JSON is told from a benchmark. */
const FORMAT = 'soft-prompt-lab/study';
const SCHEMA_VERSION = 1;
const MAX_CHARACTERS = 64 * 1024 * 1024;
const MAX_COMMAND = 2_000;

export interface StudyFile {
  readonly result: StudyResult;
  /** The command line that made it, where one did. */
  readonly command?: string;
}

export function studyToJson(result: StudyResult, command?: string): string {
  const { schemaVersion, ...rest } = result;
  const file = { format: FORMAT, schemaVersion, ...(command === undefined ? {} : { command }), ...rest };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** A cheap look at a dropped file's beginning. */
export function looksLikeStudyJson(beginning: string): boolean {
  return /^\uFEFF?\s*\{\s*"format"\s*:\s*"soft-prompt-lab\/study"/.test(beginning);
}

/** Errors: share.notAResult, share.unknownVersion, share.schema, share.tooLarge. */
export function studyFromJson(text: string): StudyFile {
  if (text.length > MAX_CHARACTERS) throw new LabError('share.tooLarge', { limit: MAX_CHARACTERS });
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new LabError('share.notAResult', {}, { cause });
  }
  const { format, command, ...plain } = (value ?? {}) as Record<string, unknown>;
  if (format !== FORMAT) throw new LabError('share.notAResult');
  if (plain.schemaVersion !== SCHEMA_VERSION) {
    throw new LabError('share.unknownVersion', {
      version: String(plain.schemaVersion).slice(0, 20),
      newest: SCHEMA_VERSION,
    });
  }
  return {
    result: checkStudy(plain),
    ...(typeof command === 'string' ? { command: command.slice(0, MAX_COMMAND) } : {}),
  };
}
