/**
 * From a run's outputs to questions, and from replies to what a person reads. The rules are evaluation's and are loaded
 * with the first use; without state.
 */

import type { JudgedRates, JudgeQuestion, JudgeScope, LabelAgreement } from '../eval/index.ts';
import type { Condition, Verdict } from '../eval/types.ts';
import type {
  JudgedCondition,
  JudgeFacts,
  Judgement,
  JudgeSummary,
  JudgeTask,
  JudgeUsage,
  KeptJudging,
  LabelSheet,
} from '../lab/judge/types.ts';
import type { EvalPoint, ExampleRecord } from '../lab/types.ts';
import { finalPoint } from './curves.ts';

const CONDITIONS: readonly Condition[] = ['zero-shot', 'few-shot', 'soft-prompt'];
export const QUESTIONS: readonly JudgeQuestion[] = ['knowledge', 'format'];

/** Outputs of one condition whose items are known. */
function outputsOf(examples: readonly ExampleRecord[], condition: Condition) {
  return examples.flatMap(({ itemId, item, verdicts }) => {
    const verdict = verdicts[condition];
    return item && verdict ? [{ itemId, item, verdict }] : [];
  });
}

/** Whether a judge can be asked about these examples at all. */
export function isJudgeable(examples: readonly ExampleRecord[]): boolean {
  return examples.some(({ item }) => item !== undefined);
}

/** Conditions that wrote something. */
export function judgedConditions(examples: readonly ExampleRecord[]): Condition[] {
  return CONDITIONS.filter((condition) => outputsOf(examples, condition).length > 0);
}

export async function judgeTasks(
  examples: readonly ExampleRecord[],
  questions: readonly JudgeQuestion[],
  scope: JudgeScope,
): Promise<JudgeTask[]> {
  const { questionFor } = await import('../eval/llm-judge/cascade.ts');
  return judgedConditions(examples).flatMap((condition) =>
    outputsOf(examples, condition).flatMap(({ itemId, item, verdict }) =>
      questions.flatMap((question) => {
        const prompt = questionFor(item, verdict, question, scope);
        return prompt === undefined ? [] : [{ condition, itemId, question, prompt }];
      }),
    ),
  );
}

const keyOf = ({ condition, itemId, question }: Pick<Judgement, 'condition' | 'itemId' | 'question'>) =>
  [condition, question, itemId].join('\n');

/** Counts of the judgements, condition by condition; questions that were not asked have none. */
export async function summarise(
  examples: readonly ExampleRecord[],
  points: readonly EvalPoint[],
  questions: readonly JudgeQuestion[],
  judgements: readonly Judgement[],
  facts: JudgeFacts,
  usage: JudgeUsage,
): Promise<JudgeSummary> {
  const [{ countJudged }, { isJudged }] = await Promise.all([
    import('../eval/llm-judge/summary.ts'),
    import('../eval/llm-judge/cascade.ts'),
  ]);
  const found = new Map(judgements.map((judgement) => [keyOf(judgement), judgement.verdict]));
  const conditions = judgedConditions(examples).map((condition): JudgedCondition => {
    const outputs = outputsOf(examples, condition);
    const counted = (question: JudgeQuestion) => {
      const asked = outputs.filter(({ item }) => isJudged(item, question));
      if (!questions.includes(question) || asked.length === 0) return {};
      const entries = asked.map(({ itemId, verdict }) => {
        const judge = found.get(keyOf({ condition, itemId, question }));
        return { rule: verdict[question], ...(judge === undefined ? {} : { judge }) };
      });
      return { [question]: countJudged(entries) };
    };
    const { step = 0 } = finalPoint(points, condition) ?? {};
    return { condition, step, ...counted('knowledge'), ...counted('format') };
  });
  return { ...facts, conditions, usage };
}

export interface JudgedRow {
  readonly condition: Condition;
  readonly step: number;
  readonly question: JudgeQuestion;
  readonly rates: JudgedRates;
  readonly unparsable: number;
  readonly failed: number;
  /** Items the rule missed that the judge could not score. */
  readonly unscored: number;
  readonly found: number;
}

export async function judgedRows({ conditions }: JudgeSummary): Promise<JudgedRow[]> {
  const { judgedRates } = await import('../eval/llm-judge/summary.ts');
  return QUESTIONS.flatMap((question) =>
    conditions.flatMap(({ condition, step, [question]: counts }) =>
      counts
        ? [
            {
              condition,
              step,
              question,
              rates: judgedRates(counts),
              unparsable: counts.unparsable,
              failed: counts.failed,
              unscored: counts.unscoredMisses,
              found: counts.judgeOnly,
            },
          ]
        : [],
    ),
  );
}

/** The exact text a judge gets about one output, with the version of its wording. */
export async function judgePromptText(
  { item }: ExampleRecord,
  { output }: Verdict,
  question: JudgeQuestion,
): Promise<{ readonly version: string; readonly text: string }> {
  const { JUDGE_PROMPT_VERSION, judgePrompt } = await import('../eval/llm-judge/prompts.ts');
  return { version: JUDGE_PROMPT_VERSION, text: item ? judgePrompt(question, item, output) : '' };
}

/** Codes that say what a judge thought of an output; text in i18n. */
export async function judgeReasons(
  judging: KeptJudging,
  itemId: string,
): Promise<Partial<Record<Condition, string[]>>> {
  const { judgeReason } = await import('../eval/llm-judge/cascade.ts');
  const reasons: Partial<Record<Condition, string[]>> = {};
  for (const judgement of judging.judgements) {
    if (judgement.itemId !== itemId || judgement.verdict === 'failed') continue;
    const { condition, question, verdict } = judgement;
    reasons[condition] = [...(reasons[condition] ?? []), judgeReason(question, verdict)];
  }
  return reasons;
}

/** Fields of a judge on the lines of the sample log, by item id; 1, 0, or null for unscored. */
export function judgeFields(judging: KeptJudging, condition: Condition): Record<string, object> {
  const { model, promptVersion } = judging.summary;
  const fields: Record<string, object> = {};
  for (const { itemId, question, verdict, reply, ...own } of judging.judgements) {
    if (own.condition !== condition) continue;
    fields[itemId] = {
      judge_model: model,
      judge_prompt_version: promptVersion,
      ...fields[itemId],
      [`judge_${question}`]: typeof verdict === 'boolean' ? Number(verdict) : null,
      [`judge_${question}_reply`]: reply,
    };
  }
  return fields;
}

/** A person's labels on the lines of the sample log, by item id; 1 or 0, absent where none was given. */
export function labelFields({ labels }: LabelSheet): Record<string, object> {
  const given = Object.entries(labels).map(([itemId, label]) => [
    itemId,
    Object.fromEntries(
      QUESTIONS.flatMap((question) =>
        label[question] === undefined ? [] : [[`label_${question}`, Number(label[question])]],
      ),
    ),
  ]);
  return Object.fromEntries(given);
}

/** Who is compared with the person: the rule, the judge alone, or the rule and then the judge. */
export type Rater = 'rule' | 'judge' | 'cascade';

export interface RaterAgreement extends LabelAgreement {
  readonly rater: Rater;
}

/** Agreement of each rater with the labels so far, on the items both have a verdict for. */
export async function labelAgreements(
  sheet: LabelSheet,
  examples: readonly ExampleRecord[],
  condition: Condition,
  question: JudgeQuestion,
  judging: KeptJudging | null,
): Promise<RaterAgreement[]> {
  const { labelAgreement } = await import('../eval/llm-judge/labels.ts');
  const verdicts = new Map(examples.map(({ itemId, verdicts: own }) => [itemId, own[condition]]));
  const judged = new Map(judging?.judgements.map((judgement) => [keyOf(judgement), judgement.verdict]));
  const labelled = sheet.items.flatMap((itemId) => {
    const label = sheet.labels[itemId]?.[question];
    const rule = verdicts.get(itemId)?.[question];
    if (label === undefined || rule === undefined) return [];
    const judge = judged.get(keyOf({ condition, itemId, question }));
    return [{ label, rule, judge: typeof judge === 'boolean' ? judge : undefined }];
  });
  const raters: Record<Rater, (entry: (typeof labelled)[number]) => boolean | undefined> = {
    rule: ({ rule }) => rule,
    judge: ({ judge }) => judge,
    cascade: ({ rule, judge }) => (rule ? true : judge),
  };
  const wanted: readonly Rater[] = judging ? ['rule', 'judge', 'cascade'] : ['rule'];
  return wanted.map((rater) => {
    const pairs = labelled.flatMap((entry) => {
      const verdict = raters[rater](entry);
      return verdict === undefined ? [] : [{ verdict, label: entry.label }];
    });
    const found = labelAgreement(
      pairs.map(({ verdict }) => verdict),
      pairs.map(({ label }) => label),
    );
    return { rater, ...found };
  });
}
