/**
 * `check-model <dir|id...> [--table]`: models against the golden values beside them; with --table followed by what is
 * supported, as Markdown.
 *
 * A folder with case.json is compared value by value; one with expect.json is a broken file that must be refused
 * with a message that names the cause (or must work all the same). A folder of such folders is gone through; any
 * other is skipped with a sentence.
 */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { CaseJson, CaseReport } from '../../src/lab/checks/check-case.ts';
import { LabError, toErrorData } from '../../src/lib/errors.ts';
import { EMBEDDED_MODELS } from '../../src/store/embedded.ts';
import { type LabBrowser, openLab } from './browser.ts';
import { type Expectation, judgeError, probeCase } from './expectation.ts';
import { describeError } from './messages.ts';
import { type CheckedCase, supportTable } from './support-table.ts';
import { UsageError } from './usage.ts';

type Target =
  | { readonly kind: 'case' | 'expect'; readonly name: string; readonly folder: string }
  | { readonly kind: 'skip'; readonly name: string; readonly why: string };

interface Outcome {
  readonly passed: boolean;
  readonly text: string;
  /** Of a case: what was checked. */
  readonly checked?: CheckedCase;
}

const TABLE = '--table';

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

function targetOf(folder: string, name: string): Target | undefined {
  if (existsSync(join(folder, 'case.json'))) return { kind: 'case', name, folder };
  if (existsSync(join(folder, 'expect.json'))) return { kind: 'expect', name, folder };
  return undefined;
}

/** What an argument names: one case, the cases in a folder, or something to skip. */
export function findTargets(text: string, folder: string): Target[] {
  const skip = (why: string): Target[] => [{ kind: 'skip', name: text, why }];
  const absolute = resolve(folder, text);
  const facts = statSync(absolute, { throwIfNoEntry: false });
  if (!facts) {
    if (EMBEDDED_MODELS.some(({ id }) => id === text)) return skip('embedded models have no golden values');
    throw new UsageError(`There is no folder ${text}.`);
  }
  if (!facts.isDirectory()) return skip('no folder');
  const own = targetOf(absolute, basename(absolute));
  if (own) return [own];
  const inside = readdirSync(absolute)
    .sort()
    .filter((name) => statSync(join(absolute, name)).isDirectory())
    .flatMap((name) => targetOf(join(absolute, name), `${basename(absolute)}/${name}`) ?? []);
  return inside.length > 0 ? inside : skip('neither case.json nor expect.json in it');
}

function describeReport({ parts }: CaseReport): string {
  return parts
    .map(({ part, deviation, tolerance, passed }) => {
      const [found, limit] = [deviation, tolerance].map((value) =>
        value === 0 ? '0' : value.toExponential(1),
      );
      return `${part} ${found} ${passed ? '<=' : '>'} ${limit}`;
    })
    .join(', ');
}

async function runCase(lab: LabBrowser, folder: string, name: string): Promise<Outcome> {
  const json = readJson(join(folder, 'case.json')) as CaseJson & { readonly architecture?: string };
  const { architecture = 'unknown', dialect, dtype } = json;
  const outcome = (passed: boolean, text: string): Outcome => {
    return { passed, text, checked: { architecture, dialect, dtype, passed } };
  };
  const files = lab.serveFolder(folder);
  try {
    const report = await lab.call('checkModel', [{ kind: 'folder', id: name, files }, json.file, json]);
    return outcome(report.passed, describeReport(report));
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    return outcome(false, describeError(toErrorData(error)));
  }
}

async function runExpectation(lab: LabBrowser, folder: string, name: string): Promise<Outcome> {
  const expectation = readJson(join(folder, 'expect.json')) as Expectation;
  const config = readJson(join(folder, 'config.json')) as Record<string, unknown>;
  const model = { kind: 'folder', id: name, files: lab.serveFolder(folder) };
  const probe = probeCase(expectation, config);
  try {
    const report = await lab.call('checkModel', [model, expectation.file, probe]);
    const prefill = report.parts.find(({ part }) => part === 'prefill');
    const works = prefill?.passed === true;
    const text = `loads and runs; logits ${prefill ? prefill.deviation.toExponential(1) : 'missing'}`;
    return { passed: expectation.must === 'work' && works, text };
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    const text = describeError(error);
    return { passed: judgeError(expectation, text), text };
  }
}

export async function checkModels(args: readonly string[], folder: string): Promise<number> {
  const names = args.filter((arg) => arg !== TABLE);
  const unknown = names.find((arg) => arg.startsWith('-'));
  if (unknown !== undefined) throw new UsageError(`check-model knows no option ${unknown}.`);
  if (names.length === 0) throw new UsageError('check-model wants one or more folders.');
  const targets = names.flatMap((arg) => findTargets(arg, folder));
  const checked: CheckedCase[] = [];
  const lab = targets.some(({ kind }) => kind !== 'skip') ? await openLab() : undefined;
  let passed = 0;
  let failed = 0;
  try {
    for (const target of targets) {
      if (target.kind === 'skip' || !lab) {
        if (target.kind === 'skip') process.stdout.write(`skip ${target.name}: ${target.why}\n`);
        continue;
      }
      const start = performance.now();
      const check = target.kind === 'case' ? runCase : runExpectation;
      const outcome = await check(lab, target.folder, target.name);
      if (outcome.checked) checked.push(outcome.checked);
      if (outcome.passed) passed++;
      else failed++;
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      const verdict = outcome.passed ? 'pass' : 'FAIL';
      process.stdout.write(`${verdict} ${target.name}: ${outcome.text} (${seconds} s)\n`);
    }
  } finally {
    await lab?.close();
  }
  if (args.includes(TABLE)) process.stdout.write(`\n${supportTable(checked)}\n\n`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}
