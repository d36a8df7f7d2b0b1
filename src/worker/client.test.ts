import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../eval/types.ts';
import { runConfig } from '../lab/testing/node-run.ts';
import type { RunEvent } from '../lab/types.ts';
import { createLabClient } from './client.ts';
import type { WorkerPort } from './client-types.ts';
import type { WorkerBatch, WorkerCommand } from './protocol.ts';

/** A port whose other end is the test. */
function connect() {
  const commands: WorkerCommand[] = [];
  const ports: WorkerPort[] = [];
  const createWorker = (): WorkerPort => {
    const port: WorkerPort = {
      postMessage: (command) => commands.push(command),
      onmessage: null,
      onerror: null,
      terminate: () => undefined,
    };
    ports.push(port);
    return port;
  };
  const client = createLabClient({ createWorker, baseUrl: 'http://site/' });
  const receive = (batch: WorkerBatch) =>
    ports.at(-1)!.onmessage?.({ data: batch } as MessageEvent<WorkerBatch>);
  return { client, commands, ports, receive };
}

const request = {
  source: { kind: 'embedded', id: 'micro/m1-base' } as const,
  benchmark: {} as Benchmark,
  config: runConfig(),
};

/** A client with a run the worker has taken. */
async function running() {
  const connection = connect();
  const events: WorkerBatch[] = [];
  const started = connection.client.start(request, (batch) => events.push(batch));
  const command = connection.commands.at(-1)!;
  if (command.type !== 'run') throw new Error('no run command');
  const { runId } = command;
  connection.receive([{ type: 'started', runId }]);
  expect(await started).toBe(runId);
  const emit = (event: RunEvent) => connection.receive([{ type: 'run', runId, event }]);
  const end = () => connection.receive([{ type: 'ended', runId }]);
  return { ...connection, events, runId, emit, end };
}

describe('createLabClient', () => {
  it('starts no worker before it is needed, and tells it where the site lies', async () => {
    const { client, commands, ports, receive } = connect();
    expect(ports).toHaveLength(0);
    const probing = Promise.all([client.probe(), client.probe()]);
    expect(commands).toEqual([
      { type: 'init', baseUrl: 'http://site/', hubUrl: undefined },
      { type: 'probe' },
    ]);
    const capability = { kind: 'wasm-only', reason: 'no-adapter', detail: '' } as const;
    receive([{ type: 'capability', capability }]);
    expect(await probing).toEqual([capability, capability]);
  });

  it('confirms orders when the worker does', async () => {
    const { client, emit, end } = await running();
    let paused: string | undefined;
    void client.pause().then((answer) => {
      paused = answer;
    });
    await Promise.resolve();
    expect(paused).toBeUndefined();
    emit({ type: 'paused' });
    await Promise.resolve();
    expect(paused).toBe('confirmed');
    const resumed = client.resume();
    emit({ type: 'resumed' });
    expect(await resumed).toBe('confirmed');
    const cancelled = client.cancel();
    emit({ type: 'cancelled' });
    end();
    expect(await cancelled).toBe('confirmed');
  });

  it('answers orders that come too late', async () => {
    const { client, emit, end } = await running();
    const late = client.pause();
    emit({ type: 'failed', error: { code: 'x.y', params: {} } });
    end();
    expect(await late).toBe('run-over');
    expect(await client.cancel()).toBe('run-over');
  });

  it('hands a run its own events only, and allows the next run after its end', async () => {
    const { client, events, receive, runId, emit, end } = await running();
    receive([{ type: 'run', runId: runId + 100, event: { type: 'resumed' } }]);
    await expect(client.start(request, () => undefined)).rejects.toMatchObject({ code: 'worker.busy' });
    emit({ type: 'resumed' });
    end();
    expect(events.flat().map((event) => event.type)).toEqual(['started', 'run', 'ended']);
    void client.start(request, () => undefined).catch(() => undefined);
    expect(events.flat()).toHaveLength(3);
  });

  it('tells everybody when the worker crashes, and starts a new one', async () => {
    const { client, events, ports } = await running();
    const pausing = client.pause();
    const listing = client.listVariants(request.source);
    ports[0]!.onerror?.({ message: 'out of memory' } as ErrorEvent);
    expect(await pausing).toBe('run-over');
    await expect(listing).rejects.toMatchObject({ code: 'worker.crashed' });
    expect(events.flat().slice(-2)).toMatchObject([
      { type: 'run', event: { type: 'failed', error: { code: 'worker.crashed' } } },
      { type: 'ended' },
    ]);
    void client.probe();
    expect(ports).toHaveLength(2);
  });

  it('rejects a request the worker could not answer', async () => {
    const { client, commands, receive } = connect();
    const listing = client.listVariants(request.source);
    const command = commands.at(-1)!;
    if (command.type !== 'list-variants') throw new Error('no request');
    receive([
      { type: 'error', requestId: command.requestId, error: { code: 'hub.no-onnx', params: { model: 'm' } } },
    ]);
    await expect(listing).rejects.toMatchObject({ code: 'hub.no-onnx', params: { model: 'm' } });
  });
});
