/**
 * What the result area shows, whatever it came from: a recorded run, the live one, a link, a file or the history. Pure.
 */

import type {
  ControlResult,
  EvalPoint,
  ExampleRecord,
  LossPoint,
  RunConfig,
  RunResult,
  SelfCheck,
} from '../lab/types.ts';
import type { RunState } from './run-state.ts';

/** `public/recorded/default.json`: a real run with the command that made it. */
export interface RecordedRun {
  readonly command: string;
  readonly result: RunResult;
  readonly examples: readonly ExampleRecord[];
}

export type Viewed =
  | { readonly origin: 'empty' }
  | { readonly origin: 'recorded'; readonly record: RecordedRun }
  | { readonly origin: 'live' }
  | {
      readonly origin: 'shared' | 'file' | 'kept';
      readonly result: RunResult;
      readonly examples: readonly ExampleRecord[];
      /** Of the file, or of the entry of the history. */
      readonly name?: string;
    };

export interface RunView {
  readonly origin: Exclude<Viewed['origin'], 'empty'>;
  readonly config: RunConfig;
  readonly points: readonly EvalPoint[];
  readonly losses: readonly LossPoint[];
  /** Placebo controls as far as they have come. */
  readonly controls: readonly ControlResult[];
  readonly examples: readonly ExampleRecord[];
  readonly selfCheck: SelfCheck | null;
  /** null while a run is going on or when it ended early. */
  readonly result: RunResult | null;
  /** The command that made a recorded run. */
  readonly command?: string;
  readonly name?: string;
}

function ofResult(
  origin: RunView['origin'],
  result: RunResult,
  examples: readonly ExampleRecord[],
  extra: Pick<RunView, 'command' | 'name'> = {},
): RunView {
  const { config, points, losses, controls = [], selfCheck } = result;
  return { origin, config, points, losses, controls, examples, selfCheck, result, ...extra };
}

export function toView(viewed: Viewed, run: RunState): RunView | null {
  switch (viewed.origin) {
    case 'empty':
      return null;
    case 'recorded':
      return ofResult('recorded', viewed.record.result, viewed.record.examples, {
        command: viewed.record.command,
      });
    case 'live':
      if (!run.config) return null;
      if (run.result) return ofResult('live', run.result, run.examples);
      return { origin: 'live', ...run, config: run.config, result: null };
    default:
      return ofResult(
        viewed.origin,
        viewed.result,
        viewed.examples,
        viewed.name ? { name: viewed.name } : {},
      );
  }
}

/** Remembers the last answer, so that equal inputs give the identical object. */
export function memoizeLast<A extends readonly unknown[], R>(compute: (...args: A) => R): (...args: A) => R {
  let last: { args: A; value: R } | null = null;
  return (...args) => {
    if (!last || last.args.some((arg, i) => !Object.is(arg, args[i])))
      last = { args, value: compute(...args) };
    return last.value;
  };
}
