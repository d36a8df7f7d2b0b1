/**
 * What a study of the embedded models does not show. Caveats about the recipe hold for any of them; those that state a
 * result are there only where this study's own numbers state it. Pure.
 */

import type { StudyCondition, StudyResult, StudyRole } from '../../lab/study/types.ts';
import { type Change, rateChange } from '../../store/changes.ts';
import { studyFinding } from './study-finding.ts';
import { isEmbeddedStudy, pooled } from './study-view.ts';

export type Caveat =
  | { readonly name: 'recipe' | 'likelihood' | 'judge' | 'strict' | 'seed' }
  /** Shares; of the least and the most gaining model, and the outermost bounds of all their 95 % intervals. */
  | {
      readonly name: 'gain';
      readonly low: number;
      readonly high: number;
      readonly bounds: readonly [lowest: number, highest: number];
    }
  /** Families whose soft-prompt scores may differ by chance. */
  | { readonly name: 'noise'; readonly pairs: readonly (readonly [string, string])[] };

type Metric = 'exactMatch' | 'knowledge' | 'format' | 'shape';

export function caveatsOf(result: StudyResult): Caveat[] {
  const { config } = result;
  if (!isEmbeddedStudy(config)) return [];
  const found = studyFinding(result);
  const distanceOf = (name: 'knowledge' | 'soft-prompt') =>
    found?.referenceCompressed ? undefined : found?.readable.find((one) => one.name === name)?.distance;
  const [soft, untuned] = [distanceOf('soft-prompt'), distanceOf('knowledge')];
  const rose = ({ shown, difference }: Change) => shown && difference > 0;
  const caveats: Caveat[] = [{ name: 'recipe' }];
  if (config.task === 'closed') {
    if (soft !== undefined && untuned !== undefined && untuned <= soft) caveats.push({ name: 'likelihood' });
    if (hasUnlisted(result)) caveats.push({ name: 'strict' });
  } else if (changes(result, 'base', 'knowledge').some(rose)) {
    caveats.push({ name: 'judge' });
  }
  const gains = changes(result, 'post-trained', 'exactMatch');
  if (gains.length > 0 && gains.every(rose)) {
    const shares = gains.map(({ difference }) => difference);
    caveats.push({
      name: 'gain',
      low: Math.min(...shares),
      high: Math.max(...shares),
      bounds: [Math.min(...gains.map(({ low }) => low)), Math.max(...gains.map(({ high }) => high))],
    });
  }
  if (config.seeds.length === 1) caveats.push({ name: 'seed' });
  const pairs = unresolvedPairs(result);
  if (pairs.length > 0) caveats.push({ name: 'noise', pairs });
  return caveats;
}

function mean({ cells }: StudyResult, model: number, condition: StudyCondition, metric: Metric) {
  const cell = cells.find((one) => one.model === model && one.condition === condition);
  return cell && pooled(cell.metrics.map((one) => one[metric]));
}

/** Soft prompt minus zero-shot, of the models of a role that have both. */
function changes(result: StudyResult, role: StudyRole, metric: Metric): Change[] {
  return result.config.models.flatMap((model, index) => {
    const before = mean(result, index, 'zero-shot', metric);
    const after = mean(result, index, 'soft-prompt', metric);
    return model.role === role && before && after ? [rateChange(before, after)] : [];
  });
}

/** Whether a tuned model wrote answers in the right shape that are not listed. */
function hasUnlisted(result: StudyResult): boolean {
  return result.config.models.some((_, model) => {
    const format = mean(result, model, 'soft-prompt', 'format');
    const shape = mean(result, model, 'soft-prompt', 'shape');
    return format !== undefined && shape !== undefined && shape.rate > format.rate;
  });
}

/** Under soft prompts, in the order of the bases or of the post-trained models. */
function unresolvedPairs({ analysis: { rankings, families } }: StudyResult): [string, string][] {
  const found = new Map<string, [string, string]>();
  for (const { condition, metric, compression } of rankings) {
    if (condition !== 'soft-prompt' || metric !== 'exactMatch') continue;
    for (const [a, b] of compression.unresolved) {
      found.set(`${a} ${b}`, [families[a]!.name, families[b]!.name]);
    }
  }
  return [...found.values()];
}
