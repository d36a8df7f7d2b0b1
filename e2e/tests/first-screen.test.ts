import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../scripts/setup.mjs';
import { runButton, siteUrl, violations, withBrowser } from './harness.ts';

const { visit } = withBrowser();

/** Written anew where UPDATE_SCREENSHOTS is set, so that a test run leaves the tree as it was. */
const README_PICTURE = join(ROOT, 'e2e/screenshots/page.png');

/** Names of chunks that hold engine, hub, tokenizer or onnxruntime. */
const HEAVY = /host|run-session|transformers|ort|optimizer|checks|\.wasm|\.onnx/;

const recorded = (page: Page) => page.locator('[data-origin="recorded"]');

describe('first screen', () => {
  it('shows a recorded result and the command that made it, and loads no engine', async () => {
    const { page, requests } = await visit();
    await recorded(page).waitFor();
    await page.getByRole('region', { name: /^Rates with their/ }).waitFor();
    await expect
      .poll(() => recorded(page).locator('.view__label').textContent())
      .toMatch(/Recorded run[\s\S]*npm run lab -- run/);
    await expect.poll(() => runButton(page).isEnabled()).toBe(true);
    await page.waitForLoadState('networkidle');
    expect(requests.length).toBeGreaterThan(5);
    expect(requests.filter((url) => HEAVY.test(url.slice(siteUrl.length)))).toEqual([]);
    expect(page.workers()).toEqual([]);
  });

  it('preselects the embedded model and the closed benchmark', async () => {
    const { page } = await visit();
    const chosen = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
    await expect.poll(() => chosen('Model')).toBe('micro/m1-base');
    await expect.poll(() => chosen('Benchmark')).toBe('closed');
  });

  it.each([
    ['light', 'en'],
    ['dark', 'en'],
    ['light', 'de'],
    ['dark', 'de'],
  ] as const)('has no accessibility violations: %s, %s', async (colorScheme, language) => {
    const { page } = await visit({ colorScheme, locale: language });
    await recorded(page).waitFor();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);
    await page.waitForLoadState('networkidle');
    expect(await violations(page)).toEqual([]);
  });

  it('fits a phone without scrolling sideways', async () => {
    const { page } = await visit({ viewport: { width: 390, height: 844 } });
    await recorded(page).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  it('looks as in the README', async () => {
    const { page } = await visit({ colorScheme: 'light' });
    await recorded(page).waitFor();
    await page.waitForLoadState('networkidle');
    const picture = await page.screenshot({
      animations: 'disabled',
      clip: { x: 0, y: 0, width: 1280, height: 1500 },
      fullPage: true,
    });
    if (process.env.UPDATE_SCREENSHOTS || !existsSync(README_PICTURE)) writeFileSync(README_PICTURE, picture);
    expect(picture.length).toBeGreaterThan(50_000);
  });
});
