/**
 * The run that is on: what it has planned and measured, and its two kinds of work, evaluating and tuning.
 *
 * Decides no order (run.ts) and makes no result (run-result.ts).
 */

import type { CausalLM } from '../engine/model/types.ts';
import { metricsOf } from '../eval/index.ts';
import type { Condition, Item, StopRuleName, Verdict } from '../eval/types.ts';
import { LabError } from '../lib/errors.ts';
import { generationCounts } from './analysis.ts';
import { assertConfig, evaluatedSteps, newTokenBudget } from './config.ts';
import { evaluate } from './evaluate.ts';
import { assertStops, evaluatedItems, shotPicker, stopChoice } from './items.ts';
import { Progress } from './progress.ts';
import { type EncodedCondition, encodeCondition } from './prompts.ts';
import { isCausalLM, type RunDeps } from './run-deps.ts';
import { assertRoom, plannedWork, type RunPlan } from './run-plan.ts';
import { exampleRecords, type MeasuredRun } from './run-result.ts';
import { controlResults, createTrack, type Track } from './track.ts';
import { createTuner, type Tuner } from './tuning.ts';
import type { EvalPoint, LossPoint, Phase, RunConfig, RunEvent } from './types.ts';
import { unconditionalLogProbs } from './unconditional.ts';

export class ActiveRun implements RunPlan, MeasuredRun {
  readonly deps: RunDeps;
  readonly config: RunConfig;
  readonly items: readonly Item[];
  readonly conditions: ReadonlyMap<Condition, EncodedCondition>;
  /** The real tuning first, then its placebo controls; empty without tuning. */
  readonly tracks: readonly Track[];
  readonly stopRule: StopRuleName;
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
    const stop = stopChoice(benchmark, config);
    assertStops(stop);
    this.stopRule = stop.rule;
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

  get seconds(): number {
    return this.keptSeconds + (this.now() - this.startedAt) / 1000;
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

  async *evaluate(
    condition: Condition,
    step: number,
    tuned?: { readonly softPrompt: Float32Array; readonly track: Track },
  ): AsyncGenerator<RunEvent> {
    const { model, evaluator = model, tokenizer, config, signal, keepSamples, journal } = this.deps;
    const control = tuned?.track.control;
    const side = tuned?.track.side ?? condition;
    const encoded = this.conditions.get(condition)!;
    const total = encoded.items.length;
    const kept = journal?.parts(side, step) ?? [];
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
      stopRule: this.stopRule,
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
        await journal?.keepPart(side, step, part.index, { verdicts: part.verdicts, seconds });
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
    if (config.task === 'closed' && !control && (!tuned || step === this.steps.at(-1))) {
      verdicts = yield* this.withUnconditional(verdicts, tuned?.softPrompt);
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
      tuned.track.follows.set(
        step,
        verdicts.map(({ format }) => format),
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
      encoded.items.map(({ item, text: prompt, delimiter }, i) => ({
        item,
        prompt,
        ...(delimiter === undefined ? {} : { delimiter }),
        verdict: verdicts[i]!,
        stopRule: this.stopRule,
      })),
    );
    yield { type: 'eval', point };
    yield { type: 'examples', examples: exampleRecords(this) };
  }

  /** Closed verdicts of a condition's last evaluation, with the options' log-likelihoods without the question. */
  async *withUnconditional(
    verdicts: readonly Verdict[],
    softPrompt: Float32Array | undefined,
  ): AsyncGenerator<RunEvent, Verdict[]> {
    const { model, evaluator = model, tokenizer, signal } = this.deps;
    const scored = softPrompt ? undefined : this.verdicts.get('zero-shot');
    const alone =
      scored?.map(({ unconditionalLogProbs: known }) => known) ??
      (yield* unconditionalLogProbs({
        model: evaluator,
        tokenizer,
        items: this.items,
        ...(softPrompt ? { softPrompt } : {}),
        signal,
        checkpoint: () => this.checkpoint(),
      }));
    return verdicts.map((verdict, i) => {
      const own = alone?.[i];
      return own ? { ...verdict, unconditionalLogProbs: own } : verdict;
    });
  }

  async *tune(model: CausalLM, track: Track): AsyncGenerator<RunEvent, Tuner> {
    const { config, tokenizer, journal } = this.deps;
    const { control, losses, tuning } = track;
    const kept = journal?.tuning(control);
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
        if (!control) yield { type: 'loss', point: known };
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
      await journal?.keepTuning({ tuner: tuner.state(step + 1), losses: [...losses] }, control);
      if (control) yield { type: 'controls', controls: controlResults(this.tracks) };
      else yield { type: 'loss', point };
    }
    return tuner;
  }
}
