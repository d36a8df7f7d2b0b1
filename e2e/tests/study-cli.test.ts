/** A study of the command line that is killed goes on from its folder, and comes to the numbers of an uninterrupted one. */

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { studyFromJson } from '../../src/share/study-file.ts';
import { ROOT } from '../scripts/setup.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'soft-prompt-lab-study-'));
  const config = {
    models: ['micro/m1-base', 'micro/m1-chat'],
    conditions: ['zero-shot', 'soft-prompt', 'placebo-wrong-slow'],
    items: 8,
    steps: 6,
  };
  writeFileSync(join(folder, 'study.json'), JSON.stringify(config));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the study; is killed, as by a power cut, when its progress first says `killAt`. */
function study(args: readonly string[], killAt?: RegExp): Promise<{ code: number | null; err: string }> {
  return new Promise((done) => {
    const command = [join(ROOT, 'e2e/scripts/lab.mjs'), 'study', '--config', 'study.json', ...args];
    const child = spawn(process.execPath, command, {
      cwd: folder,
      env: { ...process.env, CHROMIUM_PATH: inject('chromiumPath') },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let err = '';
    child.stderr.on('data', (data) => {
      err += data;
      if (killAt?.test(err)) child.kill('SIGKILL');
    });
    child.on('close', (code) => done({ code, err }));
  });
}

const resultOf = (name: string) => studyFromJson(readFileSync(join(folder, name), 'utf8')).result;

it('goes on from where it was killed', async () => {
  const args = ['--resume', 'kept', '--json', 'out.json'];
  const [whole, killed] = await Promise.all([
    study(['--json', 'whole.json']),
    study(args, /model 2 of 2, seed 0, tuning/),
  ]);
  expect(whole.code, whole.err).toBe(0);
  expect(killed.code).toBeNull();
  const resumed = await study(args);
  expect(resumed.code, resumed.err).toBe(0);
  expect(resumed.err).toContain('Went on with the study kept in kept');
  expect(resumed.err).not.toContain('model 1 of 2, seed 0, tuning');
  expect(resumed.err).not.toContain('model 2 of 2, seed 0, zero-shot');
  const [own, expected] = [resultOf('out.json'), resultOf('whole.json')];
  expect(expected.cells).toHaveLength(6);
  expect(own.cells).toEqual(expected.cells);
  expect(own.analysis).toEqual(expected.analysis);
  // A study that is finished is only read.
  const again = await study(args);
  expect(again.code, again.err).toBe(0);
  expect(again.err).not.toContain('tuning');
  expect(resultOf('out.json').cells).toEqual(expected.cells);
});
