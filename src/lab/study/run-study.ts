/**
 * A study: the runs of its models one after another, as a generator of events. Finished runs are taken from the journal,
 * begun ones go on from it, a model that fails does not stop the others.
 *
 * Knows no GPU and no database: both come in as functions.
 */

import type { Benchmark } from '../../eval/types.ts';
import { LabError, toErrorData } from '../../lib/errors.ts';
import type { RunJournal } from '../journal.ts';
import type { RunConfig, RunEvent } from '../types.ts';
import { analyse, studyCells } from './analyse.ts';
import { StudyClock } from './clock.ts';
import { assertStudy, runConfigOf, sampleItems, seedIndices } from './config.ts';
import type { StudyJournal } from './journal.ts';
import { modelResult } from './model-result.ts';
import { countedPoint, type RunOutcome, rightOf } from './outcomes.ts';
import type { ModelState, StudyCondition, StudyConfig, StudyEvent, StudyResult } from './types.ts';

/** One run of a model that is to be made or finished. */
export interface ModelRun {
  readonly config: RunConfig;
  readonly journal: RunJournal;
}

export interface StudyDeps {
  readonly config: StudyConfig;
  /** With all its test items; the study takes its sample. */
  readonly benchmark: Benchmark;
  readonly journal: StudyJournal;
  /** Models, by index, to take up again although they failed or were skipped. */
  readonly again: readonly number[];
  /** Loads a model, makes the runs in their order, and gives its memory back, also when it throws. */
  runModel(
    model: number,
    runs: readonly ModelRun[],
    benchmark: Benchmark,
    signal: AbortSignal,
  ): AsyncGenerator<RunEvent>;
  /** Bytes the engine holds on the GPU. */
  liveBytes(): number;
  /** Ends the study; what is finished stays kept. */
  readonly signal: AbortSignal;
  /** A signal that ends this model; asked for once a model. */
  skipSignal(model: number): AbortSignal;
  readonly versions: StudyResult['versions'];
  /** Milliseconds from any fixed moment. */
  readonly clock: () => number;
  readonly now: () => Date;
}

const RUNNABLE: ReadonlySet<ModelState['status']> = new Set(['waiting', 'running']);

class Study {
  readonly deps: StudyDeps;
  readonly benchmark: Benchmark;
  readonly seedIndices: readonly number[];
  readonly states: ModelState[];
  readonly outcomes: RunOutcome[] = [];
  readonly clock: StudyClock;

  constructor(deps: StudyDeps) {
    assertStudy(deps.config);
    this.deps = deps;
    this.benchmark = sampleItems(deps.benchmark, deps.config);
    this.seedIndices = seedIndices(deps.config);
    this.states = deps.config.models.map((_, model) => {
      const kept = deps.journal.states[model] ?? { status: 'waiting' };
      return deps.again.includes(model) || RUNNABLE.has(kept.status) ? { status: 'waiting' } : kept;
    });
    this.clock = new StudyClock(deps.clock);
  }

  progress(running?: { readonly model: number; readonly secondsLeft: number | null }): StudyEvent {
    const waiting = this.states.filter(({ status }) => status === 'waiting').length;
    return {
      type: 'progress',
      states: [...this.states],
      secondsLeft: this.clock.secondsLeft(waiting, running?.secondsLeft ?? null),
    };
  }

  async setState(model: number, state: ModelState): Promise<void> {
    this.states[model] = state;
    await this.deps.journal.keepState(model, state);
  }

  isTaken(model: number, seed: number): boolean {
    return this.outcomes.some((outcome) => outcome.model === model && outcome.seed === seed);
  }

  /** Takes the finished runs of a model into the table, each once. */
  async takeFinished(model: number): Promise<void> {
    const { journal, config } = this.deps;
    for (const index of this.seedIndices) {
      const seed = config.seeds[index]!;
      const result = this.isTaken(model, seed) ? undefined : await journal.result(model, seed);
      if (!result) continue;
      const right = new Map<StudyCondition, ReturnType<typeof rightOf>>();
      for (const condition of config.conditions) {
        const point = countedPoint(result, condition);
        if (!point) continue;
        right.set(condition, rightOf(await journal.verdicts(model, seed, condition, point.step)));
      }
      this.outcomes.push({ model, seed, result, right });
    }
  }

  /** A model counts as done only with all its results; one whose results are missing is made again. */
  async checkDone(model: number): Promise<void> {
    const missing = this.states[model]!.status === 'done' && (await this.openRuns(model)).length > 0;
    if (missing) await this.setState(model, { status: 'waiting' });
  }

  /** The runs of a model that are not finished. */
  async openRuns(model: number): Promise<ModelRun[]> {
    const { config, journal } = this.deps;
    const open = this.seedIndices.filter((index) => !this.isTaken(model, config.seeds[index]!));
    return Promise.all(
      open.map(async (index) => ({
        config: runConfigOf(config, model, index),
        journal: await journal.openRun(model, config.seeds[index]!),
      })),
    );
  }

  async *makeRuns(model: number, runs: readonly ModelRun[], signal: AbortSignal): AsyncGenerator<StudyEvent> {
    const { journal, runModel } = this.deps;
    let current = 0;
    for await (const event of runModel(model, runs, this.benchmark, signal)) {
      const { seed } = runs[Math.min(current, runs.length - 1)]!.config;
      if (event.type === 'paused' || event.type === 'resumed') {
        this.clock.hold(event.type === 'paused');
        yield { type: event.type };
      } else if (event.type === 'result') {
        const { softPrompt: _large, ...result } = event.result;
        await journal.keepResult(model, seed, result);
        await this.takeFinished(model);
        current++;
        yield { type: 'cells', cells: studyCells(this.deps.config, this.outcomes) };
      } else if (event.type !== 'examples') {
        yield { type: 'run', model, seed, event };
        if (event.type === 'phase') yield this.progress({ model, secondsLeft: event.secondsLeft });
      }
    }
  }

  /** One model to its end, whatever that is. Throws only what concerns the whole study. */
  async *makeModel(model: number): AsyncGenerator<StudyEvent> {
    const { signal, skipSignal, liveBytes } = this.deps;
    const skip = skipSignal(model);
    for (let attempt = 0; ; attempt++) {
      const runs = await this.openRuns(model);
      if (runs.length === 0) break;
      await this.setState(model, { status: 'running' });
      yield this.progress();
      this.clock.begin();
      try {
        yield* this.makeRuns(model, runs, AbortSignal.any([signal, skip]));
      } catch (error) {
        if (signal.aborted || isOfStudy(error)) throw error;
        if (skip.aborted) {
          await this.setState(model, { status: 'skipped' });
          return;
        }
        // The next request brings a new device, and the journal holds all but the step it was lost in.
        if (attempt === 0 && isLostDevice(error)) continue;
        await this.setState(model, { status: 'failed', error: toErrorData(error) });
        return;
      } finally {
        yield { type: 'freed', model, liveBytes: liveBytes() };
      }
      this.clock.end();
      break;
    }
    if ((await this.openRuns(model)).length > 0) {
      // A session that ended without its results: never a model that is done with an empty row.
      const { id } = this.deps.config.models[model]!;
      await this.setState(model, {
        status: 'failed',
        error: { code: 'study.no-result', params: { model: id } },
      });
      return;
    }
    await this.setState(model, { status: 'done' });
  }

  result(): StudyResult {
    const { config, benchmark, journal, versions, now } = this.deps;
    const cells = studyCells(config, this.outcomes);
    return {
      schemaVersion: 1,
      startedAt: journal.startedAt,
      finishedAt: now().toISOString(),
      config,
      hashes: benchmark.hashes,
      counts: {
        train: benchmark.train.length,
        test: benchmark.test.length,
        evaluated: this.benchmark.test.length,
        rejectedRows: benchmark.rejected.length,
      },
      versions,
      models: this.states.map((state, model) =>
        modelResult(
          state,
          this.outcomes.filter((outcome) => outcome.model === model).map(({ result }) => result),
        ),
      ),
      cells,
      analysis: analyse(config, this.outcomes, cells),
    };
  }
}

const isLostDevice = (error: unknown) => error instanceof LabError && error.code === 'gpu.device-lost';
/** Where results cannot be kept, no model can go on. */
const isOfStudy = (error: unknown) => error instanceof LabError && error.code.startsWith('storage.');

async function* studyEvents(deps: StudyDeps): AsyncGenerator<StudyEvent> {
  const study = new Study(deps);
  for (const model of deps.again) {
    // What is kept belongs to other files than those it gets now.
    const code = deps.journal.states[model]?.error?.code;
    if (code === 'study.model-changed') await deps.journal.forget(model);
  }
  yield study.progress();
  for (const model of deps.config.models.keys()) {
    deps.signal.throwIfAborted();
    await study.takeFinished(model);
    await study.checkDone(model);
    if (study.states[model]!.status === 'waiting') yield* study.makeModel(model);
    yield { type: 'cells', cells: studyCells(deps.config, study.outcomes) };
    yield study.progress();
  }
  const result = study.result();
  // Given before it is kept: where there is no room for it, whoever asked has it all the same.
  yield { type: 'result', result };
  await deps.journal.keepStudyResult(result);
}

/** Ends in 'result', 'stopped' or 'failed', the last also where a result that was given cannot be kept; never throws. */
export async function* runStudy(deps: StudyDeps): AsyncGenerator<StudyEvent> {
  try {
    yield* studyEvents(deps);
  } catch (error) {
    if (deps.signal.aborted) yield { type: 'stopped' };
    else yield { type: 'failed', error: toErrorData(error) };
  }
}
