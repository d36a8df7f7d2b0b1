/**
 * Whether an open output has the required form, and what stands in it; the inverse of prompts/required-form.ts.
 *
 * hash, phrase, letter (option-letter.ts), regex: the first line. boxed: the last `\boxed` before any new question. json: the first object before
 * any new question, with the key, nothing but the object on its line asked for.
 */

import { HASH_MARKER } from '../prompts/required-form.ts';
import type { RequiredForm } from '../types.ts';
import { firstLine } from './closed.ts';
import { readLetter } from './option-letter.ts';
import { matchPattern } from './safe-pattern.ts';
import { answerSegment, boxedAnswers } from './stated-answer.ts';

/** The answer inside the form, else the code of the reason why the form is not there. */
export type FormReading = { readonly content: string } | { readonly reason: string };

const HASH_FORM = /^#### (.+)/;

function readHash(line: string): FormReading {
  const content = HASH_FORM.exec(line)?.[1];
  if (content !== undefined) return { content: content.trim() };
  if (line === HASH_MARKER) return { reason: 'format.marker-alone' };
  if (line.startsWith(HASH_MARKER)) return { reason: 'format.marker-without-space' };
  return { reason: line.includes(HASH_MARKER) ? 'format.marker-not-first' : 'format.no-marker' };
}

function readBoxed(output: string): FormReading {
  const content = boxedAnswers(answerSegment(output)).at(-1)?.trim();
  return content ? { content } : { reason: 'format.no-box' };
}

function readPhrase(line: string, maxWords: number): FormReading {
  const content = line.replace(/[.!]$/, '').trim();
  return content.split(/\s+/).length <= maxWords ? { content } : { reason: 'format.too-many-words' };
}

function readJson(output: string, key: string): FormReading {
  const segment = answerSegment(output).trim();
  const start = segment.indexOf('{');
  // The shortest prefix that parses is the first object, whatever follows it.
  for (const { index } of segment.matchAll(/\}/g)) {
    let value: unknown;
    try {
      value = JSON.parse(segment.slice(start, index + 1));
    } catch {
      continue;
    }
    if (start > 0) return { reason: 'format.json-not-first' };
    const content = (value as Record<string, unknown>)[key];
    if (typeof content === 'string' || typeof content === 'number')
      return { content: String(content).trim() };
    return { reason: 'format.json-without-key' };
  }
  return { reason: 'format.no-json' };
}

/** `letters`: the options that the question lists, where it lists some; they count for the form `letter`. */
export function readForm(output: string, form: RequiredForm, letters?: readonly string[]): FormReading {
  const line = firstLine(output);
  if (output.trim() === '' || (line === '' && form.kind !== 'boxed' && form.kind !== 'json')) {
    return { reason: 'format.empty' };
  }
  switch (form.kind) {
    case 'hash':
      return readHash(line);
    case 'boxed':
      return readBoxed(output);
    case 'phrase':
      return readPhrase(line, form.maxWords);
    case 'letter':
      return readLetter(line, letters);
    case 'json':
      return readJson(output, form.key);
    case 'regex': {
      const content = matchPattern(form.pattern, line);
      return content === undefined ? { reason: 'format.no-match' } : { content: content.trim() };
    }
  }
}
