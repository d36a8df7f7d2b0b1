/**
 * Which files hold the labels of which: `train.jsonl` and `train-labels.lst` (PIQA, aNLI, SocialIQA as first published).
 * By their names only; what the files hold is read elsewhere.
 */

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

/** A data file with its label file, as places in the list of names. */
export interface LabelledFile {
  readonly data: number;
  readonly labels?: number;
}

/** Every name but those of label files that found their data, in the order given. */
export function pairLabelFiles(names: readonly string[]): readonly LabelledFile[] {
  const all = names.map((name, at) => ({ at, stem: stemOf(name), labels: labelsFor(name) }));
  const data = all.filter(({ labels }) => labels === undefined);
  const pairs = new Map<number, number>();
  for (const { at, labels } of all) {
    if (labels === undefined) continue;
    const fits = data.filter(({ stem }) => stem === labels || (labels === '' && data.length === 1));
    if (fits.length === 1 && !pairs.has(fits[0]!.at)) pairs.set(fits[0]!.at, at);
  }
  const used = new Set(pairs.values());
  return all.flatMap(({ at }): LabelledFile[] => {
    const labels = pairs.get(at);
    return used.has(at) ? [] : [{ data: at, ...(labels === undefined ? {} : { labels }) }];
  });
}
