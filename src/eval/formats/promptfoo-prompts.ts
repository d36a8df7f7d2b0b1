/**
 * Which of a promptfoo configuration's prompts asks a test. promptfoo asks each test with every prompt that it is for; a
 * benchmark asks each question once: with the prompt that a person chose, else with the first that is written out.
 */

import { promptFileName } from '../../lib/data-files.ts';
import type { PromptList } from '../types.ts';
import { isRowObject } from './row.ts';

/** The prompts of a configuration: a list, one alone, or files with their labels (`{file: label}`). */
function listed(prompts: unknown): readonly unknown[] {
  if (Array.isArray(prompts)) return prompts;
  if (!isRowObject(prompts) || 'raw' in prompts || 'id' in prompts) return [prompts];
  return Object.entries(prompts).map(([id, label]) => ({ id, label }));
}

/** A prompt written out, as opposed to the name of a file with one. */
function written(prompt: unknown): string | undefined {
  const raw = isRowObject(prompt) ? prompt.raw : prompt;
  if (typeof raw !== 'string' || raw.trim() === '') return undefined;
  const isFile = /^\s*(?:file:\/\/|\S+\.(?:txt|md|json|jsonl|ya?ml|csv|j2|[cm]?[jt]s|py)(?::\w+)?\s*$)/.test(
    raw,
  );
  return isFile ? undefined : raw;
}

const fileOf = (prompt: unknown): string =>
  String(isRowObject(prompt) ? (prompt.id ?? prompt.raw ?? prompt.label) : prompt);

/** What a person knows a prompt by: its label, its text, or its file. */
function nameOf(prompt: unknown): string {
  const label = isRowObject(prompt) ? prompt.label : undefined;
  return typeof label === 'string' && label !== '' ? label : (written(prompt) ?? fileOf(prompt));
}

/** Whether one of the names that a test gives is this prompt's, or that of a group it is in (`group:name`). */
function isNamed(prompt: unknown, names: readonly unknown[]): boolean {
  if (!isRowObject(prompt)) return false;
  const own = [prompt.label, prompt.id].filter((one) => typeof one === 'string');
  return names.some((name) => own.some((one) => one === name || one.startsWith(`${name}:`)));
}

/** The prompts in a file: those of a text are parted by lines of `---`, any other is one (promptfoo, src/prompts/processors). */
function promptsIn(name: string, text: string): readonly string[] {
  if (!/\.txt$/i.test(name)) return [text];
  const parts = text.split(/^[^\S\n]*---[^\S\n]*$/m).map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/** The text of a file of prompts, by its name without folders; undefined where it is not there. */
export type TextOf = (name: string) => string | undefined;

/** The prompts with those in files written out, as far as their texts are there. */
export function withPromptFiles(prompts: unknown, textOf: TextOf): unknown {
  if (prompts === undefined || prompts === null) return prompts;
  return listed(prompts).flatMap((prompt) => {
    const name = promptFileName(fileOf(prompt));
    const text = written(prompt) === undefined ? textOf(name) : undefined;
    if (text === undefined) return [prompt];
    const raws = promptsIn(name, text);
    return raws.map((raw, i) => {
      const own = isRowObject(prompt) && typeof prompt.label === 'string' ? prompt.label : name;
      return { id: fileOf(prompt), raw, label: raws.length > 1 ? `${own}: ${i + 1}` : own };
    });
  });
}

/** Why a test is asked by no prompt. */
interface Unasked {
  readonly code: 'import.prompt-file' | 'import.prompt-unasked' | 'import.no-such-prompt';
  readonly params: Readonly<Record<string, string | number>>;
}

/** Characters of a prompt that name it. */
const NAME_LENGTH = 80;

/**
 * The prompt of a test that is for those it names by `wanted`, or for all; no template where there are no prompts.
 * Unasked where the prompt stands in a file, is not for the test, or is not there.
 */
export function promptFor(
  prompts: unknown,
  wanted: unknown,
  chosen: number | undefined,
): { readonly template?: string } | Unasked {
  if (prompts === undefined || prompts === null) return {};
  const all = listed(prompts);
  const named = all.filter((prompt) => Array.isArray(wanted) && isNamed(prompt, wanted));
  const usable = named.length > 0 ? named : all;
  if (chosen !== undefined && all[chosen] === undefined) {
    return { code: 'import.no-such-prompt', params: { number: chosen + 1, count: all.length } };
  }
  if (chosen !== undefined && !usable.includes(all[chosen])) {
    return { code: 'import.prompt-unasked', params: { prompt: nameOf(all[chosen]).slice(0, NAME_LENGTH) } };
  }
  const asking = chosen === undefined ? usable.find((prompt) => written(prompt) !== undefined) : all[chosen];
  const template = written(asking);
  if (template !== undefined) return { template };
  return { code: 'import.prompt-file', params: { name: fileOf(asking ?? usable[0]) } };
}

/** The prompts to choose from, where there are several; none is used where all stand in files. */
export function promptChoice(prompts: unknown, chosen: number | undefined): PromptList | undefined {
  const all = listed(prompts);
  const used = chosen ?? all.findIndex((prompt) => written(prompt) !== undefined);
  if (all.length < 2) return undefined;
  const names = all.map(nameOf);
  return names[used] === undefined ? { names } : { names, used };
}
