/**
 * What a bench run says: timings as data, and the table made of them.
 *
 * Ratios compare best times: on a machine that other programs use as well, the best of several rounds is the one they
 * disturbed least. Medians and worst times stand beside them.
 */

import { alignedRows } from '../lab/table.ts';

/** Seconds of each measured round; the warm-up is not among them. */
export interface Timing {
  readonly seconds: readonly number[];
}

/** One contestant's part in one comparison. */
export interface Entry {
  readonly name: string;
  /** Ours, against whom the others are held. */
  readonly ours: boolean;
  readonly timing: Timing;
  /** Work of a round, where the rate says more than the time. */
  readonly work?: { readonly amount: number; readonly unit: 'tokens' | 'GFLOP' };
  readonly note?: string;
}

export interface Group {
  readonly id: string;
  readonly title: string;
  readonly entries: readonly Entry[];
  /** What must hold before times mean anything: largest differences between contestants' results. */
  readonly agreement?: readonly {
    readonly with: string;
    readonly what: string;
    readonly difference: number;
    readonly largest: number;
  }[];
  /** Where entries are sizes of one thing: cost grows with size to this power. */
  readonly exponent?: { readonly of: string; readonly value: number };
  /** Contestants that failed, with why. */
  readonly failures: readonly { readonly name: string; readonly message: string }[];
}

export interface Fact {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly (readonly [string, string | number])[];
}

export interface Report {
  readonly startedAt: string;
  readonly adapter: string;
  /** Kernel variant of the engine. */
  readonly kernels: string;
  readonly model: string;
  readonly rounds: number;
  /** Load average over one minute before and after, and processors: timings on a busy machine mean little. */
  readonly machine: { readonly loadBefore: number; readonly loadAfter: number; readonly processors: number };
  readonly groups: readonly Group[];
  readonly facts: readonly Fact[];
}

export function best({ seconds }: Timing): number {
  return Math.min(...seconds);
}

export function worst({ seconds }: Timing): number {
  return Math.max(...seconds);
}

export function median({ seconds }: Timing): number {
  const sorted = [...seconds].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** How much longer `entry` takes than the first of ours, for the same amount of work where both say theirs. */
export function ratioToOurs(group: Group, entry: Entry): number | undefined {
  const ours = group.entries.find((candidate) => candidate.ours);
  if (!ours) return undefined;
  const share = entry.work && ours.work ? ours.work.amount / entry.work.amount : 1;
  return (best(entry.timing) * share) / best(ours.timing);
}

/** Exponent p of cost = c · size^p, by least squares on logarithms. */
export function fittedExponent(
  points: readonly { readonly size: number; readonly seconds: number }[],
): number {
  const xs = points.map(({ size }) => Math.log(size));
  const ys = points.map(({ seconds }) => Math.log(seconds));
  const mean = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;
  const [mx, my] = [mean(xs), mean(ys)];
  const covariance = xs.reduce((sum, x, i) => sum + (x - mx) * (ys[i]! - my), 0);
  return covariance / xs.reduce((sum, x) => sum + (x - mx) ** 2, 0);
}

function duration(seconds: number): string {
  if (seconds >= 1) return `${seconds.toFixed(2)} s`;
  return seconds >= 1e-3 ? `${(seconds * 1e3).toFixed(1)} ms` : `${(seconds * 1e6).toFixed(0)} µs`;
}

function rate({ work, timing }: Entry): string {
  if (!work) return '';
  const perSecond = work.amount / best(timing);
  return `${perSecond >= 1000 ? perSecond.toFixed(0) : perSecond.toPrecision(3)} ${work.unit}/s`;
}

const HEAD = ['', 'best', 'median', 'worst', 'rate', 'time against ours', ''];

function entryRow(group: Group, entry: Entry): string[] {
  const ratio = ratioToOurs(group, entry);
  return [
    entry.name,
    duration(best(entry.timing)),
    duration(median(entry.timing)),
    duration(worst(entry.timing)),
    rate(entry),
    ratio === undefined ? '' : `${ratio.toFixed(2)} x`,
    entry.note ?? '',
  ];
}

function remarks(group: Group): string[] {
  const agreed = (group.agreement ?? []).map(
    ({ with: name, what, difference, largest }) =>
      `${what} differ from those of ${name} by at most ${difference.toExponential(1)} (largest ${largest.toPrecision(3)})`,
  );
  const { exponent } = group;
  const fitted = exponent
    ? [`fitted exponent: time grows with ${exponent.of} to the power ${exponent.value.toFixed(2)}`]
    : [];
  return [...fitted, ...agreed, ...group.failures.map(({ name, message }) => `${name} failed: ${message}`)];
}

function heading(report: Report): string[] {
  const { loadBefore, loadAfter, processors } = report.machine;
  return [
    `${report.model} on ${report.adapter}, kernels ${report.kernels}; best of ${report.rounds} after a warm-up`,
    `${report.startedAt}; load average ${loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} after, ${processors} processors`,
  ];
}

/** For the terminal. */
export function asText(report: Report): string {
  const parts = report.groups.map((group) => {
    const rows = [HEAD, ...group.entries.map((entry) => entryRow(group, entry))];
    return [group.title, alignedRows(rows), ...remarks(group)].join('\n');
  });
  const facts = report.facts.map(({ title, rows }) =>
    [title, alignedRows(rows.map(([name, value]) => [name, String(value)]))].join('\n'),
  );
  return `${[heading(report).join('\n'), ...parts, ...facts].join('\n\n')}\n`;
}

/** For a note or an issue. */
export function asMarkdown(report: Report): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = (rows: readonly (readonly string[])[]) => {
    const [head = [], ...body] = rows;
    return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
  };
  const parts = report.groups.map((group) => {
    const rows = [HEAD, ...group.entries.map((entry) => entryRow(group, entry))];
    return [`**${group.title}**`, table(rows), ...remarks(group)].join('\n\n');
  });
  const facts = report.facts.map(
    ({ title, rows }) =>
      `**${title}**\n\n${table([['', ''], ...rows.map(([name, value]) => [name, String(value)])])}`,
  );
  return `${[heading(report).join('  \n'), ...parts, ...facts].join('\n\n')}\n`;
}
