import { describe, expect, it } from 'vitest';
import { looksLikeResultJson, resultFromJson, resultToJson } from './json-file.ts';
import { sampleExamples, sampleResult } from './testing/sample-result.ts';

function edited(change: (file: Record<string, unknown>) => void): string {
  const file = JSON.parse(resultToJson(sampleResult(), sampleExamples())) as Record<string, unknown>;
  change(file);
  return JSON.stringify(file);
}

describe('result file', () => {
  it('gives back every bit, soft prompt and examples included', () => {
    const text = resultToJson(sampleResult(), sampleExamples());
    expect(resultFromJson(text)).toEqual({ result: sampleResult(), examples: sampleExamples() });
  });

  it('keeps the command that made it', () => {
    const text = resultToJson(sampleResult(), [], 'npm run lab -- run');
    expect(resultFromJson(text).command).toBe('npm run lab -- run');
    expect(looksLikeResultJson(text)).toBe(true);
  });

  it('works without soft prompt and examples', () => {
    const { softPrompt: _unused, ...result } = sampleResult();
    expect(resultFromJson(resultToJson(result))).toEqual({ result, examples: [] });
  });

  it('keeps a model without a stated position limit', () => {
    const sample = sampleResult();
    const result = { ...sample, model: { ...sample.model, maxPositions: undefined } };
    expect(resultFromJson(resultToJson(result)).result.model.maxPositions).toBeUndefined();
  });

  it('keeps how the self-check was made, or why it was not', () => {
    const sample = sampleResult();
    const selfCheck = { ...sample.selfCheck!, pieces: 9, widened: true, softPrompt: true };
    const skipped = { code: 'hub.ort-load', params: { path: 'onnx/model.onnx' }, detail: 'no kernel' };
    for (const result of [
      { ...sample, selfCheck },
      { ...sample, selfCheck: null, selfCheckSkipped: skipped },
    ]) {
      expect(resultFromJson(resultToJson(result)).result).toEqual(result);
    }
  });

  it('is told from a benchmark by its beginning', () => {
    const text = resultToJson(sampleResult());
    expect(looksLikeResultJson(text.slice(0, 100))).toBe(true);
    expect(looksLikeResultJson(`\uFEFF${text.slice(0, 100)}`)).toBe(true);
    expect(resultFromJson(`\uFEFF${text}`).result).toEqual(sampleResult());
    expect(looksLikeResultJson('{"question": "format", "answer": "soft-prompt-lab/result"}')).toBe(false);
  });

  it.each([
    ['not JSON', 'share.notAResult', '{"format": "soft-prompt-lab/result",'],
    ['another JSON', 'share.notAResult', '[1, 2]'],
    ['null', 'share.notAResult', 'null'],
    [
      'a newer version',
      'share.unknownVersion',
      edited((file) => {
        file.schemaVersion = 2;
      }),
    ],
    [
      'no version',
      'share.unknownVersion',
      edited((file) => {
        delete file.schemaVersion;
      }),
    ],
    [
      'an unknown field',
      'share.schema',
      edited((file) => {
        file.extra = 1;
      }),
    ],
    [
      'a missing field',
      'share.schema',
      edited((file) => {
        delete file.adapter;
      }),
    ],
    [
      'a short soft prompt',
      'share.schema',
      edited((file) => {
        file.softPrompt = { shape: [10, 128], float32Base64: 'AAAA' };
      }),
    ],
    [
      'a soft prompt of another length',
      'share.schema',
      edited((file) => {
        file.softPrompt = { shape: [1, 1], float32Base64: 'AAAAAA==' };
      }),
    ],
    [
      'a soft prompt that is no object',
      'share.schema',
      edited((file) => {
        file.softPrompt = 'AAAA';
      }),
    ],
    [
      'a broken example',
      'share.schema',
      edited((file) => {
        file.examples = [{ itemId: 'x' }];
      }),
    ],
  ])('refuses %s', (_name, code, text) => {
    expect(() => resultFromJson(text)).toThrowError(expect.objectContaining({ code }));
  });

  it('does not believe rates that its own counts contradict', () => {
    const text = edited((file) => {
      const points = file.points as { metrics: { exactMatch: { rate: number } } }[];
      points[0]!.metrics.exactMatch.rate = 0.99;
    });
    expect(resultFromJson(text).result.points).toEqual(sampleResult().points);
  });
});
