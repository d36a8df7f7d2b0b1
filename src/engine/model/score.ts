/**
 * Log-probabilities of continuations: the loglikelihood request of lm-evaluation-harness over a shared KV cache.
 *
 * The prefix is computed once per call, a prompt once per request, and only the tokens in which continuations differ
 * once each. Tokens of all requests form one stream that is cut into runs by size; the cache makes the cut invisible.
 */
import { LabError } from '../../lib/errors.ts';
import type { CachedToken } from './batch.ts';
import { assertPositions, assertTokens, throwIfAborted } from './errors.ts';
import type { KvCache } from './kv-cache.ts';
import type { KvSequence } from './kv-slots.ts';
import { feed, type Runtime, STATS_WIDTH } from './runtime.ts';
import { planScore, type ScorePlan } from './score-plan.ts';
import { splitCall } from './shared-prefix.ts';
import type { ContinuationScore, Prefix, ProgressOptions, ScoreRequest } from './types.ts';

interface TokenScore {
  readonly logProb: number;
  readonly greedy: boolean;
}

/** A request that has been put into the stream. */
interface OpenRequest {
  readonly row: number;
  readonly plan: ScorePlan;
  readonly sequence: KvSequence;
  /** [node][target] */
  readonly scores: TokenScore[][];
}

interface StreamToken {
  readonly token: CachedToken;
  readonly node: number;
  readonly request: OpenRequest;
  /** Whether the request is complete when this token has run. */
  readonly last: boolean;
}

/** Scores every continuation of every request; see InferenceModel.score. */
export async function score(
  runtime: Runtime,
  cache: KvCache,
  prefix: Prefix,
  requests: readonly ScoreRequest[],
  options: ProgressOptions = {},
): Promise<ContinuationScore[][]> {
  const { program, limits } = runtime;
  const { shared, prompts } = splitCall(
    prefix,
    requests.map((request) => request.prompt),
    program,
  );
  const offset = shared.tokens.length;
  const plans = requests.map(({ continuations }, row) => {
    continuations.forEach((continuation) => {
      if (continuation.length === 0) throw new LabError('model.empty-continuation', { row });
      assertTokens(continuation, program.vocabSize, row);
    });
    const plan = planScore(prompts[row]!, continuations);
    const depth = Math.max(...plan.nodes.map((node) => node.depth));
    assertPositions(offset + depth + 1, program.maxPositions, row);
    return plan;
  });

  const largest = Math.max(0, ...plans.map((plan) => plan.nodes.length));
  const total = plans.reduce((sum, plan) => sum + plan.nodes.length, 0);
  await cache.reserve(offset + largest, offset + Math.min(total, limits.maxTokens + 2 * largest));
  const start = await cache.prefix(shared, options.signal);

  const results: ContinuationScore[][] = requests.map(() => []);
  let done = 0;
  let queue: StreamToken[] = [];
  let selected = 0;
  const flush = async (): Promise<void> => {
    throwIfAborted(options.signal);
    const running = queue;
    queue = [];
    selected = 0;
    const tokens = running.map((entry) => entry.token);
    const stats = await feed(runtime, tokens, shared.softPrompt, runtime.rowStats);
    let at = 0;
    for (const { token, node, request, last } of running) {
      for (const target of token.targets) {
        request.scores[node]!.push(readScore(stats, at, target));
        at += STATS_WIDTH;
      }
      if (!last) continue;
      results[request.row] = collect(request);
      cache.slots.release(request.sequence);
      done++;
    }
    options.onProgress?.(done, requests.length);
  };

  for (const [row, plan] of plans.entries()) {
    let sequence = cache.slots.fork(start, plan.nodes.length);
    if (!sequence) {
      await flush();
      sequence = cache.slots.fork(start, plan.nodes.length);
    }
    if (!sequence) throw cache.budgetError(offset + plan.nodes.length);
    const request: OpenRequest = { row, plan, sequence, scores: plan.nodes.map(() => []) };
    for (const entry of streamOf(request, offset, limits.maxSelected)) {
      const count = entry.token.targets.length;
      if (queue.length === limits.maxTokens || selected + count > limits.maxSelected) await flush();
      queue.push(entry);
      selected += count;
    }
  }
  if (queue.length > 0) await flush();
  return results;
}

/** The request's tokens in feeding order. A node with more targets than a run may select is fed again for the rest. */
function* streamOf(request: OpenRequest, offset: number, maxSelected: number): Generator<StreamToken> {
  const { plan, sequence } = request;
  const lists = plan.paths.map((path) => {
    const slots = new Uint32Array(offset + path.length);
    slots.set(sequence.slots.subarray(0, offset));
    path.forEach((node, i) => {
      slots[offset + i] = sequence.slots[offset + node]!;
    });
    return slots;
  });
  for (const [index, node] of plan.nodes.entries()) {
    let from = 0;
    do {
      const targets = node.targets.slice(from, from + maxSelected);
      from += maxSelected;
      const token = { id: node.id, position: offset + node.depth, slots: lists[node.path]!, targets };
      const last = index + 1 === plan.nodes.length && from >= node.targets.length;
      yield { token, node: index, request, last };
    } while (from < node.targets.length);
  }
}

function readScore(stats: Float32Array, at: number, target: number): TokenScore {
  return { logProb: stats[at + 1]! - stats[at]!, greedy: stats[at + 2] === target };
}

function collect({ plan, scores }: OpenRequest): ContinuationScore[] {
  return plan.lookups.map((lookup) => {
    const tokens = lookup.map(({ node, target }) => scores[node]![target]!);
    const tokenLogProbs = tokens.map((token) => token.logProb);
    return {
      logProb: tokenLogProbs.reduce((sum, x) => sum + x, 0),
      tokenLogProbs,
      greedy: tokens.every((token) => token.greedy),
    };
  });
}
