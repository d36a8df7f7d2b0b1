/** The fields of rows as a person can name them: top level, and one level down with a dot. Pure. */

export interface FieldPath {
  readonly path: string;
  /** What stands there in the first row that has it. */
  readonly sample: string;
  /** A list can hold options; a single value can be a question or an answer. */
  readonly isList: boolean;
}

type RowObject = Readonly<Record<string, unknown>>;

const SAMPLE_LENGTH = 60;

const isObject = (value: unknown): value is RowObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > SAMPLE_LENGTH ? `${line.slice(0, SAMPLE_LENGTH - 1)}…` : line;
}

/** In the order of their first appearance; empty values and objects without single values are left out. */
export function fieldPaths(samples: readonly RowObject[]): readonly FieldPath[] {
  const found = new Map<string, FieldPath>();
  const add = (path: string, value: unknown): void => {
    if (found.has(path) || value === null || value === undefined || value === '') return;
    if (isObject(value)) return;
    found.set(path, { path, sample: shown(value), isList: Array.isArray(value) });
  };
  for (const row of samples) {
    for (const [name, value] of Object.entries(row)) {
      add(name, value);
      if (isObject(value)) {
        for (const [inner, entry] of Object.entries(value)) add(`${name}.${inner}`, entry);
      }
    }
  }
  return [...found.values()];
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** How options in fields of their own are counted. */
const COUNTS: readonly ((index: number) => string | undefined)[] = [
  (index) => LETTERS[index],
  (index) => LETTERS[index]?.toLowerCase(),
  (index) => String(index + 1),
  (index) => String(index),
];

/** Fields that are one option each, by their names: `A, B, C`, `option_a, option_b`, `choice1, choice2` ... */
export function optionGroups(paths: readonly FieldPath[]): readonly string[] {
  const singles = new Set(paths.filter(({ isList }) => !isList).map(({ path }) => path));
  const groups: string[] = [];
  for (const count of COUNTS) {
    const first = count(0)!;
    for (const path of singles) {
      if (!path.endsWith(first)) continue;
      const stem = path.slice(0, path.length - first.length);
      const names: string[] = [];
      for (let name = path; singles.has(name); name = `${stem}${count(names.length) ?? ''}`) {
        if (names.includes(name)) break;
        names.push(name);
      }
      if (names.length > 1) groups.push(names.join(', '));
    }
  }
  return groups;
}
