/**
 * Rule first, judge where the rule says no: which verdicts go to a judge model, and what it is asked.
 *
 * The rule judge rarely credits what is wrong, and often misses what is right in other words; a judge model is asked
 * about the misses, or about all outputs where the agreement of the two is wanted. Closed knowledge comes from
 * log-likelihoods and is never asked; an empty output states nothing and has no form, so it is not asked either.
 */

import type { Verdict } from '../types.ts';
import { JUDGE_PROMPT_VERSION, type JudgedItem, type JudgeQuestion, judgePrompt } from './prompts.ts';

/** misses: only what the rule does not credit. */
export type JudgeScope = 'misses' | 'all';

/** What a cached reply belongs to: hash this text. `judge` names the model and where it runs. */
export function cacheText(judge: string, prompt: string): string {
  return `judge ${JUDGE_PROMPT_VERSION}\n${judge}\n${prompt}`;
}

/** Whether a judge can be asked this of an item at all. */
export function isJudged(item: Pick<JudgedItem, 'task'>, question: JudgeQuestion): boolean {
  return item.task === 'open' || question === 'format';
}

/** The prompt for one verdict; undefined where nothing is to be asked. */
export function questionFor(
  item: JudgedItem,
  verdict: Pick<Verdict, 'knowledge' | 'format' | 'output'>,
  question: JudgeQuestion = 'knowledge',
  scope: JudgeScope = 'misses',
): string | undefined {
  if (!isJudged(item, question) || verdict.output.trim() === '') return undefined;
  if (scope === 'misses' && verdict[question]) return undefined;
  return judgePrompt(question, item, verdict.output);
}

/** The code that says in words what a judge replied; null = unparsable. */
export function judgeReason(question: JudgeQuestion, judged: boolean | null): string {
  const end = judged === null ? 'unparsable' : judged ? 'yes' : 'no';
  return question === 'knowledge' || judged === null ? `judge.model-${end}` : `judge.model-format-${end}`;
}
