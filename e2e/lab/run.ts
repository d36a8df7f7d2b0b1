/** `run`: one whole run in the page; the result table and link on stdout, the result file where --json asks for it. */

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Condition, Task } from '../../src/eval/types.ts';
import { PLACEBOS, type Placebo } from '../../src/lab/types.ts';
import { resultToJson } from '../../src/share/json-file.ts';
import { MAX_LINK_LENGTH } from '../../src/share/permalink.ts';
import { ALL_CONDITIONS, DEFAULT_SETTINGS, fitEvalSteps, parseStepList } from '../../src/store/setup.ts';
import type { AutomationRun } from '../../src/worker/automation.ts';
import type { WorkerBatch } from '../../src/worker/protocol.ts';
import { benchmarkFiles, serveBenchmark } from './benchmark.ts';
import { openLab } from './browser.ts';
import { writeExports } from './exports.ts';
import { nameModel, toAutomation } from './model.ts';
import {
  given,
  languageName,
  oneOf,
  positiveNumber,
  promptFor,
  promptNumber,
  wholeNumber,
} from './options.ts';
import { createProgress } from './progress.ts';
import { describeResult } from './table.ts';
import { UsageError } from './usage.ts';

/** Where `npm start` serves the page. */
export const DEFAULT_BASE = 'http://localhost:4173/';

const OPTIONS = {
  model: { type: 'string', default: 'micro/m1-base' },
  file: { type: 'string' },
  train: { type: 'string' },
  test: { type: 'string' },
  prompt: { type: 'string' },
  language: { type: 'string' },
  'no-labels': { type: 'boolean', default: false },
  task: { type: 'string' },
  conditions: { type: 'string' },
  steps: { type: 'string' },
  batch: { type: 'string' },
  tokens: { type: 'string' },
  lr: { type: 'string' },
  optimizer: { type: 'string' },
  schedule: { type: 'string' },
  'eval-steps': { type: 'string' },
  items: { type: 'string' },
  seed: { type: 'string' },
  shots: { type: 'string' },
  form: { type: 'string' },
  'chat-template': { type: 'boolean' },
  placebo: { type: 'string' },
  kernels: { type: 'string' },
  export: { type: 'string' },
  json: { type: 'string' },
  base: { type: 'string', default: DEFAULT_BASE },
} as const;

type Values = ReturnType<typeof parseRunArgs>;

function parseRunArgs(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS }).values;
}

function readConditions(text: string | undefined): readonly Condition[] | undefined {
  return text?.split(',').map((name) => oneOf('conditions', name.trim(), ALL_CONDITIONS)!);
}

function readControls(text: string | undefined): readonly Placebo[] | undefined {
  return text?.split(',').map((name) => oneOf('placebo', name.trim(), PLACEBOS)!);
}

/** The task of the embedded benchmark; undefined where files say theirs. */
function embeddedTask({ train, test, task }: Values): Task | undefined {
  if (train !== undefined || test !== undefined) return undefined;
  return task === 'open' ? 'open' : 'closed';
}

/** The settings the options change; evaluation steps follow the number of steps unless they are given. */
export function readSettings(values: Values): NonNullable<AutomationRun['settings']> {
  const steps = wholeNumber('steps', values.steps) ?? DEFAULT_SETTINGS.tuning.steps;
  const asked = values['eval-steps'];
  const evalSteps =
    asked === undefined ? fitEvalSteps(DEFAULT_SETTINGS.evalSteps, steps) : parseStepList(asked, steps);
  if (evalSteps === null) {
    throw new UsageError(`--eval-steps wants whole numbers from 0 to ${steps}, not "${asked}".`);
  }
  return {
    ...given({
      conditions: readConditions(values.conditions),
      itemLimit: wholeNumber('items', values.items),
      seed: wholeNumber('seed', values.seed, Number.MIN_SAFE_INTEGER),
      fewShotCount: wholeNumber('shots', values.shots, 1),
      prompt: promptFor(values.form, embeddedTask(values)),
      useChatTemplate: values['chat-template'],
      controls: readControls(values.placebo),
    }),
    evalSteps,
    tuning: given({
      steps,
      batchSize: wholeNumber('batch', values.batch, 1),
      numVirtualTokens: wholeNumber('tokens', values.tokens, 1),
      learningRate: positiveNumber('lr', values.lr),
      optimizer: oneOf('optimizer', values.optimizer, ['adam', 'adamw', 'adafactor'] as const),
      schedule: oneOf('schedule', values.schedule, ['constant', 'linear', 'cosine'] as const),
    }),
  };
}

/** The command as it can be typed again. */
export function commandLine(command: string, args: readonly string[]): string {
  const quoted = args.map((arg) => (/^[\w./@:=,+-]+$/.test(arg) ? arg : `'${arg.replace(/'/g, "'\\''")}'`));
  return [`npm run lab -- ${command}`, ...quoted].join(' ');
}

export async function run(args: readonly string[], folder: string): Promise<number> {
  const values = parseRunArgs(args);
  const model = nameModel(values.model, folder);
  const settings = readSettings(values);
  const files = benchmarkFiles(folder, values, !values['no-labels']);
  const promptIndex = promptNumber(values.prompt, files.length > 0);
  const language = languageName(values.language, files.length > 0);
  const task = oneOf('task', values.task, ['closed', 'open'] as const);
  if (task !== undefined && files.length > 0) {
    throw new UsageError('--task chooses an embedded benchmark; your file says its own task.');
  }
  if (!URL.canParse(values.base)) throw new UsageError(`--base wants an address, not "${values.base}".`);

  const lab = await openLab();
  const progress = createProgress();
  try {
    const request: AutomationRun = {
      model: toAutomation(model, lab),
      settings,
      ...given({ modelFile: values.file, task, kernels: values.kernels, promptIndex, language }),
      ...(files.length > 0 ? { files: serveBenchmark(files, lab) } : {}),
      ...(values.export === undefined ? {} : { samples: true }),
    };
    const { result, examples, link, samples } = await lab.call('run', [request], (batch: WorkerBatch) =>
      progress.show(batch),
    );
    progress.finish();
    process.stdout.write(describeResult(result));
    const hash = new URL(link).hash;
    if (hash.length > MAX_LINK_LENGTH) {
      process.stdout.write(
        `The link has ${hash.length} characters, too many to send; share the --json file.\n`,
      );
    } else {
      process.stdout.write(`Link (${hash.length} characters): ${new URL(hash, values.base).href}\n`);
    }
    if (values.json !== undefined) {
      writeFileSync(resolve(folder, values.json), resultToJson(result, examples, commandLine('run', args)));
      process.stderr.write(`Wrote ${values.json}\n`);
    }
    if (values.export !== undefined) {
      const target = resolve(folder, values.export);
      for (const name of writeExports(target, result, samples)) process.stderr.write(`Wrote ${name}\n`);
    }
    return 0;
  } finally {
    progress.finish();
    await lab.close();
  }
}
