/**
 * A judging pass as data: what is asked of which judge, what came back, what it cost; types only. Prompts, replies and
 * counts travel; the address and the key of a judge stay in the specification that starts a pass.
 */

import type { JudgedCounts, JudgeQuestion, JudgeScope } from '../../eval/index.ts';
import type { Condition } from '../../eval/types.ts';
import type { ErrorData } from '../../lib/errors.ts';

/** One question about one output. */
export interface JudgeTask {
  readonly condition: Condition;
  readonly itemId: string;
  readonly question: JudgeQuestion;
  readonly prompt: string;
}

export interface JudgeReply {
  readonly text: string;
  /** Where the judge reports them. */
  readonly tokens?: { readonly prompt: number; readonly completion: number };
}

/** A judge that can be asked; who it is, wherever it runs. */
export interface Judge {
  /** Distinguishes judges whose replies may differ; part of what a kept reply belongs to, never shown. */
  readonly identity: string;
  /** How many questions may wait for an answer at a time. */
  readonly concurrency: number;
  /**
   * Throws a LabError; `judge.too-long` and `judge.context` concern this prompt only. Where the judge replied before,
   * `judge.refused` does too, and `judge.server`, `judge.hidden` and `judge.timeout` unless they come one after another.
   */
  ask(prompt: string, signal: AbortSignal): Promise<JudgeReply>;
  dispose(): Promise<void>;
}

/** Replies kept from earlier passes, by the hash of judge and prompt. */
export interface ReplyCache {
  get(key: string): Promise<string | undefined>;
  put(key: string, reply: string): Promise<void>;
}

export interface JudgeUsage {
  /** Sent to the judge, repeated attempts included. */
  readonly requests: number;
  /** Questions answered by kept replies or by an equal question of this pass. */
  readonly cached: number;
  /** null where no reply told. */
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

export interface JudgeProgress extends JudgeUsage {
  /** Questions with a reply, of how many. */
  readonly done: number;
  readonly total: number;
  readonly secondsLeft: number | null;
  /** Bytes of a judge that is loaded into the page, while that lasts. */
  readonly loading?: { readonly loaded: number; readonly total: number | undefined };
}

/** What became of a question: a reply, read as yes, no or null (unparsable); or none. */
export interface Judgement extends Omit<JudgeTask, 'prompt'> {
  readonly verdict: boolean | null | 'failed';
  readonly reply: string;
}

/** How a pass ended; what it learnt until then is kept whatever the end. */
export interface JudgeOutcome {
  readonly judgements: readonly Judgement[];
  readonly usage: JudgeUsage;
  readonly seconds: number;
  readonly cancelled: boolean;
  /** What ended the pass before its time. */
  readonly error: ErrorData | null;
  /** The first refusal of a single question. */
  readonly refusal: ErrorData | null;
}

export type JudgeKind = 'endpoint' | 'page';

/** Who judged and how, without where: goes into results, links and exports. */
export interface JudgeFacts {
  readonly kind: JudgeKind;
  readonly model: string;
  readonly promptVersion: string;
  readonly scope: JudgeScope;
}

/** Counts of one condition's last evaluation; knowledge is absent for closed tasks. */
export interface JudgedCondition {
  readonly condition: Condition;
  readonly step: number;
  readonly knowledge?: JudgedCounts;
  readonly format?: JudgedCounts;
}

/** What a result carries of a judge: counts only. */
export interface JudgeSummary extends JudgeFacts {
  readonly conditions: readonly JudgedCondition[];
  readonly usage: JudgeUsage;
}

/** A pass as the browser keeps it beside its run. */
export interface KeptJudging {
  readonly summary: JudgeSummary;
  readonly judgements: readonly Judgement[];
}

/** A person's labels of sampled items; absent = not labelled yet. */
export interface LabelSheet {
  /** Item ids in the order they are shown. */
  readonly items: readonly string[];
  readonly labels: Readonly<Record<string, { readonly knowledge?: boolean; readonly format?: boolean }>>;
}
