/**
 * Scores continuations of many prompts and continues the prompts greedily, in one loop of cached runs.
 *
 * A row feeds its prompt and the tree of its continuations, every distinct token once (score-plan.ts), then one token a run
 * as long as it decodes. A run holds one token of each decoding row and, where room is left, tokens of rows that start
 * (continuous batching, Yu et al. 2022, Orca); a row leaves as soon as it stops. The KV cache makes the cut into runs
 * invisible, and only four numbers a selected row come back from the GPU.
 */
import { LabError } from '../../lib/errors.ts';
import type { CachedToken } from './batch.ts';
import { assertPositions, assertTokens, throwIfAborted } from './errors.ts';
import type { KvCache } from './kv-cache.ts';
import type { KvSequence } from './kv-slots.ts';
import { feed, type Runtime, STATS_WIDTH } from './runtime.ts';
import { planScore, type ScorePlan } from './score-plan.ts';
import { splitCall } from './shared-prefix.ts';
import type {
  Answer,
  ContinuationScore,
  GenerateOptions,
  Generation,
  Prefix,
  ScoreRequest,
  StopReason,
} from './types.ts';

interface TokenScore {
  readonly logProb: number;
  readonly greedy: boolean;
}

/** What a request needs, known before anything runs. */
interface RowPlan {
  readonly row: number;
  readonly score: ScorePlan;
  /** Tokens after the shared prefix. */
  readonly promptLength: number;
  /** New tokens the row may have: maxNewTokens, or fewer where positions end. */
  readonly limit: number;
  /** KV slots: the prompt, then the other nodes of the tree, whose slots the new tokens take over. */
  readonly slots: number;
}

interface Entry {
  readonly token: CachedToken;
  /** Of the tree; undefined for a new token. */
  readonly node: number | undefined;
}

interface ActiveRow {
  readonly plan: RowPlan;
  readonly sequence: KvSequence;
  /** What to feed next. */
  pending: Entry[];
  /** [node][target] */
  readonly scores: TokenScore[][];
  /** Whether the tree is through, so that the row decodes. */
  scored: boolean;
  /** The greedy choice after the last token that was fed on the prompt's path. */
  next: number;
  readonly ids: number[];
}

/**
 * Answers in the order of the requests; see InferenceModel.answer. A row that reaches the last position stops with 'length'.
 * Throws `model.empty-continuation` {row}, `model.too-long`, `model.kv-budget`, `model.aborted` and what `splitCall` and `feed` throw.
 */
export async function answer(
  runtime: Runtime,
  cache: KvCache,
  prefix: Prefix,
  requests: readonly ScoreRequest[],
  options: GenerateOptions,
): Promise<Answer[]> {
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
    return planRow(row, prompts[row]!, continuations, offset, program.maxPositions, options.maxNewTokens);
  });
  const results = requests.map((): Answer => ({ scores: [], generation: { ids: [], stopReason: 'length' } }));
  const asked = plans.filter((plan) => plan.limit > 0 || plan.score.lookups.length > 0);

  const { least, wish } = slotsFor(asked, limits.maxRows, limits.maxTokens);
  await cache.reserve(offset + least, offset + wish);
  const start = await cache.prefix(shared, options.signal);

  const active: ActiveRow[] = [];
  let next = 0;
  let done = requests.length - asked.length;
  const admit = (): ActiveRow | undefined => {
    const plan = asked[next];
    if (!plan || active.length === limits.maxRows) return undefined;
    const sequence = cache.slots.fork(start, plan.slots);
    if (!sequence) return undefined;
    next++;
    const scores = plan.score.nodes.map((): TokenScore[] => []);
    const pending = [...treeOf(plan, sequence, offset, limits.maxSelected)];
    const row: ActiveRow = { plan, sequence, pending, scores, scored: false, next: -1, ids: [] };
    active.push(row);
    return row;
  };

  while (done < requests.length) {
    throwIfAborted(options.signal);
    const run: { readonly row: ActiveRow; readonly entry: Entry }[] = [];
    let selected = 0;
    /** False when the run is full. */
    const take = (row: ActiveRow): boolean => {
      let count = 0;
      for (const entry of row.pending) {
        const targets = entry.token.targets.length;
        if (run.length === limits.maxTokens || selected + targets > limits.maxSelected) break;
        run.push({ row, entry });
        selected += targets;
        count++;
      }
      row.pending = row.pending.slice(count);
      return row.pending.length === 0;
    };
    // Rows that decode come first: they were admitted earlier, and each needs one token only.
    for (const row of active) take(row);
    while (run.length < limits.maxTokens) {
      const row = admit();
      if (!row || !take(row)) break;
    }
    if (run.length === 0) throw cache.budgetError(offset + asked[next]!.slots);

    const tokens = run.map(({ entry }) => entry.token);
    const stats = await feed(runtime, tokens, shared.softPrompt, runtime.rowStats);
    readStats(run, stats);
    for (const row of new Set(run.map((part) => part.row))) {
      const result = advance(row, offset, options);
      if (!result) continue;
      results[row.plan.row] = result;
      cache.slots.release(row.sequence);
      active.splice(active.indexOf(row), 1);
      done++;
    }
    const halves = active.filter((row) => row.scored && row.plan.score.lookups.length > 0).length;
    options.onProgress?.(done + halves / 2, requests.length);
  }
  return results;
}

function planRow(
  row: number,
  prompt: readonly number[],
  continuations: readonly (readonly number[])[],
  offset: number,
  maxPositions: number | undefined,
  maxNewTokens: number,
): RowPlan {
  const score = planScore(prompt, continuations);
  const fed = score.nodes.reduce((most, { depth }) => Math.max(most, offset + depth + 1), 0);
  assertPositions(fed, maxPositions, row);
  const promptEnd = offset + prompt.length;
  const limit = Math.min(maxNewTokens, (maxPositions ?? Number.POSITIVE_INFINITY) - promptEnd + 1);
  // The last new token is chosen but never fed.
  const slots = Math.max(score.nodes.length, prompt.length + limit - 1);
  return { row, score, promptLength: prompt.length, limit, slots };
}

/** KV slots without which a row cannot run, and those that let as many rows as possible run at the same time. */
function slotsFor(
  plans: readonly RowPlan[],
  maxRows: number,
  maxTokens: number,
): { least: number; wish: number } {
  const sizes = plans.map(({ slots }) => slots).sort((a, b) => b - a);
  const least = sizes[0] ?? 0;
  const together = sizes.slice(0, maxRows).reduce((sum, size) => sum + size, 0);
  // Rows that are only scored are through when they are fed.
  const decodes = plans.some(({ limit }) => limit > 0);
  return { least, wish: decodes ? together : Math.min(together, maxTokens + 2 * least) };
}

/** The tree's tokens in feeding order. A node with more targets than a run may select is fed again for the rest. */
function* treeOf(
  { score, promptLength, limit }: RowPlan,
  sequence: KvSequence,
  offset: number,
  maxSelected: number,
): Generator<Entry> {
  const lists = score.paths.map((path) => {
    const slots = new Uint32Array(offset + path.length);
    slots.set(sequence.slots.subarray(0, offset));
    path.forEach((node, i) => {
      slots[offset + i] = sequence.slots[offset + node]!;
    });
    return slots;
  });
  for (const [index, node] of score.nodes.entries()) {
    // Without options, what the prompt's last token predicts must be asked for.
    const chooses = limit > 0 && index === promptLength - 1 && node.targets.length === 0;
    const wanted = chooses ? [-1] : node.targets;
    let from = 0;
    do {
      const targets = wanted.slice(from, from + maxSelected);
      from += maxSelected;
      yield {
        token: { id: node.id, position: offset + node.depth, slots: lists[node.path]!, targets },
        node: index,
      };
    } while (from < wanted.length);
  }
}

/** Takes what the run computed into its rows. */
function readStats(run: readonly { row: ActiveRow; entry: Entry }[], stats: Float32Array): void {
  let at = 0;
  for (const { row, entry } of run) {
    const { node, token } = entry;
    for (const target of token.targets) {
      const best = stats[at + 2]!;
      if (node !== undefined) {
        row.scores[node]!.push({ logProb: stats[at + 1]! - stats[at]!, greedy: best === target });
      }
      if (node === undefined || node === row.plan.promptLength - 1) row.next = best;
      at += STATS_WIDTH;
    }
  }
}

/** What a row does after a run: undefined while it has more to feed. */
function advance(row: ActiveRow, offset: number, options: GenerateOptions): Answer | undefined {
  if (row.pending.length > 0) return undefined;
  row.scored = true;
  const stopReason = row.plan.limit > 0 ? accept(row, options) : 'length';
  if (stopReason) return answerOf(row, { ids: row.ids, stopReason });
  const position = offset + row.plan.promptLength + row.ids.length - 1;
  const token = { id: row.next, position, slots: row.sequence.slots, targets: [-1] };
  row.pending = [{ token, node: undefined }];
  return undefined;
}

/** Takes the chosen token into the row; the reason if that ends it. */
function accept({ ids, next, plan }: ActiveRow, options: GenerateOptions): StopReason | undefined {
  if (options.stopTokens.includes(next)) return 'stop-token';
  ids.push(next);
  if (options.shouldStop?.(ids)) return 'stop-rule';
  return ids.length >= plan.limit ? 'length' : undefined;
}

function answerOf({ plan, scores }: ActiveRow, generation: Generation): Answer {
  const continuations = plan.score.lookups.map((lookup): ContinuationScore => {
    const tokens = lookup.map(({ node, target }) => scores[node]![target]!);
    const tokenLogProbs = tokens.map((token) => token.logProb);
    return {
      logProb: tokenLogProbs.reduce((sum, x) => sum + x, 0),
      tokenLogProbs,
      greedy: tokens.every((token) => token.greedy),
    };
  });
  return { scores: continuations, generation };
}
