import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { historyFromJson } from '../../src/share/history-file.ts';
import { studyFromJson } from '../../src/share/study-file.ts';
import { siteUrl, type VisitOptions, withBrowser } from './harness.ts';
import {
  chooseModels,
  killTab,
  makeShort,
  openSection,
  shown,
  startStudy,
  studyLinkOf,
  studyOf,
  waitForStudy,
} from './study-page.ts';

const { visit } = withBrowser();

async function visitStudy(options?: VisitOptions) {
  const own = await visit(options);
  await openSection(own.page, 'Study');
  await shown(own.page, 'recorded').waitFor();
  return own;
}

/** Two pairs, few items, few steps. */
async function setUpSmallStudy(page: Page): Promise<void> {
  await chooseModels(page, ['m1-base', 'm1-chat', 'm4-base', 'm4-chat']);
  await page.locator('summary').filter({ hasText: '4 models, 2 pairs' }).waitFor();
  await makeShort(page);
}

async function violations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

describe('the study section', () => {
  it('shows the recorded study at once, with its command, swaps and tables, and loads no engine', async () => {
    const { page } = await visitStudy();
    const text = await shown(page, 'recorded').textContent();
    expect(text).toMatch(/Recorded study[\s\S]*npm run lab -- study/);
    expect(text).toContain('7.5 of 10 swaps');
    expect(await page.locator('.cells__table tbody tr').count()).toBe(10);
    expect(page.workers()).toEqual([]);
    await page.getByRole('radio', { name: 'Table' }).first().check();
    const row = page.getByRole('row', { name: /^Zero-shot Zero-shot 7\.5/ });
    expect(await row.textContent()).toMatch(/7$/);
    await page.getByLabel('Benchmark', { exact: true }).selectOption('open');
    await page.getByRole('heading', { name: '10 models on micro-open' }).waitFor();
  });

  it.each([
    ['light', 'en'],
    ['dark', 'de'],
  ] as const)('has no accessibility violations: %s, %s', async (colorScheme, locale) => {
    const { page } = await visit({ colorScheme, locale });
    await page.locator('.sections__item').nth(1).click();
    await shown(page, 'recorded').waitFor();
    for (const summary of await page.locator('.setup summary').all()) await summary.click();
    await page.waitForLoadState('networkidle');
    expect(await violations(page)).toEqual([]);
    await page
      .getByRole('radio', { name: /^(Table|Tabelle)$/ })
      .first()
      .check();
    expect(await violations(page)).toEqual([]);
  });

  it('fits a phone without scrolling sideways', async () => {
    const { page } = await visitStudy({ viewport: { width: 390, height: 844 } });
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  it('gives its charts as files that stand on their own', async () => {
    const { page } = await visitStudy();
    const saved = async (name: string) => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name, exact: true }).click();
      return readFileSync(await (await download).path(), 'utf8');
    };
    const title = 'Base rankings against post-trained ones';
    const svg = await saved(`Download “${title}” as SVG`);
    expect(svg).toMatch(/^<svg[\s\S]*<title>Base rankings/);
    expect(svg).toContain('7.5 of 10 swaps');
    expect(svg).not.toMatch(/var\(|class=/);
    expect(await saved(`Download “${title}” as CSV`)).toContain('zero-shot,zero-shot,exactMatch,7.5,');
    const { result } = studyFromJson(await saved('Download JSON'));
    expect(result.cells).toHaveLength(30);
  });
});

describe('a study', () => {
  it('goes on after its tab was killed, and comes to the numbers of an uninterrupted one', async () => {
    // Enough steps that the kill surely falls between two of them.
    const steps = (of: Page) => of.getByLabel('Steps', { exact: true }).fill('30');
    const whole = await visitStudy();
    await setUpSmallStudy(whole.page);
    await steps(whole.page);
    await startStudy(whole.page);
    await waitForStudy(whole.page, 'done');
    const expected = await studyOf(whole.page);
    expect(expected.models.map(({ state }) => state)).toEqual(new Array(4).fill({ status: 'done' }));
    expect(expected.cells).toHaveLength(12);
    expect(expected.analysis.families.map(({ name }) => name)).toEqual(['m1', 'm4']);

    const { page, context } = await visitStudy();
    await setUpSmallStudy(page);
    await steps(page);
    await startStudy(page);
    await page
      .getByTestId('study-status')
      .filter({ hasText: /Model 2 of 4: m1-chat[\s\S]*tuning, step ([3-9]|1\d) of 30/ })
      .waitFor({ timeout: 240_000 });
    await killTab(page);

    const second = await context.newPage();
    await second.goto(siteUrl);
    await openSection(second, 'Study');
    await second.getByRole('list', { name: 'Not finished' }).getByRole('button', { name: 'Go on' }).click();
    // The first model is not loaded again.
    await second.getByTestId('study-status').filter({ hasText: 'Model 2 of 4' }).waitFor({ timeout: 60_000 });
    await waitForStudy(second, 'done');
    const resumed = await studyOf(second);
    expect(resumed.cells).toEqual(expected.cells);
    expect(resumed.analysis).toEqual(expected.analysis);
    expect(resumed.models.map(({ state }) => state.status)).toEqual(new Array(4).fill('done'));
    expect(await second.getByRole('list', { name: 'Not finished' }).count()).toBe(0);
  });

  it('is steered by its buttons, each confirmed by the worker', async () => {
    const { page } = await visitStudy();
    await setUpSmallStudy(page);
    await page.getByLabel('Steps', { exact: true }).fill('40');
    await startStudy(page);
    const status = page.getByTestId('study-status');
    await status.filter({ hasText: /Model 1 of 4[\s\S]*tuning/ }).waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Pause' }).click();
    await waitForStudy(page, 'paused');
    await page.getByRole('button', { name: 'Resume' }).click();
    await waitForStudy(page, 'running');
    await page.getByRole('button', { name: 'Skip this model' }).click();
    await status.filter({ hasText: 'Model 2 of 4' }).waitFor({ timeout: 60_000 });
    expect(await page.locator('.study__left').textContent()).toContain('m1-base skipped');
    await page.getByRole('button', { name: 'Stop' }).click();
    await waitForStudy(page, 'stopped');
    await page.getByRole('button', { name: 'Retry failed and skipped' }).click();
    await status.filter({ hasText: 'Model 1 of 4' }).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Stop' }).click();
    await waitForStudy(page, 'stopped');
  });

  it('opens from its link without WebGPU, and is set up again from it', async () => {
    const { page } = await visitStudy();
    const link = await studyLinkOf(page);
    expect(link.startsWith(`${siteUrl}#s=1.`)).toBe(true);
    expect(link.length).toBeLessThan(8_000);
    const fresh = await visit({
      hash: new URL(link).hash,
      prepare: (context) =>
        context.addInitScript(() => {
          Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined });
        }),
    });
    await shown(fresh.page, 'shared').waitFor();
    expect(await studyLinkOf(fresh.page)).toBe(link);
    expect(await fresh.page.locator('.cells__table').textContent()).toBe(
      await page.locator('.cells__table').textContent(),
    );
    expect(fresh.page.workers()).toEqual([]);
    await fresh.page.getByRole('button', { name: 'Set up the same study' }).click();
    await fresh.page.getByRole('heading', { name: 'Beside the link’s numbers' }).waitFor();
    expect(await fresh.page.locator('.setup').textContent()).toContain('10 models, 5 pairs');
  });

  it('stands beside the link’s numbers when it was run again', async () => {
    const first = await visitStudy();
    await setUpSmallStudy(first.page);
    await startStudy(first.page);
    await waitForStudy(first.page, 'done');
    const { models } = await studyOf(first.page);
    expect(models.map(({ state }) => state)).toEqual(new Array(4).fill({ status: 'done' }));
    const { page } = await visit({ hash: new URL(await studyLinkOf(first.page)).hash });
    await shown(page, 'shared').waitFor();
    await page.getByRole('button', { name: 'Set up the same study' }).click();
    await startStudy(page);
    await waitForStudy(page, 'done');
    const table = page.getByRole('region', { name: 'Beside the link’s numbers' }).locator('tbody tr');
    expect(await table.count()).toBe(12);
    for (const row of await table.allTextContents()) {
      expect(row).toMatch(/same files[\s\S]*\+0\.0[\s\S]*within both intervals/);
    }
  });
});

describe('the history', () => {
  it('keeps runs and studies: opens, renames, compares, exports, imports, deletes', async () => {
    const { page } = await visit();
    await page.getByText('Settings', { exact: true }).click();
    for (const [label, value] of [
      ['Steps', '2'],
      ['Evaluate at steps', '0, 2'],
      ['Test items', '6'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(value);
    }
    const setup = page.getByRole('region', { name: 'Set up a run' });
    for (const model of ['m1-base', 'm1-chat']) {
      await setup.getByLabel('Model', { exact: true }).selectOption({ label: model });
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.locator('[data-testid="status-line"][data-status="done"]').waitFor({ timeout: 240_000 });
    }
    await openSection(page, 'History');
    const rows = page.locator('.history__table tbody tr');
    await rows.nth(1).waitFor();
    expect(await rows.count()).toBe(2);
    // The size is measured after the list is shown.
    await expect.poll(() => rows.first().textContent()).toMatch(/m1-chat · micro-closed[\s\S]*\d\skB/);

    await page.getByRole('button', { name: 'Rename m1-base · micro-closed' }).click();
    await page.getByLabel('New name').fill('my base');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Choose my base').check();
    await page.getByLabel('Choose m1-chat · micro-closed').check();
    await page.getByRole('button', { name: 'Compare two chosen runs' }).click();
    await page.getByRole('heading', { name: 'my base against m1-chat · micro-closed' }).waitFor();
    const zero = page.getByRole('row', { name: /^Zero-shot, Exact match/ });
    // Six items: the base answers in form at most rarely, the post-trained model mostly.
    expect(await zero.textContent()).toMatch(/6$/);
    expect(await page.locator('.comparison__flips').count()).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export 2 chosen' }).click();
    const path = await (await download).path();
    const entries = historyFromJson(readFileSync(path, 'utf8'));
    expect(entries.map(({ name }) => name)).toEqual(['my base', 'm1-chat · micro-closed']);

    await page.getByRole('button', { name: 'Delete my base' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    expect(await rows.count()).toBe(2);
    await page.getByRole('button', { name: 'Delete my base' }).click();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await expect.poll(() => rows.count()).toBe(1);

    await page.getByTestId('history-input').setInputFiles({
      name: 'export.json',
      mimeType: 'application/json',
      buffer: readFileSync(path),
    });
    await page.getByText('2 entries were added.').waitFor();
    await expect.poll(() => rows.count()).toBe(3);

    await page.reload();
    await openSection(page, 'History');
    await rows.nth(2).waitFor();
    await rows.filter({ hasText: 'my base' }).getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: /m1-base on micro-closed/ }).waitFor();
    expect(await page.locator('.view__label').textContent()).toBe(
      'From your historyKept in this browser as “my base”.',
    );
  });
});
