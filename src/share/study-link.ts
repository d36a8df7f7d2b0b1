/**
 * A study's result as the hash of an address and back: `#s=<version>.<base64url(deflate(JSON))>`; permalink.ts is the
 * same for single runs, and the rules there hold here: versions are kept for ever.
 */

import type { StudyResult } from '../lab/study/types.ts';
import { LabError } from '../lib/errors.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { deflateText, inflateText } from './deflate.ts';
import { type EncodedResult, unescaped } from './permalink.ts';
import { checkStudy } from './study-schema.ts';
import { packStudyV1, unpackStudyV1 } from './study-v1.ts';

const CURRENT_VERSION = 1;
const DECODERS: Readonly<Record<number, (value: unknown) => StudyResult>> = { 1: unpackStudyV1 };

export async function encodeStudy(result: StudyResult): Promise<EncodedResult> {
  const packed = packStudyV1(checkStudy(result));
  const hash = `#s=${CURRENT_VERSION}.${toBase64Url(await deflateText(JSON.stringify(packed)))}`;
  return { hash, length: hash.length };
}

/** Whether the hash is meant as a study's link, readable or not. */
export function isStudyHash(hash: string): boolean {
  return /^#?s=/.test(unescaped(hash));
}

/** Errors: share.notALink, share.unknownVersion, share.corrupt, share.tooLarge, share.schema. */
export async function decodeStudy(hash: string): Promise<StudyResult> {
  const match = /^#?s=(\d{1,6})\.([A-Za-z0-9_-]+)/.exec(unescaped(hash).replace(/\s/g, ''));
  if (!match) throw new LabError('share.notALink');
  const version = Number(match[1]);
  const decode = Object.hasOwn(DECODERS, version) ? DECODERS[version] : undefined;
  if (!decode) throw new LabError('share.unknownVersion', { version, newest: CURRENT_VERSION });
  const bytes = fromBase64Url(match[2]!);
  if (!bytes) throw new LabError('share.corrupt');
  const text = await inflateText(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new LabError('share.corrupt', {}, { cause });
  }
  return decode(value);
}
