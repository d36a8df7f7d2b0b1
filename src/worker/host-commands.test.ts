/** The host without a GPU, in Node: the rung of the ladder where onnxruntime does the inference. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../hub/site.ts';
import { type ModelServer, startModelServer } from '../hub/testing/model-server.ts';
import { microBenchmark, runConfig } from '../lab/testing/node-run.ts';
import { createLabClient } from './client.ts';
import type { LabClient, WorkerPort } from './client-types.ts';
import { createHost } from './host-commands.ts';
import type { ModelSource, WorkerEvent } from './protocol.ts';

const source: ModelSource = { kind: 'hub', id: 'micro/m1-base', revision: 'main' };
const benchmark = microBenchmark('closed');
let server: ModelServer;
let client: LabClient;

/** Client and host back to back, each message copied as a worker would copy it. */
function connectedPort(): WorkerPort {
  const port: WorkerPort = {
    postMessage: (command) => handle(structuredClone(command)),
    onmessage: null,
    onerror: null,
    terminate: () => undefined,
  };
  const handle = createHost({
    gpu: undefined,
    openSite: async (baseUrl, hubUrl) => createSite(baseUrl, hubUrl),
    post: (batch) => port.onmessage?.({ data: structuredClone(batch) } as MessageEvent),
  });
  return port;
}

beforeAll(async () => {
  server = await startModelServer('public/models');
  client = createLabClient({
    createWorker: connectedPort,
    baseUrl: `${server.url}site/`,
    hubUrl: server.url,
  });
});
afterAll(() => server.close());

async function collect(changes: Parameters<typeof runConfig>[0]): Promise<WorkerEvent[]> {
  const events: WorkerEvent[] = [];
  await new Promise<void>((resolve, reject) => {
    client
      .start({ source, benchmark, config: runConfig({ itemLimit: 5, ...changes }) }, (batch) => {
        events.push(...batch);
        if (batch.some((event) => event.type === 'ended')) resolve();
      })
      .catch(reject);
  });
  return events;
}
const lastRunEvent = (events: readonly WorkerEvent[]) =>
  events.flatMap((event) => (event.type === 'run' ? [event.event] : [])).at(-1);

describe('benchmark files', { timeout: 60_000 }, () => {
  const row = (n: number) =>
    JSON.stringify({ question: `Is ${n} even?`, choices: ['yes', 'no'], answer: n % 2 });
  const file = (numbers: readonly number[], ...others: string[]) =>
    new Blob([[...numbers.map(row), ...others].join('\n')]);
  const read = (id: string, name: string, blob: Blob) => client.readData({ id, name, blob });

  it('are read and held; the page gets facts, first rows and rejected rows', async () => {
    const numbers = Array.from({ length: 20 }, (_, i) => i);
    const facts = await read('a', 'even.jsonl', file(numbers, '{"question": 1'));
    expect(facts).toMatchObject({ kind: 'multiple-choice', rowCount: 21, itemCount: 20, rejectedCount: 1 });
    expect(facts).not.toHaveProperty('items');
    expect(facts.firstItems.map(({ answer }) => answer)).toEqual(['A. yes', 'B. no', 'A. yes']);
    expect(facts.rejected.map(({ line }) => line)).toEqual([21]);
    const joined = await client.joinData({
      id: 'even',
      name: 'even',
      files: [{ id: 'a' }],
      seed: 1,
      testShare: 0.25,
    });
    expect(joined).toMatchObject({ held: 'even', task: 'closed', rejected: 1, duplicates: 0 });
    expect(joined).not.toHaveProperty('language');
    expect(joined.train + joined.test).toBe(20);
    const whole = await client.fetchData(joined);
    expect([whole.train.length, whole.test.length]).toEqual([joined.train, joined.test]);
  });

  it('tell their language', async () => {
    await read('de', 'gerade_de.jsonl', file([1, 2, 3, 4]));
    const files = [{ id: 'de' }];
    expect(await client.joinData({ id: 'g', name: 'g', files, seed: 1, testShare: 0.5 })).toMatchObject({
      language: 'de',
    });
  });

  it('count test rows that are also train rows, and are forgotten when dropped', async () => {
    await read('train', 'x-train.jsonl', file([1, 2, 3]));
    await read('test', 'x-test.jsonl', file([3, 4, 5]));
    const files = [
      { id: 'train', role: 'train' as const },
      { id: 'test', role: 'test' as const },
    ];
    const joined = await client.joinData({ id: 'x', name: 'x', files, seed: 1, testShare: 0.25 });
    expect(joined).toMatchObject({ train: 3, test: 2, duplicates: 1 });
    client.dropData(['train', 'x']);
    await expect(client.fetchData(joined)).rejects.toMatchObject({ code: 'worker.data-gone' });
    await expect(
      client.joinData({ id: 'y', name: 'y', files, seed: 1, testShare: 0.25 }),
    ).rejects.toMatchObject({ code: 'worker.data-gone' });
  });

  it('stand for their benchmark in a run and in a preview, and leave a sample log', async () => {
    await read('b', 'odd.jsonl', file(Array.from({ length: 30 }, (_, i) => i)));
    const held = await client.joinData({
      id: 'odd',
      name: 'odd',
      files: [{ id: 'b' }],
      seed: 1,
      testShare: 0.5,
    });
    const config = runConfig({ itemLimit: 3, benchmarkName: 'odd', conditions: ['zero-shot'] });
    const preview = await client.preview({
      source,
      benchmark: held,
      config,
      condition: 'few-shot',
      index: 1,
    });
    expect(preview).toMatchObject({
      index: 1,
      count: 3,
      stopRule: 'newline',
      maxNewTokens: 16,
      conflicts: 0,
    });
    expect(preview.text.match(/Question: Is \d+ even\?/g)).toHaveLength(4);
    expect(preview.text.endsWith('\nAnswer:')).toBe(true);
    expect(preview.tokens).toBeGreaterThan(50);

    const events: WorkerEvent[] = [];
    await new Promise<void>((resolve, reject) => {
      client
        .start({ source, benchmark: held, config }, (batch) => {
          events.push(...batch);
          if (batch.some((event) => event.type === 'ended')) resolve();
        })
        .catch(reject);
    });
    const last = lastRunEvent(events);
    expect(last?.type === 'result' && last.result.counts.evaluated).toBe(3);
    const log = await (await client.sampleLog({ condition: 'zero-shot', provenance: { seed: 1 } })).text();
    const records = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records).toHaveLength(3);
    expect(records[1]).toMatchObject({ doc_id: 1, provenance: { seed: 1 } });
    expect(records[0].arguments.gen_args_0.arg_0).toMatch(/Answer:$/);
    expect(records[0].doc_hash).toMatch(/^[0-9a-f]{64}$/);
    await expect(client.sampleLog({ condition: 'soft-prompt', provenance: {} })).rejects.toMatchObject({
      code: 'worker.no-samples',
    });
  });
});

describe('the host without WebGPU', { timeout: 60_000 }, () => {
  it('says so', async () => {
    expect(await client.probe()).toEqual({ kind: 'wasm-only', reason: 'no-navigator-gpu', detail: '' });
  });

  it('runs zero-shot and few-shot by onnxruntime, with downloads and a complete result', async () => {
    const events = await collect({});
    expect(events[0]).toMatchObject({ type: 'started' });
    expect(events.some((event) => event.type === 'download' && event.progress.loaded > 1_000_000)).toBe(true);
    const last = lastRunEvent(events);
    if (last?.type !== 'result') throw new Error(JSON.stringify(last));
    const { result } = last;
    expect(result).toMatchObject({ backend: 'onnxruntime-wasm', adapter: 'none', selfCheck: null });
    expect(result.model).toMatchObject({
      architecture: 'llama',
      dialect: 'decomposed',
      dtype: 'fp16',
      opset: 18,
      layers: 3,
      hiddenSize: 128,
      vocabSize: 1024,
      kvHeads: 2,
      maxPositions: 512,
    });
    expect(result.hashes.model.find(({ path }) => path.endsWith('.onnx'))?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(events.slice(-2).map(({ type }) => type)).toEqual(['memory', 'ended']);
  });

  it('fails a run with tuning before anything is downloaded', async () => {
    server.requests.length = 0;
    const last = lastRunEvent(await collect({ conditions: ['soft-prompt'] }));
    expect(last).toMatchObject({ type: 'failed', error: { code: 'lab.tuning-needs-webgpu' } });
    expect(server.requests).toEqual([]);
  });

  it('lists a hub model and answers checks with what they need', async () => {
    expect((await client.listVariants(source)).preselected).toBe('onnx/model_fp16.onnx');
    await expect(client.checkModel(source, 'onnx/model_fp16.onnx', {} as never)).rejects.toMatchObject({
      code: 'worker.webgpu-needed',
    });
  });

  it('cancels a run that is still downloading', async () => {
    server.intercept = (path, response) => {
      if (!path.endsWith('model_fp16.onnx')) return false;
      response.writeHead(200, { 'content-length': 1000 });
      response.write('x');
      void client.cancel();
      return true;
    };
    const last = lastRunEvent(await collect({}));
    server.intercept = undefined;
    expect(last).toEqual({ type: 'cancelled' });
  });

  it('confirms a pause and its taking back before the run came to a stop', async () => {
    const confirmations: string[] = [];
    server.intercept = (path) => {
      if (!path.endsWith('model_fp16.onnx') || confirmations.length > 0) return false;
      confirmations.push('asked');
      const pausing = client.pause();
      void client.resume().then((answer) => confirmations.push(`resume ${answer}`));
      void pausing.then((answer) => confirmations.push(`pause ${answer}`));
      return false;
    };
    const last = lastRunEvent(await collect({}));
    server.intercept = undefined;
    expect(last).toMatchObject({ type: 'result' });
    expect(confirmations).toEqual(['asked', 'resume confirmed', 'pause taken-back']);
  });
});
