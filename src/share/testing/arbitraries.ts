/** Generators of results and examples for property tests: everything a link may carry, within what JSON can hold. */
import fc from 'fast-check';
import { wilson } from '../../eval/metrics/wilson.ts';
import { PLACEBOS, type RunAnalysis, type RunConfig, type RunResult, type Side } from '../../lab/types.ts';
import { sampleResult } from './sample-result.ts';

const count = fc.nat(1_000_000_000);
/** Without what JSON or a column of at most 300 decimals cannot hold: -0 and magnitudes below 1e-290. */
const plain = (value: number) => (Math.abs(value) < 1e-290 ? 0 : value);
const positive = fc.double({ min: 0, max: 1e9, noNaN: true }).map(plain);
const anyNumber = fc.double({ min: -1e300, max: 1e300, noNaN: true }).map(plain);
export const text = fc.string({ unit: 'grapheme', maxLength: 60 });
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
export const example = text.chain((itemId) =>
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
export const control = fc.constantFrom(...PLACEBOS);
export const share = fc.double({ min: -1, max: 1, noNaN: true }).map(plain);
export const counts = fc.record({ both: count, firstOnly: count, secondOnly: count, neither: count });
const side = fc.oneof(
  fc.constantFrom('zero-shot', 'few-shot', 'soft-prompt'),
  control.map((placebo): Side => `placebo-${placebo}`),
);
export const analysis = fc.record({
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
    fc.record(
      {
        condition,
        step: count,
        rates: fc.dictionary(key, rate, { maxKeys: 4 }),
        ties: fc.option(count),
        probabilityMass: fc.option(positive),
        zero: fc.record({
          code: fc.constantFrom('eval.zero-format', 'eval.zero-knowledge', 'eval.zero-both'),
          params: fc.record({ reason: key, count, n: count, known: count }),
        }),
      },
      { requiredKeys: ['condition', 'step', 'rates', 'ties', 'probabilityMass'] },
    ),
    { maxLength: 3 },
  ),
  saturation: fc.record({
    low: fc.option(count),
    high: fc.option(count),
    never: fc.constantFrom(0, 0.0125, 1),
    replicates: count,
    n: count,
  }),
}) as fc.Arbitrary<RunAnalysis>;
const form = fc.constantFrom(
  { kind: 'hash' as const },
  { kind: 'letter' as const },
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
          {
            question: text,
            options: text,
            answer: text,
            kind: text,
            base: fc.constantFrom(0 as const, 1 as const),
            lines: fc.constantFrom('first' as const, 'last' as const, 'joined' as const, 'json' as const),
            promptIndex: count,
            language: fc.constantFrom('en', 'de'),
          },
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
export const result: fc.Arbitrary<RunResult> = fc
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
      fc.record(
        {
          prompts: count,
          positions: count,
          maxAbsDifference: positive,
          tolerance: positive,
          argmaxAgreement: positive,
          pieces: count,
          widened: fc.boolean(),
          softPrompt: fc.boolean(),
        },
        { requiredKeys: ['prompts', 'positions', 'maxAbsDifference', 'tolerance', 'argmaxAgreement'] },
      ),
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
