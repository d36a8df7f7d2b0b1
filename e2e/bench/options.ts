/** What `npm run bench` can be told. */

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { wholeNumber } from '../lab/options.ts';
import { UsageError } from '../lab/usage.ts';

/** In the order in which they are measured. */
export const PARTS = [
  'gemm',
  'forward',
  'gradient',
  'gradient-fifth',
  'prefill',
  'decode',
  'few-shot',
  'economy',
  'memory',
  'profile',
  'scaling',
] as const;
export type Part = (typeof PARTS)[number];

export interface BenchOptions {
  /** Folder with the model; undefined = the bench's own in ../shared/bench. */
  readonly model: string | undefined;
  readonly peers: boolean;
  readonly rounds: number;
  readonly parts: readonly Part[];
  readonly node: boolean;
  readonly json: string | undefined;
  readonly markdown: string | undefined;
}

export const USAGE = `npm run bench [-- options]

Measures this engine against others on one adapter, in headless Chromium, in rounds that take turns.

  --model <folder>    a model of yours instead of ../shared/bench/llama6; peers that need the static file are left out
  --no-peers          only this engine
  --rounds <n>        measured rounds after the warm-up (3)
  --only <part,...>   ${PARTS.join(', ')}
  --node              in Node with the package "webgpu", which you install by hand; only this engine
  --json <file>       the report as JSON ("-": standard output instead of the table)
  --markdown <file>   the tables as Markdown
`;

/** Throws UsageError, or parseArgs' own errors. Paths are relative to `folder`. */
export function readOptions(args: readonly string[], folder: string): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      model: { type: 'string' },
      peers: { type: 'boolean', default: true },
      rounds: { type: 'string' },
      only: { type: 'string' },
      node: { type: 'boolean', default: false },
      json: { type: 'string' },
      markdown: { type: 'string' },
    },
  });
  const path = (name: string | undefined) => (name === undefined ? undefined : resolve(folder, name));
  const named = values.only?.split(',').map((part) => part.trim());
  for (const part of named ?? []) {
    if (!(PARTS as readonly string[]).includes(part)) {
      throw new UsageError(`--only knows ${PARTS.join(', ')}, not "${part}".`);
    }
  }
  return {
    model: path(values.model),
    peers: values.peers && !values.node,
    rounds: wholeNumber('rounds', values.rounds, 1) ?? 3,
    parts: PARTS.filter((part) => named?.includes(part) ?? true),
    node: values.node,
    json: values.json === '-' ? '-' : path(values.json),
    markdown: path(values.markdown),
  };
}
