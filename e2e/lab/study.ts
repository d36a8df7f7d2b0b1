/** `study`: a whole study in the page; tables and swap distances on stdout, the result file where --json asks for it. */

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MAX_LINK_LENGTH } from '../../src/share/permalink.ts';
import { studyToJson } from '../../src/share/study-file.ts';
import type { WorkerBatch } from '../../src/worker/protocol.ts';
import { openLab } from './browser.ts';
import { existingFile } from './files.ts';
import { given, oneOf, wholeNumber } from './options.ts';
import { createProgress } from './progress.ts';
import { commandLine, DEFAULT_BASE } from './run.ts';
import { type ReadStudy, readStudyFile, toRequest, toStudy } from './study-config.ts';
import { describeStudy } from './study-table.ts';
import { UsageError } from './usage.ts';

const OPTIONS = {
  config: { type: 'string' },
  task: { type: 'string' },
  models: { type: 'string' },
  items: { type: 'string' },
  steps: { type: 'string' },
  seeds: { type: 'string' },
  resume: { type: 'string' },
  json: { type: 'string' },
  base: { type: 'string', default: DEFAULT_BASE },
} as const;

function readSeeds(text: string | undefined): number[] | undefined {
  return text?.split(',').map((seed) => wholeNumber('seeds', seed.trim(), Number.MIN_SAFE_INTEGER)!);
}

/** The config file with the options over it. */
function readStudy(values: ReturnType<typeof parseStudyArgs>, folder: string): ReadStudy {
  const read =
    values.config === undefined
      ? toStudy({}, folder, '--config')
      : readStudyFile(existingFile(folder, values.config));
  const names = values.models?.split(',').map((name) => name.trim());
  const models = names && toStudy({ models: names }, folder, '--models').models;
  const task = oneOf('task', values.task, ['closed', 'open'] as const);
  if (task !== undefined && read.files.length > 0) {
    throw new UsageError('--task chooses an embedded benchmark; the files of the config say their own task.');
  }
  return {
    ...read,
    ...given({ models }),
    config: {
      ...read.config,
      ...given({
        task,
        items: wholeNumber('items', values.items),
        steps: wholeNumber('steps', values.steps, 1),
        seeds: readSeeds(values.seeds),
      }),
    },
  };
}

function parseStudyArgs(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS }).values;
}

export async function study(args: readonly string[], folder: string): Promise<number> {
  const values = parseStudyArgs(args);
  const read = readStudy(values, folder);
  if (!URL.canParse(values.base)) throw new UsageError(`--base wants an address, not "${values.base}".`);
  const keptIn = values.resume === undefined ? undefined : resolve(folder, values.resume);
  const lab = await openLab(given({ keptIn }));
  const progress = createProgress();
  try {
    const request = { ...toRequest(read, lab), resume: keptIn !== undefined };
    const { result, link, freed, resumed } = await lab.call('study', [request], (batch: WorkerBatch) =>
      progress.show(batch),
    );
    progress.finish();
    if (resumed) process.stderr.write(`Went on with the study kept in ${values.resume}\n`);
    process.stdout.write(describeStudy(result));
    const kept = freed.filter(({ liveBytes }) => liveBytes > 0);
    process.stdout.write(
      `GPU bytes held after each of ${freed.length} models: ${kept.length === 0 ? '0' : freed.map(({ liveBytes }) => liveBytes).join(', ')}\n`,
    );
    const { hash } = new URL(link);
    process.stdout.write(
      hash.length > MAX_LINK_LENGTH
        ? `The link has ${hash.length} characters, too many to send; share the --json file.\n`
        : `Link (${hash.length} characters): ${new URL(hash, values.base).href}\n`,
    );
    if (values.json !== undefined) {
      writeFileSync(resolve(folder, values.json), studyToJson(result, commandLine('study', args)));
      process.stderr.write(`Wrote ${values.json}\n`);
    }
    return result.models.every(({ state }) => state.status === 'done') ? 0 : 1;
  } finally {
    progress.finish();
    await lab.close();
  }
}
