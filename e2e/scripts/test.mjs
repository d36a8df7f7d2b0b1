/**
 * `npm test`: from a bare clone through every check to one last line, `N passed, N failed`.
 *
 * Counts tests; install, type check, lint and build count as one each. Every stage runs even when an earlier one
 * failed, except those that cannot work without it.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild, ensureChromium, ensureDependencies, ROOT, runMain, runProgram } from './setup.mjs';

/** @typedef {{ passed: number, failed: number }} Count */

const reports = mkdtempSync(join(tmpdir(), 'soft-prompt-lab-test-'));
/** @type {Count} */
const total = { passed: 0, failed: 0 };

/** @param {...string} parts */
const tool = (...parts) => join(ROOT, 'node_modules', ...parts);

/** @param {string} name @param {() => Promise<Count>} stage @returns {Promise<boolean>} whether all passed */
async function run(name, stage) {
  process.stdout.write(`\n== ${name}\n`);
  const start = Date.now();
  const count = await stage();
  total.passed += count.passed;
  total.failed += count.failed;
  const seconds = ((Date.now() - start) / 1000).toFixed(0);
  process.stdout.write(`== ${name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)\n`);
  return count.failed === 0;
}

/** A stage that passes or fails as a whole; its message goes to stderr. @param {() => Promise<unknown>} work */
async function whole(work) {
  try {
    const result = await work();
    const failed = typeof result === 'number' && result !== 0;
    return failed ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return { passed: 0, failed: 1 };
  }
}

/**
 * Runs one of Vitest's projects. A file that fails before its first test counts as one failure, as does a run
 * that ends badly with every test passed (an unhandled error) or without a report.
 *
 * @param {string} project
 * @param {Record<string, string>} env
 * @returns {Promise<Count>}
 */
async function vitest(project, env) {
  const report = join(reports, `${project}.json`);
  const args = [tool('vitest', 'vitest.mjs'), 'run', '--project', project];
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`);
  const code = await runProgram(process.execPath, args, { env });
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const broken = testResults.filter(
      (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
        file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
    ).length;
    const failed = numFailedTests + broken;
    return { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

await runMain(async () => {
  try {
    if (!(await run('install', () => whole(ensureDependencies)))) return 1;
    /** @type {string | undefined} */
    let chromium;
    await run('Chromium', () =>
      whole(async () => {
        chromium = await ensureChromium();
      }),
    );
    /** @type {Record<string, string>} */
    const env = chromium === undefined ? {} : { CHROMIUM_PATH: chromium };

    await run('type check', () =>
      whole(() => runProgram(process.execPath, [tool('typescript', 'bin', 'tsc'), '--noEmit'])),
    );
    await run('lint', () =>
      whole(() =>
        runProgram(process.execPath, [
          tool('@biomejs', 'biome', 'bin', 'biome'),
          'check',
          '--error-on-warnings',
        ]),
      ),
    );
    await run('unit tests', () => vitest('unit', env));
    if (chromium !== undefined) await run('GPU tests', () => vitest('gpu', env));
    const built = await run('build', () => whole(ensureBuild));
    if (built && chromium !== undefined) await run('end-to-end tests', () => vitest('e2e', env));
    return total.failed === 0 ? 0 : 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
    process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  }
});
