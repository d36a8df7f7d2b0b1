/** `check-data <file...>`: what each benchmark file is recognised as, and what two of them make together. */

import { parseArgs } from 'node:util';
import { buildBenchmark, detectSplit, checkData as summarise } from '../../src/eval/index.ts';
import type { PromptList, RecognisedFile } from '../../src/eval/types.ts';
import { groupDataFiles } from '../../src/lib/data-files.ts';
import { LabError } from '../../src/lib/errors.ts';
import { benchmarkName } from '../../src/store/benchmarks.ts';
import { DEFAULT_SETTINGS } from '../../src/store/setup.ts';
import type { ReadData } from '../../src/worker/read-data.ts';
import { labelsBeside, promptsBeside } from './benchmark.ts';
import { existingFile, readBenchmark } from './files.ts';
import { describeError, describeReason } from './messages.ts';
import { given, languageName, promptNumber } from './options.ts';
import { UsageError } from './usage.ts';

/** Rejected rows printed in full; the rest is counted by reason. */
const SHOWN_ROWS = 20;
/** Characters of a prompt. */
const SHOWN_PROMPT = 100;

function line(label: string, text: string): string {
  return `  ${label.padEnd(12)}${text}\n`;
}

/** The prompts of a file, the one that asks the questions marked. */
function describePrompts({ names, used }: PromptList): readonly string[] {
  const lines = names.map((name, i) => {
    const text = name.replace(/\s+/g, ' ').trim();
    const short = text.length > SHOWN_PROMPT ? `${text.slice(0, SHOWN_PROMPT)}…` : text;
    return `    ${i === used ? '*' : ' '} ${i + 1}. ${short}\n`;
  });
  return [line('prompts', `${used === undefined ? 'none' : used + 1} of ${names.length} is used`), ...lines];
}

function describeFile(file: RecognisedFile, seed: number): string {
  const summary = summarise([file], { seed });
  const [facts] = summary.files;
  if (!facts) return '';
  const fields = Object.entries(facts.fields).filter(([, name]) => name !== undefined && name !== '');
  const role = detectSplit(file.file);
  const split = role
    ? `${role}, by the file's name`
    : `${summary.train} train, ${summary.test} test by seed ${seed} where it comes alone`;
  const rejected = facts.rejected.map(
    (row) => `    line ${row.line}: ${describeReason(row.code, row.params)} [${row.code}]\n`,
  );
  return [
    `${file.file}\n`,
    line('rows', `${facts.rows}: ${facts.items} used, ${facts.rejected.length} left out`),
    line('kind', `${facts.kind}${facts.items > 0 ? `, ${facts.task} task` : ''}`),
    line('fields', fields.map(([what, name]) => `${what} = ${name}`).join(', ') || 'none'),
    ...(facts.items > 0 ? [line('language', file.items[0]!.language ?? 'en')] : []),
    ...(file.labels ? [line('labels', `${file.labels.name} (${file.labels.count} lines)`)] : []),
    ...(file.prompts ? describePrompts(file.prompts) : []),
    line('split', facts.items > 0 ? split : 'none'),
    ...(rejected.length > 0 ? [line('left out', '').trimEnd(), '\n'] : []),
    ...rejected.slice(0, SHOWN_ROWS),
    ...(rejected.length > SHOWN_ROWS
      ? [
          `    and ${rejected.length - SHOWN_ROWS} more; all by reason: ${Object.entries(facts.reasons)
            .map(([code, count]) => `${code} ${count}`)
            .join(', ')}\n`,
        ]
      : []),
  ].join('');
}

/** What two files make together, and whether they make a benchmark at all. */
function describePair(files: readonly ReadData[], seed: number): { text: string; fit: boolean } {
  try {
    const name = benchmarkName(files.map(({ recognised }) => recognised.file));
    const benchmark = buildBenchmark(name, files, { seed });
    const duplicates = benchmark.duplicates ?? 0;
    const text =
      `Together: ${benchmark.train.length} train, ${benchmark.test.length} test, ${benchmark.task} task` +
      `${duplicates > 0 ? `; ${duplicates} test items left out because they are also in train` : ''}\n`;
    return { text, fit: true };
  } catch (thrown) {
    if (!(thrown instanceof LabError)) throw thrown;
    return { text: `Together: ${describeError(thrown)}\n`, fit: false };
  }
}

/** Exit code 1 where a file has no usable row, or two files do not make one benchmark. */
export async function checkData(args: readonly string[], folder: string): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: String(DEFAULT_SETTINGS.seed) },
      prompt: { type: 'string' },
      language: { type: 'string' },
      'no-labels': { type: 'boolean', default: false },
    },
  });
  const seed = Number(values.seed);
  if (positionals.length === 0) throw new UsageError('check-data wants one or more benchmark files.');
  if (!Number.isSafeInteger(seed)) throw new UsageError(`--seed wants a whole number, not "${values.seed}".`);
  const read: ReadData[] = [];
  const promptIndex = promptNumber(values.prompt, true);
  const language = languageName(values.language, true);
  for (const pair of groupDataFiles(positionals)) {
    const path = existingFile(folder, positionals[pair.data]!);
    const labels = positionals[pair.labels ?? -1] ?? (values['no-labels'] ? undefined : labelsBeside(path));
    // Choices beside the shape that the rows have, whichever it is.
    const choice =
      promptIndex === undefined && language === undefined
        ? {}
        : { mapping: { kind: '', question: '', answer: '', ...given({ promptIndex, language }) } };
    const prompts = [...(pair.prompts ?? []).map((at) => positionals[at]!), ...promptsBeside(path)];
    const file = await readBenchmark(folder, path, {
      labels,
      prompts: [...new Set(prompts.map((one) => existingFile(folder, one)))],
      ...choice,
    });
    if (promptIndex !== undefined && file.recognised.prompts === undefined) {
      throw new LabError('import.no-prompts', { name: file.recognised.file });
    }
    read.push(file);
    process.stdout.write(describeFile(file.recognised, seed));
  }
  const pair = read.length === 2 ? describePair(read, seed) : undefined;
  if (pair) process.stdout.write(pair.text);
  const usable = read.every(({ recognised }) => recognised.items.length > 0);
  return usable && pair?.fit !== false ? 0 : 1;
}
