import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilson } from '../eval/metrics/wilson.ts';
import type { RunAnalysis, RunConfig, RunResult } from '../lab/types.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { deflateText, MAX_INFLATED_BYTES } from './deflate.ts';
import { decodeResult, encodeResult, isResultHash } from './permalink.ts';
import { GOLDEN_V1 } from './testing/golden-links.ts';
import { sampleAdditions, sampleExamples, sampleResult } from './testing/sample-result.ts';

const count = fc.nat(1_000_000_000);
/** Without what JSON or a column of at most 300 decimals cannot hold: -0 and magnitudes below 1e-290. */
const plain = (value: number) => (Math.abs(value) < 1e-290 ? 0 : value);
const positive = fc.double({ min: 0, max: 1e9, noNaN: true }).map(plain);
const anyNumber = fc.double({ min: -1e300, max: 1e300, noNaN: true }).map(plain);
const text = fc.string({ unit: 'grapheme', maxLength: 60 });
const sha256 = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
const rate = fc.tuple(fc.nat(500), fc.nat(500)).map(([a, b]) => wilson(Math.min(a, b), Math.max(a, b)));
const condition = fc.constantFrom('zero-shot' as const, 'few-shot' as const, 'soft-prompt' as const);
const ends = fc.tuple(fc.nat(500), fc.nat(500), fc.nat(500), fc.nat(500));
const generation = ends.map(([token, rule, length, looping]) => ({
  n: token + rule + length,
  ends: { 'stop-token': token, 'stop-rule': rule, length },
  looping,
}));
const point = fc.record(
  {
    condition,
    step: count,
    metrics: fc.record({ exactMatch: rate, knowledge: rate, format: rate, shape: rate }),
    generation,
    seconds: positive,
  },
  { requiredKeys: ['condition', 'step', 'metrics', 'seconds'] },
);
const lossPoint = fc.record({ step: count, loss: anyNumber, gradientNorm: positive, seconds: positive });
const verdict = (itemId: string) =>
  fc.record(
    {
      itemId: fc.constant(itemId),
      exactMatch: fc.boolean(),
      knowledge: fc.boolean(),
      format: fc.boolean(),
      shape: fc.boolean(),
      outcome: fc.constantFrom('correct' as const, 'uncaptured' as const, 'wrong' as const),
      output: text,
      answerLine: text,
      optionLogProbs: fc.array(anyNumber, { maxLength: 5 }),
      reasons: fc.array(text, { maxLength: 3 }),
      generation: fc.record({
        end: fc.constantFrom('stop-token' as const, 'stop-rule' as const, 'length' as const),
        looping: fc.boolean(),
      }),
    },
    {
      requiredKeys: [
        'itemId',
        'exactMatch',
        'knowledge',
        'format',
        'shape',
        'outcome',
        'output',
        'answerLine',
        'reasons',
      ],
    },
  );
const example = text.chain((itemId) =>
  fc.record({
    itemId: fc.constant(itemId),
    prompt: text,
    answer: text,
    verdicts: fc.record(
      { 'zero-shot': verdict(itemId), 'few-shot': verdict(itemId), 'soft-prompt': verdict(itemId) },
      { requiredKeys: [] },
    ),
  }),
);
const key = text.filter((name) => !['__proto__', 'prototype', 'constructor'].includes(name));
const control = fc.constantFrom('wrong' as const, 'random' as const);
const share = fc.double({ min: -1, max: 1, noNaN: true }).map(plain);
const counts = fc.record({ both: count, firstOnly: count, secondOnly: count, neither: count });
const side = fc.constantFrom('zero-shot', 'few-shot', 'soft-prompt', 'placebo-wrong', 'placebo-random');
const analysis = fc.record({
  comparisons: fc.array(
    fc.record({
      first: side,
      second: side,
      metric: fc.constantFrom('exactMatch' as const, 'knowledge' as const, 'format' as const),
      counts,
      low: share,
      high: share,
    }),
    { maxLength: 4 },
  ),
  drift: fc.array(fc.record({ step: count, counts }), { maxLength: 4 }),
  scoring: fc.array(
    fc.record({
      condition,
      step: count,
      rates: fc.dictionary(key, rate, { maxKeys: 4 }),
      ties: fc.option(count),
      probabilityMass: fc.option(positive),
    }),
    { maxLength: 3 },
  ),
}) as fc.Arbitrary<RunAnalysis>;
const form = fc.constantFrom(
  { kind: 'hash' as const },
  { kind: 'phrase' as const, maxWords: 5 },
  { kind: 'regex' as const, pattern: '^(\\d+)$', template: '{answer}' },
);
const configAdditions: fc.Arbitrary<Partial<RunConfig>> = fc.record(
  {
    prompt: fc.record(
      { template: text, statesFormat: fc.boolean(), form },
      { requiredKeys: ['statesFormat'] },
    ),
    fewShotPerItem: fc.boolean(),
    controls: fc.array(control, { maxLength: 2 }),
    data: fc.record(
      {
        mapping: fc.record(
          { question: text, options: text, answer: text },
          { requiredKeys: ['question', 'answer'] },
        ),
        split: fc.record({ seed: fc.maxSafeInteger(), testShare: share.map(Math.abs) }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);
const controlResult = fc.record({
  control,
  train: count,
  points: fc.array(point, { maxLength: 3 }),
  losses: fc.array(lossPoint, { maxLength: 3 }),
});
const result: fc.Arbitrary<RunResult> = fc
  .record({
    texts: fc.array(text, { minLength: 9, maxLength: 9 }),
    files: fc.array(fc.record({ path: text, sha256 }), { maxLength: 4 }),
    hashes: fc.tuple(
      sha256,
      fc.tuple(sha256, sha256).map((pair) => pair.join('+')),
    ),
    numbers: fc.array(count, { minLength: 12, maxLength: 12 }),
    learningRate: anyNumber,
    seed: fc.maxSafeInteger(),
    chat: fc.boolean(),
    maxPositions: fc.option(count, { nil: undefined }),
    fused: fc.dictionary(key, count, { maxKeys: 4 }),
    versions: fc.dictionary(key, text, { maxKeys: 4 }),
    selfCheck: fc.option(
      fc.record({
        prompts: count,
        positions: count,
        maxAbsDifference: positive,
        tolerance: positive,
        argmaxAgreement: positive,
      }),
    ),
    saturationStep: fc.option(count),
    points: fc.array(point, { maxLength: 6 }),
    losses: fc.array(lossPoint, { maxLength: 6 }),
    seconds: positive,
    configAdditions,
    duplicates: fc.option(count, { nil: undefined }),
    analysis: fc.option(analysis, { nil: undefined }),
    controls: fc.option(fc.array(controlResult, { maxLength: 2 }), { nil: undefined }),
  })
  .map((part): RunResult => {
    const sample = sampleResult();
    const n = (i: number) => part.numbers[i]!;
    const { softPrompt: _unused, ...rest } = sample;
    return {
      ...rest,
      startedAt: part.texts[0]!,
      config: {
        ...sample.config,
        ...part.configAdditions,
        modelId: part.texts[1]!,
        benchmarkName: part.texts[2]!,
        fewShotCount: n(0),
        evalSteps: [n(1), n(2)],
        useChatTemplate: part.chat,
        seed: part.seed,
        tuning: { ...sample.config.tuning, learningRate: part.learningRate, initText: part.texts[3]! },
      },
      model: {
        ...sample.model,
        producer: part.texts[4]!,
        cutValue: part.texts[5]!,
        parameters: n(3),
        fused: part.fused,
        maxPositions: part.maxPositions,
      },
      hashes: { model: part.files, train: part.hashes[0], test: part.hashes[1] },
      counts: { train: n(4), test: n(5), evaluated: n(6), rejectedRows: n(7), duplicates: part.duplicates },
      versions: part.versions,
      adapter: part.texts[6]!,
      selfCheck: part.selfCheck,
      saturationStep: part.saturationStep,
      points: part.points,
      losses: part.losses,
      cost: { ...sample.cost, secondsPerStep: part.seconds, peakGpuBytes: n(8) },
      analysis: part.analysis,
      controls: part.controls,
    };
  });

const near = (value: number, digits: number) => Number(value.toPrecision(digits));
const decimals = (value: number) => Math.round(value * 10_000) / 10_000 + 0;

/** Loss columns are kept to stated digits of their largest value. */
function expectNearLosses(kept: RunResult['losses'], losses: RunResult['losses']): void {
  expect(kept.map(({ step }) => step)).toEqual(losses.map(({ step }) => step));
  const lossColumns = [
    ['loss', 6],
    ['gradientNorm', 3],
    ['seconds', 2],
  ] as const;
  for (const [field, digits] of lossColumns) {
    const largest = Math.max(0, ...losses.map((p) => Math.abs(p[field])));
    for (const [i, p] of losses.entries()) {
      const difference = Math.abs(kept[i]![field] - p[field]);
      expect(difference).toBeLessThanOrEqual(largest * 5.001 * 10 ** -digits);
    }
  }
}

describe('link of a result', () => {
  it('keeps everything, measured numbers to the stated digits', async () => {
    await fc.assert(
      fc.asyncProperty(result, fc.array(example, { maxLength: 3 }), async (run, examples) => {
        const { hash } = await encodeResult(run, { examples });
        const shared = await decodeResult(hash);
        expectNearLosses(shared.result.losses, run.losses);
        expect(shared.version).toBe(2);
        expect(shared.result).toEqual({
          ...run,
          points: run.points.map((p) => ({ ...p, seconds: near(p.seconds, 3) })),
          losses: run.losses.map((p, i) => ({ ...shared.result.losses[i], step: p.step })),
          selfCheck: run.selfCheck && {
            ...run.selfCheck,
            maxAbsDifference: near(run.selfCheck.maxAbsDifference, 3),
            tolerance: near(run.selfCheck.tolerance, 3),
            argmaxAgreement: near(run.selfCheck.argmaxAgreement, 6),
          },
          cost: {
            ...run.cost,
            secondsPerStep: near(run.cost.secondsPerStep, 3),
            totalSeconds: near(run.cost.totalSeconds, 3),
          },
          analysis: run.analysis && {
            ...run.analysis,
            comparisons: run.analysis.comparisons.map((c) => ({
              ...c,
              low: decimals(c.low),
              high: decimals(c.high),
            })),
            scoring: run.analysis.scoring.map((detail) => ({
              ...detail,
              probabilityMass: detail.probabilityMass === null ? null : near(detail.probabilityMass, 4),
            })),
          },
          controls: run.controls?.map((entry, i) => ({
            ...entry,
            points: entry.points.map((p) => ({ ...p, seconds: near(p.seconds, 3) })),
            losses: shared.result.controls![i]!.losses,
          })),
        });
        for (const [i, entry] of (run.controls ?? []).entries()) {
          expectNearLosses(shared.result.controls![i]!.losses, entry.losses);
        }
        expect(shared.examples).toEqual(
          examples.map((e) => ({
            ...e,
            verdicts: Object.fromEntries(
              Object.entries(e.verdicts).map(([name, v]) => [
                name,
                v?.optionLogProbs ? { ...v, optionLogProbs: v.optionLogProbs.map((x) => near(x, 5)) } : v,
              ]),
            ),
          })),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('encodes what it decoded to the same link', async () => {
    const { hash } = await encodeResult(sampleResult(), { examples: sampleExamples() });
    const { result: back, examples } = await decodeResult(hash);
    expect((await encodeResult(back, { examples })).hash).toBe(hash);
  });

  it('opens a link made when version 1 was new', async () => {
    const shared = await decodeResult(GOLDEN_V1);
    const fresh = await decodeResult(
      (await encodeResult(sampleResult(), { examples: sampleExamples() })).hash,
    );
    expect({ ...shared, version: 2 }).toEqual(fresh);
    expect(shared.result.config).toEqual(sampleResult().config);
    expect(shared.examples).toEqual(sampleExamples());
  });

  it('stays below 2,000 characters for a default run', async () => {
    const { hash, length } = await encodeResult(sampleResult());
    expect(length).toBe(hash.length);
    expect(length).toBeLessThan(2_000);
  });

  it('stays below 4,000 characters with analysis and a placebo control', async () => {
    const { length } = await encodeResult({ ...sampleResult(), ...sampleAdditions() });
    expect(length).toBeLessThan(4_000);
  });

  it('holds no benchmark item and no soft prompt unless examples are passed', async () => {
    const { hash } = await encodeResult(sampleResult());
    const { result: back, examples } = await decodeResult(hash);
    expect(examples).toEqual([]);
    expect(back).not.toHaveProperty('softPrompt');
  });

  it('opens after programs escaped it, wrapped it or put punctuation behind it', async () => {
    const { hash } = await encodeResult(sampleResult());
    const expected = await decodeResult(hash);
    const once = `#${encodeURIComponent(hash.slice(1))}`;
    const every = `#${hash.slice(1).replace(/[^A-Za-z0-9]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
    const twice = `#${encodeURIComponent(encodeURIComponent(hash.slice(1)))}`;
    const wrapped = `${hash.slice(0, 70)}\n  ${hash.slice(70)}`;
    for (const variant of [
      once,
      every,
      twice,
      wrapped,
      hash.slice(1),
      `${hash}.`,
      `${hash})`,
      `${hash}%20`,
    ]) {
      expect(isResultHash(variant), variant.slice(0, 40)).toBe(true);
      expect(await decodeResult(variant)).toEqual(expected);
    }
  });
});

/** A link around any JSON value. */
async function linkOf(value: unknown, version = 2): Promise<string> {
  return `#r=${version}.${toBase64Url(await deflateText(JSON.stringify(value)))}`;
}

async function payloadOf(hash: string): Promise<unknown[]> {
  const bytes = fromBase64Url(hash.replace(/^#r=2\./, ''))!;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return JSON.parse(await new Response(stream).text());
}

describe('hostile and damaged links', () => {
  it.each([
    ['', 'share.notALink'],
    ['#', 'share.notALink'],
    ['#r=', 'share.notALink'],
    ['#r=x.abc', 'share.notALink'],
    ['#run', 'share.notALink'],
    ['#r=3.eJwDAAAAAAE', 'share.unknownVersion'],
    ['#r=0.eJwDAAAAAAE', 'share.unknownVersion'],
    ['#r=999999.eJwDAAAAAAE', 'share.unknownVersion'],
    ['#r=1.AAAA', 'share.corrupt'],
    ['#r=1.A', 'share.corrupt'],
    ['#r=1.eJwDAAAAAAE', 'share.corrupt'],
    ['#r=1.%zz', 'share.notALink'],
  ])('%s: %s', async (hash, code) => {
    await expect(decodeResult(hash)).rejects.toMatchObject({ code });
  });

  it('notices every lost or changed character', async () => {
    const { hash } = await encodeResult(sampleResult());
    const start = '#r=2.'.length;
    for (let at = start; at < hash.length - 1; at += 37) {
      const other = hash[at] === 'A' ? 'B' : 'A';
      const changed = hash.slice(0, at) + other + hash.slice(at + 1);
      await expect(decodeResult(changed), `changed at ${at}`).rejects.toMatchObject({
        code: 'share.corrupt',
      });
      const cut = hash.slice(0, at);
      await expect(decodeResult(cut), `cut at ${at}`).rejects.toMatchObject({
        code: at === start ? 'share.notALink' : 'share.corrupt',
      });
    }
  });

  it('refuses what unpacks to more than the limit without unpacking all of it', async () => {
    const bomb = toBase64Url(await deflateText('0'.repeat(MAX_INFLATED_BYTES * 16)));
    await expect(decodeResult(`#r=1.${bomb}`)).rejects.toMatchObject({ code: 'share.tooLarge' });
  });

  it.each([null, 1, 'text', {}, [], [[]], Array(14).fill(null), Array(14).fill([]), Array(14).fill({})])(
    'refuses the value %j',
    async (value) => {
      for (const version of [1, 2]) {
        await expect(decodeResult(await linkOf(value, version))).rejects.toMatchObject({
          code: 'share.schema',
        });
      }
    },
  );

  it('refuses any part replaced by something of another type', async () => {
    const { hash } = await encodeResult(
      { ...sampleResult(), ...sampleAdditions() },
      { examples: sampleExamples() },
    );
    const packed = await payloadOf(hash);
    const paths: number[][] = [];
    const walk = (value: unknown, path: number[]): void => {
      paths.push(path);
      if (!Array.isArray(value)) return;
      const most = path.length < 2 ? value.length : 4;
      for (const [i, entry] of value.slice(0, most).entries()) walk(entry, [...path, i]);
    };
    for (const [i, entry] of packed.entries()) walk(entry, [i]);
    expect(paths.length).toBeGreaterThan(150);
    for (const path of paths) {
      for (const replacement of [{ toString: 1 }, { length: 1e9 }]) {
        const copy = structuredClone(packed);
        const parent = path.slice(0, -1).reduce<unknown[]>((value, step) => value[step] as unknown[], copy);
        parent[path.at(-1)!] = replacement;
        await expect(
          decodeResult(await linkOf(copy)),
          JSON.stringify([path, replacement]),
        ).rejects.toMatchObject({
          code: 'share.schema',
        });
      }
    }
  });

  it('refuses counts that cannot be', async () => {
    const { hash } = await encodeResult(sampleResult());
    const packed = await payloadOf(hash);
    const points = (packed[0] as unknown[])[9] as [unknown, unknown, unknown, number[][], number];
    points[3][0]![0] = 61;
    await expect(decodeResult(await linkOf(packed))).rejects.toMatchObject({ code: 'share.schema' });
    points[3][0]![0] = -1;
    await expect(decodeResult(await linkOf(packed))).rejects.toMatchObject({ code: 'share.schema' });
  });

  it('keeps markup as text and object keys harmless', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    const sample = sampleResult();
    const { hash } = await encodeResult({ ...sample, adapter: evil });
    expect((await decodeResult(hash)).result.adapter).toBe(evil);
    const packed = await payloadOf(hash);
    (packed[0] as unknown[])[5] = JSON.parse('{"__proto__": "polluted", "a": "1"}');
    const { result: back } = await decodeResult(await linkOf(packed)).catch(() => ({ result: sample }));
    expect(Object.getPrototypeOf(back.versions)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
