/**
 * Rule first, judge where the rule says no: which verdicts go to a judge model, and what its replies change.
 *
 * The rule judge rarely credits what is wrong, and often misses what is right in other words; a judge model is asked
 * about the misses only. Closed knowledge comes from log-likelihoods and is never asked.
 */

import type { Item, Verdict } from '../types.ts';
import { outcomeOf } from '../verdicts/outcome.ts';
import { JUDGE_PROMPT_VERSION, type JudgeQuestion, judgePrompt } from './prompts.ts';
import { parseReply } from './reply.ts';

/** What a cached reply belongs to: hash this text. */
export function cacheText(judgeModel: string, prompt: string): string {
  return `judge ${JUDGE_PROMPT_VERSION}\n${judgeModel}\n${prompt}`;
}

/** The knowledge prompt of an open verdict that the rule did not credit; undefined where nothing is to be asked. */
export function questionFor(
  item: Item,
  verdict: Verdict,
  question: JudgeQuestion = 'knowledge',
): string | undefined {
  const settled = verdict.knowledge || verdict.reasons.includes('judge.empty');
  if (item.task === 'closed' || (question === 'knowledge' && settled)) return undefined;
  return judgePrompt(question, item, verdict.output);
}

/** The verdict with a judge's reply to the knowledge question; an unparsable reply leaves it and says so. */
export function withReply(verdict: Verdict, reply: string): Verdict {
  const known = parseReply(reply);
  if (known === null) return { ...verdict, reasons: [...verdict.reasons, 'judge.model-unparsable'] };
  const knowledge = verdict.knowledge || known;
  return {
    ...verdict,
    knowledge,
    outcome: outcomeOf({ exactMatch: verdict.exactMatch, knowledge }),
    reasons: [...verdict.reasons, known ? 'judge.model-yes' : 'judge.model-no'],
  };
}
