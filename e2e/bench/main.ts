/** `npm run bench`: reads the options, measures, prints the tables. */

import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { basename } from 'node:path';
import { UsageError } from '../lab/usage.ts';
import { SetupError } from '../scripts/setup.mjs';
import { findModel } from './model.ts';
import { type BenchOptions, readOptions, USAGE } from './options.ts';
import { asMarkdown, asText, type Report } from './report.ts';
import { summary } from './summary.ts';

async function measure(options: BenchOptions): Promise<Report> {
  const model = findModel(options.model);
  const startedAt = new Date().toISOString();
  const loadBefore = loadavg()[0]!;
  const log = (text: string) => process.stderr.write(`${text}\n`);
  const output = options.node
    ? await (await import('./node.ts')).runInNode(model, options, log)
    : await (await import('./browser.ts')).runInBrowser(model, options, log);
  const short = summary(output.groups);
  return {
    startedAt,
    adapter: output.adapter,
    kernels: output.kernels,
    model: basename(model.folder),
    rounds: options.rounds,
    machine: { loadBefore, loadAfter: loadavg()[0]!, processors: cpus().length },
    groups: output.groups,
    facts: short.rows.length > 0 ? [...output.facts, short] : output.facts,
  };
}

/** Exit code: 0 measured (a peer that failed is named in the report), 1 something is missing, 2 wrong call. */
export async function main(args: readonly string[], folder: string): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(USAGE);
    return 0;
  }
  let options: BenchOptions;
  try {
    options = readOptions(args, folder);
  } catch (error) {
    const parsing = String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
    if (!(error instanceof UsageError) && !parsing) throw error;
    process.stderr.write(`${(error as Error).message}\nHelp: npm run bench -- --help\n`);
    return 2;
  }
  let report: Report;
  try {
    report = await measure(options);
  } catch (error) {
    // Caught here and not by the script: modules that Vite loads have an error class of their own.
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
  const json = `${JSON.stringify(report, null, 2)}\n`;
  process.stdout.write(options.json === '-' ? json : asText(report));
  if (options.json !== undefined && options.json !== '-') await writeFile(options.json, json);
  if (options.markdown !== undefined) await writeFile(options.markdown, asMarkdown(report));
  return 0;
}
