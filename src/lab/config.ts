/** Checks a run's configuration before anything is computed; decides no defaults of its own beyond the token budget. */

import type { Item, Task } from '../eval/types.ts';
import { LabError } from '../lib/errors.ts';
import type { RunConfig } from './types.ts';

/** New tokens a generation may have by default: the recipe's budgets, enough for every answer of the embedded tasks. */
export function defaultMaxNewTokens(task: Task): number {
  return task === 'closed' ? 16 : 24;
}

/** Tokens beyond the longest required output, so that an answer of that length can still end or go on wrongly. */
const SPARE_TOKENS = 4;

/**
 * The budget of a run: what the configuration says, or for 0 the task's default, raised to the longest required output
 * of the items (closed: any option, since any may be chosen).
 */
export function newTokenBudget(
  config: RunConfig,
  items: readonly Item[],
  tokenCount: (text: string) => number,
): number {
  if (config.maxNewTokens > 0) return config.maxNewTokens;
  let longest = 0;
  for (const item of items) {
    for (const text of item.options ?? [item.answer]) longest = Math.max(longest, tokenCount(` ${text}`));
  }
  return Math.max(defaultMaxNewTokens(config.task), longest + SPARE_TOKENS);
}

/** Throws `lab.bad-config` {field, value} for the first field that no run can have. */
export function assertConfig(config: RunConfig): void {
  const { tuning } = config;
  const whole = (value: number, least: number) => Number.isInteger(value) && value >= least;
  const bad = (field: string, value: number): never => {
    throw new LabError('lab.bad-config', { field, value });
  };
  const wholes: readonly (readonly [string, number, number])[] = [
    ['steps', tuning.steps, 0],
    ['batchSize', tuning.batchSize, 1],
    ['numVirtualTokens', tuning.numVirtualTokens, 1],
    ['fewShotCount', config.fewShotCount, 0],
    ['itemLimit', config.itemLimit, 0],
    ['maxNewTokens', config.maxNewTokens, 0],
  ];
  for (const [field, value, least] of wholes) if (!whole(value, least)) bad(field, value);
  if (!Number.isFinite(tuning.learningRate) || tuning.learningRate <= 0) {
    bad('learningRate', tuning.learningRate);
  }
  if (!Number.isFinite(tuning.clipNorm) || tuning.clipNorm < 0) bad('clipNorm', tuning.clipNorm);
  if (!Number.isInteger(config.seed)) bad('seed', config.seed);
  for (const step of config.evalSteps) if (!whole(step, 0) || step > tuning.steps) bad('evalSteps', step);
}

/** Evaluated steps, ascending and each once. */
export function evaluatedSteps(config: RunConfig): number[] {
  return [...new Set(config.evalSteps)].sort((a, b) => a - b);
}
