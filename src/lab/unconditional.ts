/**
 * Log-likelihoods of a closed item's options without the question, for `acc_mutual_info`.
 *
 * Rule: lm-evaluation-harness 0.4 (`ConfigurableTask.construct_requests`, `TemplateLM.loglikelihood`): the option alone, no
 * delimiter before it, after the prefix token; the same for every number of shots and with a chat template. A soft prompt
 * belongs to the model and stands before both.
 */

import type { InferenceModel } from '../engine/model/types.ts';
import type { Item } from '../eval/types.ts';
import type { LabTokenizer } from './tokenizer.ts';
import type { RunEvent } from './types.ts';

/** Texts that share one prefix token, and requests between two looks at the signal. */
const TEXTS_PER_REQUEST = 16;
const REQUESTS = 8;

export interface UnconditionalInput {
  readonly model: InferenceModel;
  readonly tokenizer: LabTokenizer;
  readonly items: readonly Item[];
  readonly softPrompt?: Float32Array;
  readonly signal: AbortSignal;
  /** Run through before each part of the work: the moment to hold. */
  readonly checkpoint: () => AsyncGenerator<RunEvent>;
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size),
  );
}

/**
 * For each item the summed log-likelihood of each option, natural log, in the order of the options; undefined where the
 * tokenizer names neither BOS nor EOS.
 */
export async function* unconditionalLogProbs({
  model,
  tokenizer,
  items,
  softPrompt,
  signal,
  checkpoint,
}: UnconditionalInput): AsyncGenerator<RunEvent, number[][] | undefined, undefined> {
  const { prefixId } = tokenizer;
  if (prefixId === undefined) return undefined;
  // Items share options (yes and no, letters): each text is computed once.
  const texts = [...new Set(items.flatMap(({ options = [] }) => options))];
  const logProbs = new Map<string, number>();
  const prefix = { ids: [], ...(softPrompt ? { softPrompt } : {}) };
  for (const part of chunks(chunks(texts, TEXTS_PER_REQUEST), REQUESTS)) {
    yield* checkpoint();
    const requests = part.map((group) => ({
      prompt: [prefixId],
      continuations: group.map((text) => encodeAlone(tokenizer, prefixId, text)),
    }));
    const scores = await model.score(prefix, requests, { signal });
    part.forEach((group, g) => {
      group.forEach((text, i) => {
        logProbs.set(text, scores[g]![i]!.logProb);
      });
    });
  }
  return items.map(({ options = [] }) => options.map((option) => logProbs.get(option)!));
}

/** An option that itself begins with the prefix token does not get it twice (`TemplateLM.loglikelihood`). */
function encodeAlone(tokenizer: LabTokenizer, prefix: number, text: string): number[] {
  const ids = tokenizer.encode(text);
  return ids.length > 1 && ids[0] === prefix ? ids.slice(1) : ids;
}
