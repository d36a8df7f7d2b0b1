/**
 * Which files belong together: labels to their data, `train-labels.lst` to `train.jsonl` (PIQA, aNLI, SocialIQA as first
 * published), and prompts to the configuration that they may stand beside (promptfoo). By their names only; what the files
 * hold is read elsewhere.
 */

export interface NamedBlob {
  readonly name: string;
  readonly blob: Blob;
}

/** What belongs to a data file and stands in files of its own. */
export interface Companions {
  /** The labels of its rows, one a line. */
  readonly labels?: NamedBlob;
  /** Prompts that it may name. */
  readonly prompts?: readonly NamedBlob[];
}

const LABELS = /^(.*?)[-_.]?labels\.(?:lst|txt)(?:\.gz)?$/i;

const withoutFolder = (name: string) => name.replace(/^.*[\\/]/, '');
const stemOf = (name: string) =>
  withoutFolder(name)
    .replace(/\.gz$/i, '')
    .replace(/\.[^.]*$/, '')
    .toLowerCase();

/** The stem of the data file that a label file belongs to, '' where its name does not tell; undefined for other files. */
export function labelsFor(name: string): string | undefined {
  return LABELS.exec(withoutFolder(name))?.[1]?.toLowerCase();
}

/** A data file with its companions, as places in the list of names. */
export interface GroupedFile {
  readonly data: number;
  readonly labels?: number;
  readonly prompts?: readonly number[];
}

/** Texts that a configuration may name as its prompts. */
const PROMPTS = /\.(?:txt|md|j2)$/i;
const CONFIGURATION = /\.(?:ya?ml|json)$/i;

/** Whether a file is one of prompts: only beside a configuration is such a text no data. */
export function arePrompts(name: string, names: readonly string[]): boolean {
  return PROMPTS.test(name) && labelsFor(name) === undefined && names.some((one) => CONFIGURATION.test(one));
}

/** The file that a name in a configuration means, without its folders: `prompt.txt` for `file://prompts/prompt.txt`. */
export function promptFileName(reference: string): string {
  return withoutFolder(reference.trim().replace(/^file:\/\//, ''));
}

/** Every name but those of companions that found their data, in the order given. */
export function groupDataFiles(names: readonly string[]): readonly GroupedFile[] {
  const prompts = names.flatMap((name, at) => (arePrompts(name, names) ? [at] : []));
  const all = names
    .map((name, at) => ({ at, name, stem: stemOf(name), labels: labelsFor(name) }))
    .filter(({ at }) => !prompts.includes(at));
  const data = all.filter(({ labels }) => labels === undefined);
  const pairs = new Map<number, number>();
  for (const { at, labels } of all) {
    if (labels === undefined) continue;
    const fits = data.filter(({ stem }) => stem === labels || (labels === '' && data.length === 1));
    if (fits.length === 1 && !pairs.has(fits[0]!.at)) pairs.set(fits[0]!.at, at);
  }
  const used = new Set(pairs.values());
  return all.flatMap(({ at, name }): GroupedFile[] => {
    if (used.has(at)) return [];
    const labels = pairs.get(at);
    const own = CONFIGURATION.test(name) ? prompts : [];
    return [
      { data: at, ...(labels === undefined ? {} : { labels }), ...(own.length > 0 ? { prompts: own } : {}) },
    ];
  });
}
