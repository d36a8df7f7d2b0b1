/** One judging pass in the worker: opens the judge, asks what is not kept from earlier passes, keeps every reply. */

import { sha256Hex } from '../../hub/sha256.ts';
import type { Site } from '../../hub/site.ts';
import { runJudging } from '../../lab/judge/pass.ts';
import type { Judge, JudgeOutcome, JudgeProgress } from '../../lab/judge/types.ts';
import { toErrorData } from '../../lib/errors.ts';
import { createJudgeDatabase, readReply, writeReply } from '../../storage/index.ts';
import type { WorkerCommand } from '../protocol.ts';
import { createEndpointJudge, type EndpointJudge } from './endpoint.ts';

type JudgeCommand = Extract<WorkerCommand, { type: 'judge' }>;

export interface JudgeSessionDeps {
  readonly site: Site;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: JudgeProgress) => void;
}

const NO_USAGE = { requests: 0, cached: 0, promptTokens: null, completionTokens: null };

async function openJudge(
  { judge, tasks }: JudgeCommand,
  { site, signal, onProgress }: JudgeSessionDeps,
): Promise<Judge | EndpointJudge> {
  if (judge.kind === 'endpoint') return createEndpointJudge(judge, { pageUrl: site.baseUrl });
  const { openPageJudge } = await import('./page-model.ts');
  return openPageJudge(judge, {
    site,
    signal,
    onDownload: ({ loaded, total }) =>
      onProgress({
        ...NO_USAGE,
        done: 0,
        total: tasks.length,
        secondsLeft: null,
        loading: { loaded, total },
      }),
  });
}

/** Never throws: a judge that cannot be opened is an outcome in which nothing was judged. */
export async function judgeSession(command: JudgeCommand, deps: JudgeSessionDeps): Promise<JudgeOutcome> {
  const { tasks } = command;
  const database = createJudgeDatabase();
  let judge: Judge | EndpointJudge | undefined;
  try {
    judge = await openJudge(command, deps);
    const { sent } = judge as Partial<EndpointJudge>;
    return await runJudging({
      judge,
      tasks,
      cache: {
        get: (key) => readReply(database, key),
        put: (key, reply) => writeReply(database, key, reply),
      },
      hash: (text) => sha256Hex(new Blob([text])),
      signal: deps.signal,
      clock: () => performance.now(),
      onProgress: deps.onProgress,
      ...(sent ? { sent } : {}),
    });
  } catch (thrown) {
    const cancelled = deps.signal.aborted;
    return {
      judgements: tasks.map(({ prompt: _, ...task }) => ({ ...task, verdict: 'failed', reply: '' })),
      usage: NO_USAGE,
      seconds: 0,
      cancelled,
      error: cancelled ? null : toErrorData(thrown),
      refusal: null,
    };
  } finally {
    await judge?.dispose();
    await database.close();
  }
}
