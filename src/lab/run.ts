/**
 * A run: zero-shot, few-shot and soft-prompt on one model and one benchmark, as a generator of events.
 *
 * Knows a model by its interface and evaluation by its functions; no GPU, no DOM, no files. Loading, the self-check and
 * what happens on failure belong to the caller (`settle.ts` turns a throw into the last event).
 */

import type { CausalLM, InferenceModel, ModelDescription } from '../engine/model/types.ts';
import { metricsOf, pickFewShot, sampleTest, saturationStep } from '../eval/index.ts';
import type { Benchmark, Condition, Item, Verdict } from '../eval/types.ts';
import { LabError } from '../lib/errors.ts';
import { assertConfig, evaluatedSteps, newTokenBudget } from './config.ts';
import { evaluate } from './evaluate.ts';
import type { RunJournal } from './journal.ts';
import type { PauseGate } from './pause-gate.ts';
import { Progress } from './progress.ts';
import { type EncodedCondition, encodeCondition, encodeExamples, longestRow } from './prompts.ts';
import type { LabTokenizer } from './tokenizer.ts';
import { createTuner, type Tuner, trainingOrder } from './tuning.ts';
import type { EvalPoint, ExampleRecord, LossPoint, Phase, RunConfig, RunEvent, RunResult } from './types.ts';

/** What the result records besides what the run measures. */
export interface RunFacts {
  readonly startedAt: string;
  readonly model: ModelDescription;
  /** Positions the model has; undefined = not stated. */
  readonly maxPositions: number | undefined;
  readonly modelHashes: RunResult['hashes']['model'];
  readonly versions: RunResult['versions'];
  readonly adapter: string;
  readonly selfCheck: RunResult['selfCheck'];
}

export interface RunDeps {
  /** A CausalLM where the conditions include 'soft-prompt'. */
  readonly model: InferenceModel;
  readonly tokenizer: LabTokenizer;
  readonly benchmark: Benchmark;
  readonly config: RunConfig;
  readonly facts: RunFacts;
  readonly signal: AbortSignal;
  readonly pauseGate: PauseGate;
  /** Milliseconds from any fixed moment. */
  readonly clock: () => number;
  /** Where the run keeps what it finishes, with what an interrupted one had finished; without it nothing is kept. */
  readonly journal?: RunJournal;
}

const isCausalLM = (model: InferenceModel): model is CausalLM =>
  model.acceptsSoftPrompt && 'lossAndGradient' in model;

/** Forward and backward through a frozen model: about twice a forward pass for activations, once more for recomputing. */
const TUNING_TOKEN_COST = 3;

class Run {
  readonly deps: RunDeps;
  readonly items: readonly Item[];
  readonly conditions: ReadonlyMap<Condition, EncodedCondition>;
  readonly examples: ReturnType<typeof encodeExamples>;
  readonly maxNewTokens: number;
  readonly steps: readonly number[];
  readonly progress: Progress;
  readonly verdicts = new Map<Condition, readonly Verdict[]>();
  readonly points: EvalPoint[] = [];
  readonly losses: LossPoint[] = [];
  readonly startedAt: number;
  heldMs = 0;
  /** Work of the interrupted run that this one goes on from. */
  keptSeconds = 0;

  constructor(deps: RunDeps) {
    const { benchmark, config, tokenizer } = deps;
    this.deps = deps;
    this.startedAt = deps.clock();
    assertConfig(config);
    this.items = sampleTest(benchmark.test, config.itemLimit, config.seed);
    const shots = pickFewShot(benchmark.train, config.fewShotCount, config.seed, this.items);
    const options = { tokenizer, useChatTemplate: config.useChatTemplate };
    this.conditions = new Map(
      config.conditions.map((condition) => [
        condition,
        encodeCondition(this.items, condition, shots, options),
      ]),
    );
    const tunes = config.conditions.includes('soft-prompt');
    if (tunes && !isCausalLM(deps.model)) throw new LabError('lab.tuning-needs-webgpu');
    this.examples = tunes ? encodeExamples(trainingOrder(benchmark.train, config.seed), options) : [];
    this.maxNewTokens = newTokenBudget(config, this.items, (text) => tokenizer.encode(text).length);
    this.steps = tunes ? evaluatedSteps(config) : [];
    this.#assertRoom();
    this.progress = this.#plan();
  }

  /** Rows that do not fit would fail minutes later, or be cut silently: neither happens. */
  #assertRoom(): void {
    const { config, facts } = this.deps;
    const limit = facts.maxPositions;
    if (limit === undefined) return;
    for (const [condition, encoded] of this.conditions) {
      const virtual = condition === 'soft-prompt' ? config.tuning.numVirtualTokens : 0;
      const longest = longestRow(encoded, virtual, this.maxNewTokens);
      if (longest > limit) throw new LabError('lab.too-long', { condition, longest, limit });
    }
    const longest = this.examples.reduce((most, { ids }) => Math.max(most, ids.length), 0);
    const needed = longest + config.tuning.numVirtualTokens;
    if (needed > limit) throw new LabError('lab.too-long', { condition: 'tuning', longest: needed, limit });
  }

  #plan(): Progress {
    const { config } = this.deps;
    const mean = (values: readonly number[]) =>
      values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    const plan = [...this.conditions].map(([condition, { items }]) => ({
      kind: condition,
      units: items.length * (condition === 'soft-prompt' ? this.steps.length : 1),
      tokensPerUnit: mean(
        items.map(({ prompt, options }) =>
          options.reduce((sum, option) => sum + option.length, prompt.length + this.maxNewTokens),
        ),
      ),
    }));
    const { batchSize, numVirtualTokens, steps } = config.tuning;
    const exampleTokens = mean(this.examples.map(({ ids }) => ids.length)) + numVirtualTokens;
    return new Progress([
      ...plan,
      {
        kind: 'tuning',
        units: this.examples.length > 0 ? steps : 0,
        tokensPerUnit: TUNING_TOKEN_COST * batchSize * exampleTokens,
      },
    ]);
  }

  /** Milliseconds of work since the start: time spent holding does not count. */
  now(): number {
    return this.deps.clock() - this.heldMs;
  }

  /** Holds while the gate is closed and says so; throws when the run was cancelled. */
  async *checkpoint(): AsyncGenerator<RunEvent> {
    const { signal, pauseGate, clock } = this.deps;
    signal.throwIfAborted();
    while (pauseGate.closed) {
      const since = clock();
      yield { type: 'paused' };
      await pauseGate.opened(signal);
      this.heldMs += clock() - since;
      yield { type: 'resumed' };
    }
  }

  phase(phase: Phase, step: number, done: number, total: number, secondsLeft: number | null): RunEvent {
    return { type: 'phase', phase, step, done, total, secondsLeft };
  }

  async *evaluate(condition: Condition, step: number, softPrompt?: Float32Array): AsyncGenerator<RunEvent> {
    const { model, tokenizer, config, signal, journal } = this.deps;
    const encoded = this.conditions.get(condition)!;
    const total = encoded.items.length;
    const kept = journal?.parts(condition, step) ?? [];
    const keptItems = kept.reduce((sum, { verdicts }) => sum + verdicts.length, 0);
    const keptSeconds = kept.reduce((sum, { seconds }) => sum + seconds, 0);
    this.progress.skip(condition, keptItems);
    this.keptSeconds += keptSeconds;
    const working = evaluate({
      model,
      tokenizer,
      task: config.task,
      condition: encoded,
      ...(softPrompt ? { softPrompt } : {}),
      maxNewTokens: this.maxNewTokens,
      signal,
      known: kept.map(({ verdicts }) => verdicts),
    });
    const since = this.now();
    let measured = since;
    let units = keptItems;
    let verdicts: Verdict[];
    for (;;) {
      const next = await working.next();
      if (next.done) {
        verdicts = next.value;
        break;
      }
      const { done, checkpoint, part } = next.value;
      if (part) {
        const seconds = (this.now() - measured) / 1000;
        await journal?.keepPart(condition, step, part.index, { verdicts: part.verdicts, seconds });
        continue;
      }
      if (checkpoint) {
        if (done > units) this.progress.measure(condition, done - units, (this.now() - measured) / 1000);
        units = done;
        yield* this.checkpoint();
        measured = this.now();
      }
      const left = this.progress.secondsLeft(condition, done - units);
      yield this.phase(condition, step, Math.floor(done), total, left);
    }
    this.progress.measure(condition, total - units, (this.now() - measured) / 1000);
    this.verdicts.set(condition, verdicts);
    const point: EvalPoint = {
      condition,
      step,
      metrics: metricsOf(verdicts),
      seconds: keptSeconds + (this.now() - since) / 1000,
    };
    this.points.push(point);
    yield this.phase(condition, step, total, total, this.progress.secondsLeft(condition));
    yield { type: 'eval', point };
    yield { type: 'examples', examples: this.exampleRecords() };
  }

  /** Every item with the last verdict of each condition, and the prompt without few-shot pairs. */
  exampleRecords(): ExampleRecord[] {
    return this.items.map((item, i) => {
      const verdicts: Partial<Record<Condition, Verdict>> = {};
      for (const [condition, list] of this.verdicts) verdicts[condition] = list[i]!;
      return { itemId: item.id, prompt: item.prompt, answer: item.answer, verdicts };
    });
  }

  async *tune(model: CausalLM): AsyncGenerator<RunEvent, Tuner> {
    const { config, tokenizer, journal } = this.deps;
    const { tuning } = config;
    const kept = journal?.tuning;
    const textIds = tuning.init === 'text' ? tokenizer.encode(tuning.initText) : [];
    const tuner = await createTuner(model, this.examples, tuning, config.seed, textIds, kept?.tuner);
    this.progress.skip('tuning', kept?.losses.length ?? 0);
    for (let step = 0; step <= tuning.steps; step++) {
      if (this.steps.includes(step)) yield* this.evaluate('soft-prompt', step, tuner.softPrompt());
      if (step === tuning.steps) break;
      const known = kept?.losses[step];
      if (known) {
        this.keptSeconds += known.seconds;
        this.losses.push(known);
        yield { type: 'loss', point: known };
        continue;
      }
      yield* this.checkpoint();
      yield this.phase('tuning', step, step, tuning.steps, this.progress.secondsLeft('tuning'));
      const since = this.now();
      const { loss, gradientNorm } = await tuner.step(step);
      const seconds = (this.now() - since) / 1000;
      this.progress.measure('tuning', 1, seconds);
      const point: LossPoint = { step, loss, gradientNorm, seconds };
      this.losses.push(point);
      await journal?.keepTuning({ tuner: tuner.state(step + 1), losses: [...this.losses] });
      yield { type: 'loss', point };
    }
    return tuner;
  }

  result(softPrompt: Float32Array | undefined): RunResult {
    const { benchmark, config, facts, model } = this.deps;
    const curve = this.points.filter((point) => point.condition === 'soft-prompt');
    const stepSeconds = this.losses.reduce((sum, point) => sum + point.seconds, 0);
    return {
      schemaVersion: 1,
      startedAt: facts.startedAt,
      config,
      model: facts.model,
      hashes: { model: facts.modelHashes, train: benchmark.hashes.train, test: benchmark.hashes.test },
      counts: {
        train: benchmark.train.length,
        test: benchmark.test.length,
        evaluated: this.items.length,
        rejectedRows: benchmark.rejected.length,
      },
      versions: facts.versions,
      adapter: facts.adapter,
      backend: model.backend,
      selfCheck: facts.selfCheck,
      points: this.points,
      losses: this.losses,
      saturationStep: saturationStep(curve.map(({ step, metrics }) => ({ step, rate: metrics.format.rate }))),
      cost: {
        softPromptParameters: softPrompt?.length ?? 0,
        modelParameters: facts.model.parameters,
        secondsPerStep: this.losses.length > 0 ? stepSeconds / this.losses.length : 0,
        totalSeconds: this.keptSeconds + (this.now() - this.startedAt) / 1000,
        peakGpuBytes: isCausalLM(model) ? model.memory().peakBytes : 0,
      },
      ...(softPrompt ? { softPrompt } : {}),
    };
  }
}

/**
 * Runs the configured conditions in the order zero-shot, few-shot, soft-prompt and ends with 'result'.
 *
 * Throws `lab.bad-config`, `lab.too-long`, `lab.tuning-needs-webgpu`, `lab.not-finite`, what the model throws, and the
 * signal's reason when cancelled.
 */
export async function* runLab(deps: RunDeps): AsyncGenerator<RunEvent> {
  const run = new Run(deps);
  const { config, model } = deps;
  await deps.journal?.begin(deps.facts.modelHashes);
  for (const condition of ['zero-shot', 'few-shot'] as const) {
    if (config.conditions.includes(condition)) yield* run.evaluate(condition, 0);
  }
  let softPrompt: Float32Array | undefined;
  if (config.conditions.includes('soft-prompt') && isCausalLM(model)) {
    const tuner = yield* run.tune(model);
    softPrompt = tuner.softPrompt();
  }
  yield run.phase('done', config.tuning.steps, 1, 1, 0);
  yield { type: 'result', result: run.result(softPrompt) };
}
