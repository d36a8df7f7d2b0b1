/**
 * What the tables say together: each ratio that a reader would otherwise compute by hand. Best times, like the tables' own
 * ratios. It judges nothing.
 */

import { best, type Entry, type Fact, type Group, ratioToOurs } from './report.ts';

const perSecond = ({ work, timing }: Entry): number => (work ? work.amount / best(timing) : Number.NaN);

export function summary(groups: readonly Group[]): Fact {
  const group = (id: string) => groups.find((candidate) => candidate.id === id);
  const ours = (id: string) => group(id)?.entries.find((entry) => entry.ours);
  const rows: [string, string][] = [];
  const add = (name: string, value: number | undefined, unit: string, digits = 2): void => {
    if (value !== undefined && Number.isFinite(value)) rows.push([name, `${value.toFixed(digits)}${unit}`]);
  };
  const against = (id: string, what: string): void => {
    const found = group(id);
    for (const entry of found?.entries ?? []) {
      if (!entry.ours) add(`${what}, against ${entry.name}`, ratioToOurs(found!, entry), ' x faster');
    }
  };
  against('gradient', 'gradient step');
  against('gradient-fifth', 'gradient step, labels on a fifth');
  against('forward', 'forward');
  const products = group('gemm')?.entries ?? [];
  const [forward, gradient] = [ours('forward'), ours('gradient')];
  const fastest = products.toSorted((a, b) => perSecond(b) - perSecond(a))[0];
  if (fastest) {
    rows.push(['best standalone product', `${perSecond(fastest).toFixed(2)} GFLOP/s (${fastest.name})`]);
    if (gradient) {
      const share = (100 * perSecond(gradient)) / perSecond(fastest);
      add('whole gradient step against it', share, ' %', 0);
    }
  }
  if (forward && gradient) {
    add('backward / forward time', best(gradient.timing) / best(forward.timing) - 1, '');
  }
  against('prefill', 'prefill, tokens a second');
  against('decode', 'decoding, tokens a second');
  against('few-shot', 'evaluation with a shared prefix');
  return { id: 'summary', title: 'In short', rows };
}
