import { describe, expect, it } from 'vitest';
import type { KeptEntry, KeptRun, KeptStudy } from '../lab/study/kept.ts';
import { reportOutcome, reportResult } from '../lab/study/testing/report-study.ts';
import { microBenchmark } from '../lab/testing/node-run.ts';
import { historyFromJson, historyToJson, looksLikeHistoryJson } from './history-file.ts';

const result = reportResult();
const { config } = result;
const verdict = {
  itemId: '1',
  exactMatch: true,
  knowledge: true,
  format: true,
  shape: true,
  outcome: 'correct' as const,
  output: '* Paris',
  answerLine: '* Paris',
  optionLogProbs: [-0.1, -3],
  reasons: ['closed.exact'],
};
const finished = reportOutcome(config, 0, 1).result;
const runResult = {
  ...finished,
  hashes: { model: [], train: 'a'.repeat(64), test: 'b'.repeat(64) },
};

const study: KeptStudy = {
  kind: 'study',
  name: 'half done',
  createdAt: '2026-01-01T00:00:00.000Z',
  config,
  sources: config.models.map(({ id }, i) =>
    i === 0 ? { kind: 'hub', id, revision: 'main' } : { kind: 'local', id },
  ),
  states: config.models.map(() => ({ status: 'waiting' })),
  files: config.models.map((_, i) => (i === 0 ? [{ path: 'm.onnx', sha256: 'c'.repeat(64) }] : null)),
  benchmark: microBenchmark('closed'),
  runs: [
    { model: 0, seed: 1, result: runResult, tuning: null, parts: [] },
    {
      model: 1,
      seed: 1,
      result: null,
      tuning: {
        tuner: {
          step: 2,
          parameters: Float64Array.of(Math.PI, -0, 5e-324, Number.MAX_VALUE),
          optimizer: { steps: 2, moments: [Float64Array.of(1 / 3), Float64Array.of()] },
        },
        losses: [{ step: 0, loss: 1 / 7, gradientNorm: 2, seconds: 0.1 }],
      },
      parts: [{ condition: 'zero-shot', step: 0, index: 0, part: { verdicts: [verdict], seconds: 1.5 } }],
    },
  ],
  result: null,
};

const run: KeptRun = {
  kind: 'run',
  name: 'a run',
  createdAt: '2026-01-01T00:00:00.000Z',
  result: { ...runResult, softPrompt: Float32Array.from({ length: 20 }, (_, i) => i / 3) },
  examples: [{ itemId: '1', prompt: 'Q', answer: '* Paris', verdicts: { 'zero-shot': verdict } }],
};

describe('the history as a file', () => {
  it('brings runs and unfinished studies back to the last bit', () => {
    const entries: KeptEntry[] = [run, study, { ...study, result }];
    const text = historyToJson(entries);
    expect(looksLikeHistoryJson(text)).toBe(true);
    expect(historyFromJson(text)).toEqual(entries);
    const [, back] = historyFromJson(text);
    const parameters = (back as KeptStudy).runs[1]!.tuning!.tuner.parameters;
    expect(Object.is(parameters[1], -0)).toBe(true);
  });

  const change = (changes: object) =>
    JSON.stringify({
      format: 'soft-prompt-lab/history',
      schemaVersion: 1,
      entries: [{ ...JSON.parse(historyToJson([study])).entries[0], ...changes }],
    });
  it.each([
    ['nothing', '', 'share.notAResult'],
    ['a result', '{"format":"soft-prompt-lab/result"}', 'share.notAResult'],
    ['a newer file', '{"format":"soft-prompt-lab/history","schemaVersion":2}', 'share.unknownVersion'],
    ['no list', '{"format":"soft-prompt-lab/history","schemaVersion":1}', 'share.schema'],
    ['an unknown kind', change({ kind: 'other' }), 'share.schema'],
    ['a source too few', change({ sources: study.sources.slice(1) }), 'share.schema'],
    ['a result that is none', change({ result: { schemaVersion: 1 } }), 'share.schema'],
    [
      'numbers that are none',
      change({
        runs: [
          {
            ...study.runs[1],
            tuning: {
              tuner: { step: 1, parameters: 'AAA', optimizer: { steps: 1, moments: [] } },
              losses: [],
            },
          },
        ],
      }),
      'share.schema',
    ],
  ])('is refused with %s', (_, text, code) => {
    expect(() => historyFromJson(text)).toThrowError(expect.objectContaining({ code }));
  });
});
