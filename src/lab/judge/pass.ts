/**
 * One pass of a judge over questions: kept replies first, then the judge, a few questions at a time; every reply is kept
 * before it counts. Knows no network and no model; does not decide what is asked.
 *
 * A pass never rejects for what a judge does: it ends with what it learnt and says why it ended.
 */

import { cacheText, parseReply } from '../../eval/index.ts';
import { type ErrorData, LabError, toErrorData } from '../../lib/errors.ts';
import type {
  Judge,
  Judgement,
  JudgeOutcome,
  JudgeProgress,
  JudgeReply,
  JudgeTask,
  ReplyCache,
} from './types.ts';

export interface PassDeps {
  readonly judge: Judge;
  readonly tasks: readonly JudgeTask[];
  readonly cache: ReplyCache;
  /** Hex digest of a text. */
  readonly hash: (text: string) => Promise<string>;
  readonly signal: AbortSignal;
  /** Milliseconds from any fixed moment. */
  readonly clock: () => number;
  readonly onProgress?: (progress: JudgeProgress) => void;
  /** Requests the judge has sent, repeated ones included; without it one a question. */
  readonly sent?: () => number;
}

/** Equal prompts are one question: conditions often write the same. */
interface Question {
  readonly prompt: string;
  readonly key: string;
  readonly tasks: readonly JudgeTask[];
}

async function questionsOf({ tasks, judge, hash }: PassDeps): Promise<Question[]> {
  const byPrompt = new Map<string, JudgeTask[]>();
  for (const task of tasks) {
    const same = byPrompt.get(task.prompt);
    if (same) same.push(task);
    else byPrompt.set(task.prompt, [task]);
  }
  const questions: Question[] = [];
  for (const [prompt, own] of byPrompt) {
    questions.push({ prompt, key: await hash(cacheText(judge.identity, prompt)), tasks: own });
  }
  return questions;
}

/** What a judge may do at one question although it answers others: failures of its server, not of the way there. */
const PASSING = ['judge.server', 'judge.hidden', 'judge.timeout'];
/** So many of them without an answer in between are no matter of the questions any more. */
const FAILURES_IN_A_ROW = 3;

class Pass {
  readonly deps: PassDeps;
  readonly judgements = new Map<JudgeTask, Judgement>();
  readonly startedAt: number;
  asked = 0;
  cached = 0;
  tokens: { prompt: number; completion: number } | null = null;
  /** Questions left for the judge when it was first asked, and that moment. */
  open!: { readonly count: number; readonly since: number };
  /** Questions settled by the judge, with a reply or a refusal. */
  answered = 0;
  /** Whether this judge replied to anything, in this pass or in an earlier one. */
  replied = false;
  failuresInARow = 0;
  error: ErrorData | null = null;
  refusal: ErrorData | null = null;

  constructor(deps: PassDeps) {
    this.deps = deps;
    this.startedAt = deps.clock();
  }

  usage() {
    const { sent } = this.deps;
    return {
      requests: sent ? sent() : this.asked,
      cached: this.cached,
      promptTokens: this.tokens?.prompt ?? null,
      completionTokens: this.tokens?.completion ?? null,
    };
  }

  report(): void {
    const { clock, onProgress, tasks } = this.deps;
    const seconds = (clock() - this.open.since) / 1000;
    const left = this.open.count - this.answered;
    onProgress?.({
      ...this.usage(),
      done: this.judgements.size,
      total: tasks.length,
      secondsLeft: this.answered === 0 ? null : (seconds / this.answered) * left,
    });
  }

  settle({ tasks }: Question, reply: string, verdict: Judgement['verdict']): void {
    for (const task of tasks) {
      const { condition, itemId, question } = task;
      this.judgements.set(task, { condition, itemId, question, verdict, reply });
    }
  }

  count({ tokens }: JudgeReply): void {
    if (!tokens) return;
    const { prompt, completion } = this.tokens ?? { prompt: 0, completion: 0 };
    this.tokens = { prompt: prompt + tokens.prompt, completion: completion + tokens.completion };
  }

  /**
   * The first refusal says something about the judge, one after a reply about its question, and so does a failure; a length
   * always is the question's.
   */
  concernsOne(thrown: unknown): boolean {
    if (!(thrown instanceof LabError)) return false;
    const { code } = thrown;
    if (code === 'judge.too-long' || code === 'judge.context') return true;
    if (!this.replied) return false;
    if (PASSING.includes(code)) return ++this.failuresInARow < FAILURES_IN_A_ROW;
    return code === 'judge.refused';
  }

  /** Asks one question; false ends the pass. */
  async ask(question: Question, signal: AbortSignal): Promise<boolean> {
    const { judge, cache } = this.deps;
    this.asked++;
    try {
      const reply = await judge.ask(question.prompt, signal);
      this.count(reply);
      await cache.put(question.key, reply.text);
      this.settle(question, reply.text, parseReply(reply.text));
      this.replied = true;
      this.failuresInARow = 0;
    } catch (thrown) {
      if (signal.aborted) return false;
      if (!this.concernsOne(thrown)) {
        this.error ??= toErrorData(thrown);
        return false;
      }
      this.refusal ??= toErrorData(thrown);
      this.settle(question, '', 'failed');
    }
    this.answered++;
    this.cached += question.tasks.length - 1;
    this.report();
    return true;
  }

  async run(): Promise<void> {
    const { cache, judge, signal, clock } = this.deps;
    const open: Question[] = [];
    for (const question of await questionsOf(this.deps)) {
      signal.throwIfAborted();
      const kept = await cache.get(question.key);
      if (kept === undefined) open.push(question);
      else {
        this.settle(question, kept, parseReply(kept));
        this.replied = true;
        this.cached += question.tasks.length;
      }
    }
    this.open = { count: open.length, since: clock() };
    this.report();
    // A failure stops the other questions that are on their way.
    const stop = new AbortController();
    const both = AbortSignal.any([signal, stop.signal]);
    const waiting = open[Symbol.iterator]();
    const work = async (): Promise<void> => {
      for (const question of waiting) {
        if (both.aborted) return;
        if (await this.ask(question, both)) continue;
        stop.abort();
        return;
      }
    };
    await Promise.all(Array.from({ length: Math.max(1, judge.concurrency) }, work));
  }
}

/** Ends in an outcome whatever happens; tasks without a reply count as failed there. */
export async function runJudging(deps: PassDeps): Promise<JudgeOutcome> {
  const pass = new Pass(deps);
  try {
    await pass.run();
  } catch (thrown) {
    if (!deps.signal.aborted) pass.error ??= toErrorData(thrown);
  }
  const judgements = deps.tasks.map((task): Judgement => {
    const { condition, itemId, question } = task;
    return pass.judgements.get(task) ?? { condition, itemId, question, verdict: 'failed', reply: '' };
  });
  return {
    judgements,
    usage: pass.usage(),
    seconds: (deps.clock() - pass.startedAt) / 1000,
    cancelled: deps.signal.aborted,
    error: pass.error,
    refusal: pass.refusal,
  };
}
