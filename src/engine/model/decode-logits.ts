/**
 * Logits along a cached decode, for checks against recorded values: the same cache and kernels as score and generate.
 */
import type { CachedToken } from './batch.ts';
import { assertPositions, assertTokens } from './errors.ts';
import type { KvCache } from './kv-cache.ts';
import { feed, type Runtime } from './runtime.ts';
import { splitCall } from './shared-prefix.ts';
import type { Prefix } from './types.ts';

/** See CausalLM.decodeLogits. */
export async function decodeLogits(
  runtime: Runtime,
  cache: KvCache,
  prefix: Prefix,
  prompt: readonly number[],
  ids: readonly number[],
): Promise<Float32Array[]> {
  const { program, limits } = runtime;
  const call = splitCall(prefix, [prompt], program);
  assertTokens(ids, program.vocabSize, 0);
  const offset = call.shared.tokens.length;
  const row = [...call.prompts[0]!, ...ids];
  assertPositions(offset + row.length, program.maxPositions, 0);
  await cache.reserve(offset + row.length, offset + row.length);
  const start = await cache.prefix(call.shared, undefined);
  const sequence = cache.slots.fork(start, row.length);
  if (!sequence) throw cache.budgetError(offset + row.length);
  const firstStep = row.length - ids.length;
  const tokens = row.map((id, i): CachedToken => {
    return { id, position: offset + i, slots: sequence.slots, targets: i + 1 < firstStep ? [] : [-1] };
  });
  const results: Float32Array[] = [];
  for (let from = 0; from < tokens.length; ) {
    const to = from < firstStep ? Math.min(firstStep, from + limits.maxTokens) : from + 1;
    const values = await feed(runtime, tokens.slice(from, to), call.shared.softPrompt, program.logits);
    if (to >= firstStep) results.push(values);
    from = to;
  }
  return results;
}
