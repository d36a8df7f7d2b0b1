/**
 * Which Chromium runs the tests and the headless lab, and with which arguments: one definition for both.
 *
 * Node built-ins only (the test script asks before anything is installed); downloads nothing itself.
 */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * WebGPU without a graphics card: the SwiftShader adapter that Chromium ships. The last lines keep the browser
 * from asking its vendor's servers for updates while tests watch the network.
 */
export const CHROMIUM_ARGS = [
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @returns {string[]} */
function candidates() {
  const fromPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const programFiles = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
  return [
    ...fromPath,
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ...programFiles.flatMap((folder) =>
      folder === undefined ? [] : [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')],
    ),
  ];
}

/**
 * Whether the file starts: some distributions put a stub under Chromium's name that only asks for another
 * package, and a downloaded Chromium may lack system libraries. Windows' Chrome opens a window for --version and
 * is taken at its word.
 *
 * @param {string} path
 */
export function chromiumStarts(path) {
  if (!existsSync(path)) return false;
  if (process.platform === 'win32') return true;
  const answer = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return answer.status === 0 && /\d+\.\d+/.test(answer.stdout);
}

/** Playwright's own download, where Playwright is installed and has one. */
async function playwrightChromium() {
  try {
    const { chromium } = await import('playwright');
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

/**
 * A Chromium that starts: the one named by CHROMIUM_PATH, an installed one, or Playwright's download, in this
 * order; undefined where there is none.
 *
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') return chromiumStarts(named) ? named : undefined;
  const installed = candidates().find(chromiumStarts);
  if (installed !== undefined) return installed;
  const downloaded = await playwrightChromium();
  return downloaded !== undefined && chromiumStarts(downloaded) ? downloaded : undefined;
}
