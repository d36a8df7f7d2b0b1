/**
 * A run: zero-shot, few-shot and soft-prompt on one model and one benchmark, as a generator of events.
 *
 * Knows a model by its interface and evaluation by its functions; no GPU, no DOM, no files. Loading, the self-check and
 * what happens on failure belong to the caller (`settle.ts` turns a throw into the last event).
 */

import type { CausalLM, InferenceModel, ModelDescription } from '../engine/model/types.ts';
import { metricsOf, type SampleInput, saturationStep } from '../eval/index.ts';
import type { Benchmark, Condition, Item, Verdict } from '../eval/types.ts';
import { LabError } from '../lib/errors.ts';
import { analyse, generationCounts } from './analysis.ts';
import { assertConfig, evaluatedSteps, newTokenBudget } from './config.ts';
import { evaluate } from './evaluate.ts';
import { assertStops, evaluatedItems, shotPicker } from './items.ts';
import type { RunJournal } from './journal.ts';
import type { PauseGate } from './pause-gate.ts';
import { Progress } from './progress.ts';
import { type EncodedCondition, encodeCondition } from './prompts.ts';
import { assertRoom, plannedWork, type RunPlan } from './run-plan.ts';
import type { LabTokenizer } from './tokenizer.ts';
import { controlResults, createTrack, type Track } from './track.ts';
import { createTuner, type Tuner } from './tuning.ts';
import type {
  EvalPoint,
  ExampleRecord,
  LossPoint,
  Phase,
  RunAnalysis,
  RunConfig,
  RunEvent,
  RunResult,
  Side,
} from './types.ts';

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
  readonly evaluation?: RunResult['evaluation'];
}

export interface RunDeps {
  /** A CausalLM where the conditions include 'soft-prompt'. */
  readonly model: InferenceModel;
  /** Evaluates instead of `model`, with the same numbers; tuning stays with `model`. */
  readonly evaluator?: InferenceModel;
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
  /** Takes every item of a condition's newest evaluation, for the sample log. */
  readonly keepSamples?: (condition: Condition, samples: readonly SampleInput[]) => void;
}

const isCausalLM = (model: InferenceModel): model is CausalLM =>
  model.acceptsSoftPrompt && 'lossAndGradient' in model;

class Run implements RunPlan {
  readonly deps: RunDeps;
  readonly config: RunConfig;
  readonly items: readonly Item[];
  readonly conditions: ReadonlyMap<Condition, EncodedCondition>;
  /** The real tuning first, then its placebo controls; empty without tuning. */
  readonly tracks: readonly Track[];
  readonly maxNewTokens: number;
  readonly steps: readonly number[];
  readonly progress: Progress;
  readonly verdicts = new Map<Condition, readonly Verdict[]>();
  readonly points: EvalPoint[] = [];
  readonly startedAt: number;
  heldMs = 0;
  /** Work of the interrupted run that this one goes on from. */
  keptSeconds = 0;

  constructor(deps: RunDeps) {
    const { benchmark, config, tokenizer } = deps;
    this.deps = deps;
    this.config = config;
    this.startedAt = deps.clock();
    assertConfig(config);
    this.items = evaluatedItems(benchmark, config);
    assertStops(this.items);
    const shots = shotPicker(benchmark, this.items, config);
    const options = { tokenizer, useChatTemplate: config.useChatTemplate };
    this.conditions = new Map(
      config.conditions.map((condition) => [
        condition,
        encodeCondition(this.items, condition, shots, options),
      ]),
    );
    const tunes = config.conditions.includes('soft-prompt');
    if (tunes && !isCausalLM(deps.model)) throw new LabError('lab.tuning-needs-webgpu');
    const controls = [undefined, ...new Set(config.controls)];
    this.tracks = tunes ? controls.map((control) => createTrack(benchmark, config, options, control)) : [];
    this.maxNewTokens = newTokenBudget(config, this.items, (text) => tokenizer.encode(text).length);
    this.steps = tunes ? evaluatedSteps(config) : [];
    assertRoom(this, deps.facts.maxPositions);
    this.progress = new Progress(plannedWork(this));
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

  phase(
    phase: Phase,
    step: number,
    done: number,
    total: number,
    secondsLeft: number | null,
    control?: Track['control'],
  ): RunEvent {
    return { type: 'phase', phase, step, done, total, secondsLeft, ...(control ? { control } : {}) };
  }

  /** A placebo's evaluations are not journalled: only studies keep journals, and they have no controls. */
  async *evaluate(
    condition: Condition,
    step: number,
    tuned?: { readonly softPrompt: Float32Array; readonly track: Track },
  ): AsyncGenerator<RunEvent> {
    const { model, evaluator = model, tokenizer, config, signal, keepSamples } = this.deps;
    const control = tuned?.track.control;
    const journal = control ? undefined : this.deps.journal;
    const encoded = this.conditions.get(condition)!;
    const total = encoded.items.length;
    const kept = journal?.parts(condition, step) ?? [];
    const keptItems = kept.reduce((sum, { verdicts }) => sum + verdicts.length, 0);
    const keptSeconds = kept.reduce((sum, { seconds }) => sum + seconds, 0);
    this.progress.skip(condition, keptItems);
    this.keptSeconds += keptSeconds;
    const working = evaluate({
      model: evaluator,
      tokenizer,
      task: config.task,
      condition: encoded,
      ...(tuned ? { softPrompt: tuned.softPrompt } : {}),
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
      yield this.phase(condition, step, Math.floor(done), total, left, control);
    }
    this.progress.measure(condition, total - units, (this.now() - measured) / 1000);
    const generation = generationCounts(verdicts);
    const point: EvalPoint = {
      condition,
      step,
      metrics: metricsOf(verdicts),
      ...(generation ? { generation } : {}),
      seconds: keptSeconds + (this.now() - since) / 1000,
    };
    yield this.phase(condition, step, total, total, this.progress.secondsLeft(condition), control);
    if (tuned) {
      tuned.track.points.push(point);
      tuned.track.verdicts = verdicts;
      tuned.track.known.set(
        step,
        verdicts.map(({ knowledge }) => knowledge),
      );
    }
    if (control) {
      yield { type: 'controls', controls: controlResults(this.tracks) };
      return;
    }
    this.verdicts.set(condition, verdicts);
    this.points.push(point);
    keepSamples?.(
      condition,
      encoded.items.map(({ item, text: prompt }, i) => ({ item, prompt, verdict: verdicts[i]! })),
    );
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

  async *tune(model: CausalLM, track: Track): AsyncGenerator<RunEvent, Tuner> {
    const { config, tokenizer } = this.deps;
    const { tuning } = config;
    const { control, losses } = track;
    const journal = control ? undefined : this.deps.journal;
    const kept = journal?.tuning;
    const textIds = tuning.init === 'text' ? tokenizer.encode(tuning.initText) : [];
    const tuner = await createTuner(model, track.examples, tuning, config.seed, textIds, kept?.tuner);
    this.progress.skip('tuning', kept?.losses.length ?? 0);
    for (let step = 0; step <= tuning.steps; step++) {
      if (this.steps.includes(step)) {
        yield* this.evaluate('soft-prompt', step, { softPrompt: tuner.softPrompt(), track });
      }
      if (step === tuning.steps) break;
      const known = kept?.losses[step];
      if (known) {
        this.keptSeconds += known.seconds;
        losses.push(known);
        yield { type: 'loss', point: known };
        continue;
      }
      yield* this.checkpoint();
      yield this.phase('tuning', step, step, tuning.steps, this.progress.secondsLeft('tuning'), control);
      const since = this.now();
      const { loss, gradientNorm } = await tuner.step(step);
      const seconds = (this.now() - since) / 1000;
      this.progress.measure('tuning', 1, seconds);
      const point: LossPoint = { step, loss, gradientNorm, seconds };
      losses.push(point);
      await journal?.keepTuning({ tuner: tuner.state(step + 1), losses: [...losses] });
      if (control) yield { type: 'controls', controls: controlResults(this.tracks) };
      else yield { type: 'loss', point };
    }
    return tuner;
  }

  analysis(): RunAnalysis {
    const verdicts = new Map<Side, readonly Verdict[]>(this.verdicts);
    for (const track of this.tracks) {
      if (track.control && track.verdicts.length > 0)
        verdicts.set(`placebo-${track.control}`, track.verdicts);
    }
    return analyse({
      items: this.items,
      verdicts,
      steps: new Map(this.points.map(({ condition, step }) => [condition, step])),
      known: this.tracks[0]?.known ?? new Map(),
      seed: this.deps.config.seed,
    });
  }

  result(softPrompt: Float32Array | undefined): RunResult {
    const { benchmark, config, facts, model } = this.deps;
    const curve = this.points.filter((point) => point.condition === 'soft-prompt');
    const losses = this.tracks[0]?.losses ?? [];
    const stepSeconds = losses.reduce((sum, point) => sum + point.seconds, 0);
    const controls = controlResults(this.tracks);
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
        ...(benchmark.duplicates === undefined ? {} : { duplicates: benchmark.duplicates }),
      },
      versions: facts.versions,
      adapter: facts.adapter,
      backend: model.backend,
      ...(facts.evaluation ? { evaluation: facts.evaluation } : {}),
      selfCheck: facts.selfCheck,
      points: this.points,
      losses,
      saturationStep: saturationStep(curve.map(({ step, metrics }) => ({ step, rate: metrics.format.rate }))),
      cost: {
        softPromptParameters: softPrompt?.length ?? 0,
        modelParameters: facts.model.parameters,
        secondsPerStep: losses.length > 0 ? stepSeconds / losses.length : 0,
        totalSeconds: this.keptSeconds + (this.now() - this.startedAt) / 1000,
        peakGpuBytes: isCausalLM(model) ? model.memory().peakBytes : 0,
      },
      analysis: this.analysis(),
      ...(controls.length > 0 ? { controls } : {}),
      ...(softPrompt ? { softPrompt } : {}),
    };
  }
}

/** The longest examples a step could meet. Throws `lab.memory` {needBytes, haveBytes} where they do not fit. */
function memoryPlan(model: CausalLM, tracks: readonly Track[], { tuning }: RunConfig): RunEvent {
  const longest = tracks
    .flatMap(({ examples }) => examples)
    .sort((a, b) => b.ids.length - a.ids.length)
    .slice(0, tuning.batchSize);
  const plan = model.predictTraining(tuning.numVirtualTokens, longest);
  if (!plan.fits) {
    throw new LabError('lab.memory', { needBytes: plan.peakBytes, haveBytes: plan.budgetBytes ?? 0 });
  }
  return { type: 'memory-plan', plan };
}

/**
 * Runs the configured conditions in the order zero-shot, few-shot, soft-prompt, placebo controls and ends with 'result'.
 *
 * Throws `lab.bad-config`, `lab.stop-in-answer`, `lab.no-control-rows`, `lab.too-long`, `lab.tuning-needs-webgpu`, `lab.not-finite`, what the model throws, and the
 * signal's reason when cancelled.
 */
export async function* runLab(deps: RunDeps): AsyncGenerator<RunEvent> {
  const run = new Run(deps);
  const { config, model } = deps;
  if (isCausalLM(model) && run.tracks.length > 0) yield memoryPlan(model, run.tracks, config);
  await deps.journal?.begin(deps.facts.modelHashes);
  for (const condition of ['zero-shot', 'few-shot'] as const) {
    if (config.conditions.includes(condition)) yield* run.evaluate(condition, 0);
  }
  let softPrompt: Float32Array | undefined;
  if (config.conditions.includes('soft-prompt') && isCausalLM(model)) {
    for (const track of run.tracks) {
      const tuner = yield* run.tune(model, track);
      if (!track.control) softPrompt = tuner.softPrompt();
    }
  }
  yield run.phase('done', config.tuning.steps, 1, 1, 0);
  yield { type: 'result', result: run.result(softPrompt) };
}
