/**
 * Brings a bare clone to the point where the other commands can run: dependencies, build, Chromium.
 *
 * Node built-ins only, since nothing is installed yet; each step does nothing where its result is already there.
 */

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../chromium.mjs';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const DIST = join(ROOT, 'dist');

/** A failure whose message is all a person needs; printed without a stack. */
export class SetupError extends Error {}

/**
 * Runs a program in the project's root with its output going to ours (or to stderr only, to keep stdout for
 * results); gives the exit code.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean, onlyStderr?: boolean }} [options]
 * @returns {Promise<number>}
 */
export function runProgram(command, args, { env = {}, quiet = false, onlyStderr = false } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'ignore' : onlyStderr ? 2 : 'inherit', quiet ? 'ignore' : 'inherit'],
      shell: process.platform === 'win32',
    });
    child.once('error', () => done(127));
    child.once('exit', (code) => done(code ?? 1));
  });
}

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Whether node_modules holds what package-lock.json names: npm keeps its own list of what it put there. Packages
 * for other systems (optional) may be absent.
 */
export function dependenciesAreInstalled(root = ROOT) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = readJson(join(root, 'package-lock.json')).packages;
  const present = readJson(record).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    if (present[path] === undefined) return entry.optional === true || entry.devOptional === true;
    return present[path].version === entry.version && existsSync(join(root, path));
  });
}

/** Installs the dependencies named in package-lock.json where they are missing or outdated. */
export async function ensureDependencies({ onlyStderr = false } = {}) {
  if (dependenciesAreInstalled()) return;
  process.stderr.write('Installing dependencies (npm ci) ...\n');
  // Some packages name a newer Node as theirs and run on ours (npm test shows it): npm's warning would only worry.
  const args = ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'];
  if ((await runProgram('npm', args, { onlyStderr })) !== 0) {
    throw new SetupError('npm ci failed: see its message above. It needs a connection to the npm registry.');
  }
}

/** Newest change below a path, folders included (a deleted file touches its folder); tests are not built. */
/** @param {string} path @returns {number} */
function newestChange(path) {
  if (!existsSync(path)) return 0;
  const facts = statSync(path);
  if (!facts.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : facts.mtimeMs;
  return readdirSync(path).reduce(
    (newest, name) => Math.max(newest, newestChange(join(path, name))),
    facts.mtimeMs,
  );
}

/** Whether dist/ is older than what it is built from, or missing. */
export function buildIsStale() {
  const built = join(DIST, 'index.html');
  if (!existsSync(built)) return true;
  const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];
  return sources.some((name) => newestChange(join(ROOT, name)) > statSync(built).mtimeMs);
}

/** Builds the page into dist/ where that is missing or older than its sources. */
export async function ensureBuild({ onlyStderr = false } = {}) {
  if (!buildIsStale()) return;
  process.stderr.write('Building the page ...\n');
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  // Tests run with NODE_ENV=test, which would build React's slow development version.
  const options = { onlyStderr, env: { NODE_ENV: 'production' } };
  if ((await runProgram(process.execPath, [vite, 'build', '--logLevel', 'error'], options)) !== 0) {
    throw new SetupError('The build failed: see the message above.');
  }
}

const NO_CHROMIUM =
  'No Chromium was found and none could be installed: install Chromium or Chrome, or name one in CHROMIUM_PATH.';

/**
 * A Chromium that starts: an installed one, else Playwright's download, else Debian's package where we are root.
 * Needs the dependencies.
 *
 * @returns {Promise<string>} path of the program
 */
export async function ensureChromium() {
  const present = await findChromium();
  if (present !== undefined) return present;
  if (process.env.CHROMIUM_PATH) {
    throw new SetupError(`CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which does not start.`);
  }

  process.stderr.write("No Chromium found; trying Playwright's download (about 170 MB) ...\n");
  const playwright = join(ROOT, 'node_modules', 'playwright', 'cli.js');
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' };
  // Where the download is not allowed its stack traces would bury what comes next.
  await runProgram(process.execPath, [playwright, 'install', '--no-shell', 'chromium'], { env, quiet: true });
  const downloaded = await findChromium();
  if (downloaded !== undefined) return downloaded;

  const isRoot = process.getuid?.() === 0;
  if (process.platform === 'linux' && isRoot && existsSync('/usr/bin/apt-get')) {
    process.stderr.write("Trying the distribution's package chromium ...\n");
    const quietly = { DEBIAN_FRONTEND: 'noninteractive' };
    await runProgram('apt-get', ['update', '-qq'], { env: quietly });
    await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      env: quietly,
    });
    const packaged = await findChromium();
    if (packaged !== undefined) return packaged;
  }
  throw new SetupError(NO_CHROMIUM);
}

/**
 * Runs a script's main part; a SetupError ends it with its sentence alone and exit code 1.
 *
 * @param {() => Promise<number | void>} main gives the exit code (default 0)
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
