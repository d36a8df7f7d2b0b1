/**
 * A result as the hash of an address and back: `#r=<version>.<base64url(deflate(JSON))>`.
 *
 * The table of decoders only grows: a link made once opens for ever. Knows nothing of where the page lives, so a
 * link works on whatever host the page was made on.
 */

import type { ExampleRecord, RunResult } from '../lab/types.ts';
import { LabError } from '../lib/errors.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { unpackV1 } from './compact-v1.ts';
import { packV2, unpackV2 } from './compact-v2.ts';
import { deflateText, inflateText } from './deflate.ts';
import { checkExamples, checkResult, type PlainResult } from './schema.ts';

/** Characters of hash beyond which programs that pass links on start to cut them; offer the file instead. */
export const MAX_LINK_LENGTH = 32_000;

export interface SharedResult {
  /** Without soft prompt. */
  readonly result: PlainResult;
  readonly examples: readonly ExampleRecord[];
  /** Version of the link it came from. */
  readonly version: number;
}

export interface EncodedResult {
  /** With its leading `#`. */
  readonly hash: string;
  /** Characters of the hash; compare with MAX_LINK_LENGTH. */
  readonly length: number;
}

const CURRENT_VERSION = 2;
const DECODERS: Readonly<Record<number, (value: unknown) => Omit<SharedResult, 'version'>>> = {
  1: unpackV1,
  2: unpackV2,
};

/** Benchmark items are in the link only where `examples` names them. */
export async function encodeResult(
  result: RunResult,
  { examples = [] }: { readonly examples?: readonly ExampleRecord[] } = {},
): Promise<EncodedResult> {
  const { softPrompt: _leftOut, ...plain } = result;
  const packed = packV2(checkResult(plain), checkExamples(examples));
  const hash = `#r=${CURRENT_VERSION}.${toBase64Url(await deflateText(JSON.stringify(packed)))}`;
  return { hash, length: hash.length };
}

/** Programs that pass links on escape them, sometimes twice, and put punctuation or brackets after them. */
export function unescaped(hash: string): string {
  let text = hash;
  for (let round = 0; round < 3 && text.includes('%'); round++) {
    try {
      text = decodeURIComponent(text);
    } catch {
      return text;
    }
  }
  return text;
}

/** Version and payload of a hash that claims to be a result; undefined where it does not. */
function parseHash(hash: string): { version: number; payload: string } | undefined {
  const match = /^#?r=(\d{1,6})\.([A-Za-z0-9_-]+)/.exec(unescaped(hash).replace(/\s/g, ''));
  return match ? { version: Number(match[1]), payload: match[2]! } : undefined;
}

/** Whether the hash is meant as a result's link, readable or not. */
export function isResultHash(hash: string): boolean {
  return /^#?r=/.test(unescaped(hash));
}

/**
 * Errors: share.notALink, share.unknownVersion (made by a newer page), share.corrupt (cut or changed on its way),
 * share.tooLarge, share.schema.
 */
export async function decodeResult(hash: string): Promise<SharedResult> {
  const parsed = parseHash(hash);
  if (!parsed) throw new LabError('share.notALink');
  const { version, payload } = parsed;
  const decode = Object.hasOwn(DECODERS, version) ? DECODERS[version] : undefined;
  if (!decode) throw new LabError('share.unknownVersion', { version, newest: CURRENT_VERSION });
  const bytes = fromBase64Url(payload);
  if (!bytes) throw new LabError('share.corrupt');
  const text = await inflateText(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new LabError('share.corrupt', {}, { cause });
  }
  return { ...decode(value), version };
}
