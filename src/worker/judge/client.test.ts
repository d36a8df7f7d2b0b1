import { describe, expect, it } from 'vitest';
import type { JudgeOutcome, JudgeProgress } from '../../lab/judge/types.ts';
import { createLabClient } from '../client.ts';
import type { WorkerPort } from '../client-types.ts';
import { createOutbox } from '../outbox.ts';
import type { WorkerBatch, WorkerCommand, WorkerEvent } from '../protocol.ts';

const judge = {
  kind: 'endpoint',
  address: 'http://localhost/v1',
  model: 'm',
  key: '',
  concurrency: 1,
  maxTokens: 64,
} as const;
const usage = { requests: 0, cached: 0, promptTokens: null, completionTokens: null };
const progress = (done: number): JudgeProgress => ({ ...usage, done, total: 9, secondsLeft: null });
const outcome: JudgeOutcome = {
  judgements: [],
  usage,
  seconds: 1,
  cancelled: false,
  error: null,
  refusal: null,
};

/** A client whose worker only listens: what it was sent, and a way to answer. */
function pageSide() {
  const commands: WorkerCommand[] = [];
  let port: WorkerPort | undefined;
  const client = createLabClient({
    baseUrl: 'http://site/',
    createWorker: () => {
      port = {
        postMessage: (command) => commands.push(command),
        onmessage: null,
        onerror: null,
        terminate: () => undefined,
      };
      return port;
    },
  });
  const receive = (batch: WorkerBatch) => port!.onmessage?.({ data: batch } as MessageEvent<WorkerBatch>);
  return { client, commands, receive };
}

describe('a judging pass between page and worker', () => {
  it('reports its progress, can be cancelled while it is on, and ends in its outcome', async () => {
    const { client, commands, receive } = pageSide();
    const seen: number[] = [];
    const pass = client.judge({ judge, tasks: [] }, ({ done }) => seen.push(done));
    const command = commands.at(-1)!;
    if (command.type !== 'judge') throw new Error('no judge command');
    const { requestId } = command;
    receive([{ type: 'judge-progress', requestId, progress: progress(3) }]);
    pass.cancel();
    expect(commands.at(-1)).toEqual({ type: 'cancel-judge', requestId });
    receive([{ type: 'answer', requestId, answer: { ...outcome, cancelled: true } }]);
    expect(await pass.outcome).toMatchObject({ cancelled: true });
    const sent = commands.length;
    pass.cancel();
    receive([{ type: 'judge-progress', requestId, progress: progress(4) }]);
    expect(commands).toHaveLength(sent);
    expect(seen).toEqual([3]);
  });

  it('asks which models a server offers', async () => {
    const { client, commands, receive } = pageSide();
    const listing = client.judgeModels({ address: 'http://localhost/v1', key: 'k' });
    const command = commands.at(-1)!;
    expect(command).toMatchObject({ type: 'judge-models', address: 'http://localhost/v1', key: 'k' });
    const { requestId } = command as Extract<WorkerCommand, { type: 'judge-models' }>;
    receive([{ type: 'answer', requestId, answer: ['a', 'b'] } as unknown as WorkerEvent]);
    expect(await listing).toEqual(['a', 'b']);
  });

  it('sends only its newest progress, and its outcome at once', () => {
    const batches: WorkerBatch[] = [];
    const out = createOutbox((batch) => batches.push(batch));
    const event = (done: number): WorkerEvent => ({
      type: 'judge-progress',
      requestId: 1,
      progress: progress(done),
    });
    out.send(event(1));
    out.send(event(2));
    expect(batches).toEqual([]);
    const answer: WorkerEvent = { type: 'answer', requestId: 1, answer: outcome };
    out.send(answer);
    expect(batches).toEqual([[event(2), answer]]);
  });
});
