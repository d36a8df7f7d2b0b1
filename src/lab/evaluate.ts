/**
 * One evaluation: every item of a condition scored (closed) and continued, then judged.
 *
 * Works through the items in parts, so that a run can pause or end inside, and go on later after the parts that are
 * known; results do not depend on the parts.
 */

import type { Answer, InferenceModel, Prefix } from '../engine/model/types.ts';
import { cutAtStop, isLooping, isStopped } from '../eval/index.ts';
import type { StopRuleName, Task, Verdict } from '../eval/types.ts';
import { judgeItem } from '../eval/verdicts/judge-item.ts';
import type { EncodedCondition, EncodedItem } from './prompts.ts';
import { reports } from './stream.ts';
import type { LabTokenizer } from './tokenizer.ts';

/** Items between two checkpoints: large enough to fill a GPU, small enough to stop within seconds on a CPU. */
const PART_ITEMS = 32;

export interface EvaluationInput {
  readonly model: InferenceModel;
  readonly tokenizer: LabTokenizer;
  readonly task: Task;
  readonly condition: EncodedCondition;
  readonly softPrompt?: Float32Array;
  readonly stopRule: StopRuleName;
  readonly maxNewTokens: number;
  readonly signal: AbortSignal;
  /** Verdicts of the first parts where an earlier run finished them. */
  readonly known?: readonly (readonly Verdict[])[];
}

/** Items done so far, a half for an item that is scored but not yet continued; `checkpoint` = a moment to hold. */
export interface EvaluationProgress {
  readonly done: number;
  readonly checkpoint: boolean;
  /** The part that was just finished. */
  readonly part?: { readonly index: number; readonly verdicts: readonly Verdict[] };
}

/** Equal parts of at most PART_ITEMS. */
function parts(items: readonly EncodedItem[]): EncodedItem[][] {
  const count = Math.ceil(items.length / PART_ITEMS);
  return Array.from({ length: count }, (_, i) =>
    items.slice(Math.round((i * items.length) / count), Math.round(((i + 1) * items.length) / count)),
  );
}

async function* evaluatePart(
  input: EvaluationInput,
  items: readonly EncodedItem[],
): AsyncGenerator<number, Verdict[], undefined> {
  const { model, tokenizer, task, stopRule, signal } = input;
  const prefix: Prefix = {
    ids: input.condition.prefix,
    ...(input.softPrompt ? { softPrompt: input.softPrompt } : {}),
  };
  const answers = yield* reports<number, Answer[]>((report) =>
    model.answer(
      prefix,
      items.map(({ prompt, options }) => ({ prompt, continuations: options })),
      {
        maxNewTokens: input.maxNewTokens,
        stopTokens: tokenizer.eosIds,
        shouldStop: (ids) => isStopped(stopRule, tokenizer.decode(ids)),
        signal,
        onProgress: report,
      },
    ),
  );
  return items.map(({ item }, i) => {
    const { scores, generation } = answers[i]!;
    const output = cutAtStop(stopRule, tokenizer.decode(generation.ids));
    const verdict = judgeItem(item, {
      output,
      ...(task === 'closed' ? { optionLogProbs: scores.map(({ logProb }) => logProb) } : {}),
    });
    return { ...verdict, generation: { end: generation.stopReason, looping: isLooping(output) } };
  });
}

/** Verdicts in the order of the items; yields progress and, between parts, checkpoints. */
export async function* evaluate(
  input: EvaluationInput,
): AsyncGenerator<EvaluationProgress, Verdict[], undefined> {
  const verdicts: Verdict[] = [];
  for (const [index, part] of parts(input.condition.items).entries()) {
    const known = input.known?.[index];
    if (known) {
      verdicts.push(...known);
      continue;
    }
    yield { done: verdicts.length, checkpoint: true };
    const working = evaluatePart(input, part);
    for (;;) {
      const step = await working.next();
      if (step.done) {
        verdicts.push(...step.value);
        yield { done: verdicts.length, checkpoint: false, part: { index, verdicts: step.value } };
        break;
      }
      yield { done: verdicts.length + step.value, checkpoint: false };
    }
  }
  return verdicts;
}
