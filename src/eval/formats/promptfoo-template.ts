/**
 * promptfoo's templates: `{{name}}` and `{{name.part}}` filled with a test's variables, and nothing else of its template
 * language. A list of values for a variable means one test for each of them. Which prompt is filled: promptfoo-prompts.ts.
 */

import { isRowObject, type RowObject, scalarText } from './row.ts';

/** More tests than this are not made of one. */
export const MAXIMUM_VARIANTS = 1000;
/** Variables in variables no deeper than this. */
const MAXIMUM_DEPTH = 4;

/** A template that cannot be filled: it asks for a missing variable, or for more than a variable. */
export class Unfilled extends Error {
  constructor(
    readonly code: 'import.template-variable' | 'import.template-language',
    readonly found: string,
  ) {
    super(code);
  }
}

function valueAt(vars: RowObject, path: string): string | undefined {
  let value: unknown = vars;
  for (const name of path.split('.')) value = isRowObject(value) ? value[name] : undefined;
  if (typeof value === 'boolean' || typeof value === 'string') return String(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : scalarText(value);
}

/** `template` with its variables. Throws Unfilled. */
export function filled(template: string, vars: RowObject, depth = 0): string {
  const other = /\{[%#]/.exec(template);
  if (other !== null)
    throw new Unfilled('import.template-language', template.slice(other.index, other.index + 40));
  return template.replace(/\{\{([^{}]*)\}\}/g, (whole, inside: string) => {
    const path = inside.replace(/^-|-$/g, '').trim();
    if (!/^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*$/u.test(path)) {
      throw new Unfilled('import.template-language', whole.slice(0, 40));
    }
    const value = valueAt(vars, path);
    if (value === undefined) throw new Unfilled('import.template-variable', path);
    return depth < MAXIMUM_DEPTH && value.includes('{{') ? filled(value, vars, depth + 1) : value;
  });
}

/** `filled` for all texts inside a value. */
export function filledValue(value: unknown, vars: RowObject): unknown {
  if (typeof value === 'string') return filled(value, vars);
  if (Array.isArray(value)) return value.map((one) => filledValue(one, vars));
  if (!isRowObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledValue(one, vars)]));
}

/** One set of variables for each combination of the values in lists; undefined where these are too many. */
export function variants(vars: RowObject): readonly RowObject[] | undefined {
  let sets: RowObject[] = [vars];
  for (const [name, value] of Object.entries(vars)) {
    if (!Array.isArray(value) || value.length === 0) continue;
    if (sets.length * value.length > MAXIMUM_VARIANTS) return undefined;
    sets = sets.flatMap((set) => value.map((one) => ({ ...set, [name]: one as unknown })));
  }
  return sets;
}
