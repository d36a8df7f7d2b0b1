/** Asking a judge about the outputs of the result on screen, and remembering what it said. */

import type { JudgeQuestion } from '../eval/index.ts';
import type { Condition } from '../eval/types.ts';
import type { JudgeSummary, KeptJudging, LabelSheet } from '../lab/judge/types.ts';
import type { RunResult } from '../lab/types.ts';
import { LabError, toErrorData } from '../lib/errors.ts';
import type { JudgeDatabase } from '../storage/index.ts';
import { type JudgeSettings, judgeName, judgeSpec, saveJudgeSettings } from './judge-settings.ts';
import { judgeStore } from './judge-store.ts';
import { isJudgeable, judgeTasks, summarise } from './judge-view.ts';
import { labClient } from './lab-client.ts';
import { labStore } from './lab-store.ts';
import type { RunView } from './view.ts';

type Storage = typeof import('../storage/index.ts');

let database: Promise<JudgeDatabase> | null = null;
let cancel: (() => void) | null = null;

/** Loads the database's code with the first use. */
export async function withJudgeStorage<T>(
  work: (storage: Storage, database: JudgeDatabase) => Promise<T>,
): Promise<T> {
  const storage = await import('../storage/index.ts');
  database ??= Promise.resolve(storage.createJudgeDatabase());
  return work(storage, await database);
}

/** As storage's `judgeKey`, whose code is not loaded with the page. */
export function runKey({ startedAt, config }: Pick<RunResult, 'startedAt' | 'config'>): string {
  return `${startedAt} ${config.modelId}`;
}

export function changeJudgeSettings(patch: Partial<JudgeSettings>): void {
  const settings = { ...judgeStore.getState().settings, ...patch };
  saveJudgeSettings(settings);
  judgeStore.setState({ settings });
}

/** A result on screen carries its judge's counts from then on, into links and files. */
function attach(run: string, judge: JudgeSummary): void {
  const withJudge = (result: RunResult): RunResult =>
    runKey(result) === run ? { ...result, judge } : result;
  labStore.setState((state) => {
    const { viewed } = state;
    return {
      run: state.run.result ? { ...state.run, result: withJudge(state.run.result) } : state.run,
      viewed:
        viewed.origin === 'shared' || viewed.origin === 'file' || viewed.origin === 'kept'
          ? { ...viewed, result: withJudge(viewed.result) }
          : viewed.origin === 'recorded'
            ? { ...viewed, record: { ...viewed.record, result: withJudge(viewed.record.result) } }
            : viewed,
    };
  });
}

/** Reads what is kept for a result that came on screen. */
export async function openJudging(result: RunResult): Promise<void> {
  const run = runKey(result);
  if (judgeStore.getState().run === run) return;
  judgeStore.setState({ run, judging: null, labels: {}, error: null, ended: null });
  try {
    const { judging, labels, replies } = await withJudgeStorage(async (storage, db) => ({
      judging: (await storage.readJudging(db, run)) ?? null,
      labels: await Promise.all(
        result.config.conditions.map(
          async (condition): Promise<[Condition, LabelSheet | undefined]> => [
            condition,
            await storage.readLabels(db, run, condition),
          ],
        ),
      ),
      replies: await storage.countReplies(db),
    }));
    if (judgeStore.getState().run !== run) return;
    const sheets = Object.fromEntries(labels.filter(([, sheet]) => sheet !== undefined));
    judgeStore.setState({ judging, labels: sheets, replies });
    if (judging) attach(run, judging.summary);
  } catch (thrown) {
    if (judgeStore.getState().run === run) judgeStore.setState({ error: toErrorData(thrown) });
  }
}

const FORMAT_ONLY: readonly JudgeQuestion[] = ['format'];

/** Questions that make sense for the task: closed knowledge comes from log-likelihoods. */
export function questionsOf(
  { task }: Pick<RunResult['config'], 'task'>,
  { questions }: JudgeSettings,
): readonly JudgeQuestion[] {
  return task === 'closed' ? FORMAT_ONLY : questions;
}

/** One pass over the result on screen; ends in the state, never in a rejection. */
export async function startJudging({ result, examples, points }: RunView): Promise<void> {
  const { settings, pass } = judgeStore.getState();
  if (!result || pass) return;
  const run = runKey(result);
  const { source } = labStore.getState().setup;
  const spec = judgeSpec(settings, source);
  judgeStore.setState({ pass: { run, progress: null, cancelling: false }, error: null, ended: null });
  try {
    if (!spec) throw new LabError('judge.no-model');
    if (!isJudgeable(examples)) throw new LabError('judge.no-items');
    const questions = questionsOf(result.config, settings);
    const tasks = await judgeTasks(examples, questions, settings.scope);
    const started = (await labClient()).judge({ judge: spec, tasks }, (progress) =>
      judgeStore.setState(({ pass: on }) => ({ pass: on && { ...on, progress } })),
    );
    cancel = started.cancel;
    if (judgeStore.getState().pass?.cancelling) cancel();
    const { judgements, usage, seconds, cancelled, error, refusal } = await started.outcome;
    const count = judgements.length;
    const failed = judgements.filter(({ verdict }) => verdict === 'failed').length;
    const { isCutReply } = await import('../eval/llm-judge/reply.ts');
    const cut = judgements.filter(({ reply }) => isCutReply(reply)).length;
    judgeStore.setState({ error, ended: { seconds, usage, cancelled, count, failed, cut, error, refusal } });
    if (failed === count && count > 0) return;
    const { JUDGE_PROMPT_VERSION: promptVersion } = await import('../eval/llm-judge/prompts.ts');
    const facts = { kind: spec.kind, model: judgeName(spec), promptVersion, scope: settings.scope };
    const summary = await summarise(examples, points, questions, judgements, facts, usage);
    await keep(run, { summary, judgements });
  } catch (thrown) {
    judgeStore.setState({ error: toErrorData(thrown) });
  } finally {
    cancel = null;
    judgeStore.setState({ pass: null });
  }
}

async function keep(run: string, judging: KeptJudging): Promise<void> {
  if (judgeStore.getState().run === run) judgeStore.setState({ judging });
  attach(run, judging.summary);
  const replies = await withJudgeStorage(async (storage, db) => {
    await storage.writeJudging(db, run, judging);
    return storage.countReplies(db);
  });
  judgeStore.setState({ replies });
}

/** Asks the server of the settings for its models; the only one there is becomes the judge where none is named. */
export async function listModels(): Promise<void> {
  const { settings, listing } = judgeStore.getState();
  if (listing) return;
  const address = settings.address.trim();
  judgeStore.setState({ listing: true, models: null, error: null });
  try {
    const names = await (await labClient()).judgeModels({ address, key: settings.key.trim() });
    judgeStore.setState({ models: { address, names } });
    const [only, another] = names;
    const { model } = judgeStore.getState().settings;
    if (only !== undefined && another === undefined && model.trim() === '')
      changeJudgeSettings({ model: only });
  } catch (thrown) {
    judgeStore.setState({ error: toErrorData(thrown) });
  } finally {
    judgeStore.setState({ listing: false });
  }
}

export function cancelJudging(): void {
  judgeStore.setState(({ pass }) => ({ pass: pass && { ...pass, cancelling: true } }));
  cancel?.();
}

/** Judging again then asks again; verdicts that are on screen stay. */
export async function forgetReplies(): Promise<void> {
  try {
    await withJudgeStorage((storage, db) => storage.forgetReplies(db));
    judgeStore.setState({ replies: 0 });
  } catch (thrown) {
    judgeStore.setState({ error: toErrorData(thrown) });
  }
}

export function dismissJudgeError(): void {
  judgeStore.setState({ error: null });
}
