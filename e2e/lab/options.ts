/** Reading of option values; each names the option in its UsageError. */

import type { Language, RequiredForm, Task } from '../../src/eval/types.ts';
import { FORM_KINDS, NEW_FORMS } from '../../src/store/forms.ts';
import { UsageError } from './usage.ts';

export function wholeNumber(name: string, text: string | undefined, least = 0): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value) || value < least) {
    throw new UsageError(`--${name} wants a whole number of at least ${least}, not "${text}".`);
  }
  return value;
}

/** The index of the prompt that --prompt counts from 1; only files have prompts to choose from. */
export function promptNumber(text: string | undefined, hasFiles: boolean): number | undefined {
  const number = wholeNumber('prompt', text, 1);
  if (number === undefined) return undefined;
  if (!hasFiles) throw new UsageError('--prompt chooses among the prompts of a file; name the file.');
  return number - 1;
}

/** The language of a file's questions and answers; those of the page's own benchmarks are known. */
export function languageName(text: string | undefined, hasFiles: boolean): Language | undefined {
  const language = oneOf('language', text, ['en', 'de'] as const);
  if (language !== undefined && !hasFiles) {
    throw new UsageError('--language is that of a file; name the file.');
  }
  return language;
}

/** How the prompts are made anew for a form that an answer must have; patterns are the page's. */
export function promptFor(
  form: string | undefined,
  task: Task | undefined,
): { readonly statesFormat: true; readonly form: RequiredForm } | undefined {
  const kind = oneOf('form', form, ['hash', 'boxed', 'phrase', 'letter', 'json'] as const);
  if (kind === undefined) return undefined;
  if (task !== undefined && !FORM_KINDS[task].includes(kind)) {
    throw new UsageError(
      `--form ${kind} is for open answers; listed options have --form ${FORM_KINDS[task]}.`,
    );
  }
  return { statesFormat: true, form: NEW_FORMS[kind] };
}

export function positiveNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) {
    throw new UsageError(`--${name} wants a positive number, not "${text}".`);
  }
  return value;
}

export function oneOf<T extends string>(
  name: string,
  text: string | undefined,
  allowed: readonly T[],
): T | undefined {
  if (text === undefined) return undefined;
  const found = allowed.find((value) => value === text);
  if (!found) throw new UsageError(`--${name} wants one of ${allowed.join(', ')}, not "${text}".`);
  return found;
}

/** An object without its undefined entries. */
export function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
