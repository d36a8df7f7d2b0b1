/** The commands of the headless lab: `main` picks one and turns its failures into a sentence and an exit code. */

import { LabError } from '../../src/lib/errors.ts';
import { SetupError } from '../scripts/setup.mjs';
import { checkData } from './check-data.ts';
import { checkModels } from './check-model.ts';
import { checkTuning } from './check-tuning.ts';
import { describeError } from './messages.ts';
import { run } from './run.ts';
import { study } from './study.ts';
import { USAGE, UsageError } from './usage.ts';

/** A command: arguments after its name and the folder relative paths start from; gives the exit code. */
type Command = (args: readonly string[], folder: string) => Promise<number>;

const COMMANDS: Readonly<Record<string, Command>> = {
  run,
  study,
  'check-model': checkModels,
  'check-tuning': checkTuning,
  'check-data': checkData,
};

function isArgumentError(thrown: unknown): thrown is Error {
  return (
    thrown instanceof Error && String((thrown as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
  );
}

/** Exit code: 0 all well, 1 a check or the run failed, 2 wrong call. */
export async function main(args: readonly string[], folder: string): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || ['help', '--help', '-h'].includes(name) || rest.includes('--help')) {
    process.stdout.write(USAGE);
    return name === undefined ? 2 : 0;
  }
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new UsageError(`There is no command "${name}".`);
    return await command(rest, folder);
  } catch (thrown) {
    if (thrown instanceof UsageError || isArgumentError(thrown)) {
      process.stderr.write(`${thrown.message}\nHelp: npm run lab -- help\n`);
      return 2;
    }
    if (thrown instanceof LabError) {
      process.stderr.write(`${describeError(thrown)}\n`);
      return 1;
    }
    if (thrown instanceof SetupError) {
      process.stderr.write(`${thrown.message}\n`);
      return 1;
    }
    throw thrown;
  }
}
