/**
 * A result shaped like the default run's, for tests: 11 evaluation points, 80 losses, six model files.
 */

import { wilson } from '../../eval/metrics/wilson.ts';
import type { Metrics } from '../../eval/types.ts';
import {
  DEFAULT_EVAL_STEPS,
  DEFAULT_TUNING,
  type EvalPoint,
  type ExampleRecord,
  type RunResult,
} from '../../lab/types.ts';
import { createRng } from '../../lib/rng.ts';

const N = 60;

function metrics(exact: number, knowledge: number, format: number, shape: number): Metrics {
  return {
    exactMatch: wilson(exact, N),
    knowledge: wilson(knowledge, N),
    format: wilson(format, N),
    shape: wilson(shape, N),
  };
}

function hex(seed: string): string {
  const rng = createRng(1, seed);
  return Array.from({ length: 64 }, () => rng.int(16).toString(16)).join('');
}

/** What a result has since version 2 of the link; sampleResult() is as version 1 was. */
export function sampleAdditions(): Pick<RunResult, 'analysis' | 'controls' | 'evaluation'> {
  const counts = (gained: number, lost: number) => ({
    both: 55,
    firstOnly: lost,
    secondOnly: gained,
    neither: N - 55 - gained - lost,
  });
  const conditions = ['zero-shot', 'few-shot', 'soft-prompt'] as const;
  const pairs = [
    ['zero-shot', 'few-shot'],
    ['zero-shot', 'soft-prompt'],
    ['few-shot', 'soft-prompt'],
  ] as const;
  const generation = (length: number) => ({
    n: N,
    ends: { 'stop-token': N - length, 'stop-rule': 0, length },
    looping: 0,
  });
  const placebo = (step: number) => ({
    condition: 'soft-prompt' as const,
    step,
    metrics: metrics(40, 42, 58, 59),
    generation: generation(3),
    seconds: 2.5,
  });
  return {
    evaluation: { backend: 'onnxruntime-wasm', trial: { webgpu: 2.31, wasm: 0.204 } },
    analysis: {
      comparisons: pairs.flatMap(([first, second], i) =>
        (['exactMatch', 'knowledge', 'format'] as const).map((metric) => ({
          first,
          second,
          metric,
          counts: counts(i + 1, 1),
          low: -0.0167,
          high: 0.05,
        })),
      ),
      drift: DEFAULT_EVAL_STEPS.slice(1).map((step) => ({ step, counts: counts(1, 1) })),
      scoring: conditions.map((condition) => ({
        condition,
        step: condition === 'soft-prompt' ? 80 : 0,
        rates: {
          'exact_match,strict-match': wilson(50, N),
          'exact_match,flexible-extract': wilson(52, N),
          acc_norm: wilson(57, N),
          acc_bytes: wilson(56, N),
        },
        ties: 0,
        probabilityMass: 0.9312,
      })),
    },
    controls: [
      {
        control: 'wrong',
        train: 666,
        points: DEFAULT_EVAL_STEPS.map(placebo),
        losses: [{ step: 0, loss: 2.5, gradientNorm: 1.25, seconds: 0.5 }],
      },
    ],
  };
}

export function sampleResult(): RunResult {
  const rng = createRng(7, 'sample-result');
  const tuned = DEFAULT_EVAL_STEPS.map((step): EvalPoint => {
    const form = Math.min(59, step * 2 + rng.int(3));
    return {
      condition: 'soft-prompt',
      step,
      metrics: metrics(Math.min(form, 58), 58 + rng.int(2), form, Math.min(60, form + 1)),
      seconds: 2 + rng.next(),
    };
  });
  return {
    schemaVersion: 1,
    startedAt: '2026-03-14T09:26:53.589Z',
    config: {
      modelId: 'micro/m1-base',
      modelFile: 'onnx/model_fp16.onnx',
      benchmarkName: 'Countries, closed',
      task: 'closed',
      conditions: ['zero-shot', 'few-shot', 'soft-prompt'],
      fewShotCount: 3,
      evalSteps: DEFAULT_EVAL_STEPS,
      itemLimit: 60,
      tuning: DEFAULT_TUNING,
      maxNewTokens: 24,
      useChatTemplate: false,
      seed: 1,
    },
    model: {
      path: 'onnx/model_fp16.onnx',
      producer: 'pytorch 2.9.0',
      opset: 18,
      dialect: 'decomposed',
      architecture: 'llama',
      dtype: 'fp16',
      parameters: 721_280,
      layers: 3,
      hiddenSize: 128,
      vocabSize: 1024,
      attentionHeads: 4,
      kvHeads: 4,
      headDim: 32,
      maxPositions: 512,
      fileBytes: 1_812_345,
      cutValue: '/model/embed_tokens/Gather_output_0',
      embeddingScale: 1,
      fused: { attention: 3, rotary: 6, norm: 7, gatedActivation: 3, linear: 21, lmHead: 1, add: 6 },
      onnxNodes: 621,
    },
    hashes: {
      model: [
        'onnx/model_fp16.onnx',
        'config.json',
        'tokenizer.json',
        'tokenizer_config.json',
        'generation_config.json',
      ].map((path) => ({ path, sha256: hex(path) })),
      train: hex('train'),
      test: hex('test'),
    },
    counts: { train: 666, test: 228, evaluated: 60, rejectedRows: 0 },
    versions: {
      'soft-prompt-lab': '0.1.0',
      '@huggingface/transformers': '4.3.2',
      'onnxruntime-web': '1.30.0',
    },
    adapter: 'google swiftshader SwiftShader Device (Subzero)',
    backend: 'webgpu',
    selfCheck: {
      prompts: 4,
      positions: 131,
      maxAbsDifference: 0.0023651123046875,
      tolerance: 0.02,
      argmaxAgreement: 1,
    },
    points: [
      { condition: 'zero-shot', step: 0, metrics: metrics(1, 59, 2, 3), seconds: 4.1232 },
      { condition: 'few-shot', step: 0, metrics: metrics(4, 58, 5, 9), seconds: 5.7711 },
      ...tuned,
    ],
    losses: Array.from({ length: 80 }, (_, step) => ({
      step,
      loss: 3 * Math.exp(-step / 12) + 0.1 * rng.next(),
      gradientNorm: 2 * Math.exp(-step / 15) + 0.3 * rng.next(),
      seconds: 0.4 + 0.1 * rng.next(),
    })),
    saturationStep: 20,
    cost: {
      softPromptParameters: 1280,
      modelParameters: 721_280,
      secondsPerStep: 0.4471123,
      totalSeconds: 71.2213,
      peakGpuBytes: 48_123_904,
    },
    softPrompt: Float32Array.from({ length: 1280 }, () => Math.fround(rng.normal() * 0.3)),
  };
}

export function sampleExamples(): ExampleRecord[] {
  const verdict = {
    itemId: 'closed_test.jsonl:7',
    exactMatch: true,
    knowledge: true,
    format: true,
    shape: true,
    outcome: 'correct',
    output: '* Berlin',
    answerLine: '* Berlin',
    optionLogProbs: [-0.5, -12.25, -8, -9.125],
    reasons: ['format.listed-option'],
  } as const;
  return [
    {
      itemId: verdict.itemId,
      prompt: 'Question: What is the capital of Germany?\n* Berlin\n* Oslo\nAnswer:',
      answer: '* Berlin',
      verdicts: {
        'zero-shot': {
          ...verdict,
          exactMatch: false,
          format: false,
          shape: false,
          outcome: 'uncaptured',
          output: 'Berlin is <b>the</b> capital.',
          answerLine: 'Berlin is <b>the</b> capital.',
        },
        'soft-prompt': verdict,
      },
    },
  ];
}
