import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { historyFromJson } from '../../src/share/history-file.ts';
import { studyFromJson } from '../../src/share/study-file.ts';
import {
  changeSettings,
  killTab,
  noteStatus,
  pauseAt,
  runButton,
  savedBy,
  siteUrl,
  type VisitOptions,
  violations,
  waitForStatus,
  withBrowser,
} from './harness.ts';
import {
  chooseModels,
  goOn,
  makeShort,
  openSection,
  resume,
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

/** Two pairs. */
async function choosePairs(page: Page): Promise<void> {
  await chooseModels(page, ['m1-base', 'm1-chat', 'm4-base', 'm4-chat']);
  await page.locator('summary').filter({ hasText: '4 models, 2 pairs' }).waitFor();
}

describe('the study section', () => {
  it('shows the recorded study at once, with its command, swaps and tables, and loads no engine', async () => {
    const { page } = await visitStudy();
    await expect
      .poll(() => shown(page, 'recorded').textContent())
      .toMatch(/Recorded study[\s\S]*npm run lab -- study[\s\S]*7\.5 of 10 swaps/);
    await expect.poll(() => page.locator('.cells__table tbody tr').count()).toBe(10);
    expect(page.workers()).toEqual([]);
    await page.getByRole('radio', { name: 'Table' }).first().check();
    const row = page.getByRole('row', { name: /^Zero-shot Zero-shot 7\.5/ });
    // Its items, how often the best is named, and the swaps with ties in alphabetical order.
    await expect
      .poll(async () => (await row.locator('td').allTextContents()).slice(-3))
      .toEqual(['228', '0.0%', '7']);
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
    await page.locator('.setup summary').nth(1).waitFor();
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
    const title = 'Base rankings against post-trained ones';
    const svg = await savedBy(page, `Download “${title}” as SVG`);
    expect(svg).toMatch(/^<svg[\s\S]*<title>Base rankings/);
    expect(svg).toContain('7.5 of 10 swaps');
    expect(svg).not.toMatch(/var\(|class=/);
    expect(await savedBy(page, `Download “${title}” as CSV`)).toContain(
      'zero-shot,zero-shot,exactMatch,7.5,',
    );
    const { result } = studyFromJson(await savedBy(page, 'Download JSON'));
    expect(result.cells).toHaveLength(30);
  });
});

describe('a study', () => {
  it('set up from a link, cut off by a crash, goes on, and comes to the link’s numbers, shown beside them', async () => {
    const { page, context } = await visitStudy();
    await choosePairs(page);
    await makeShort(page, { steps: 12 });
    await startStudy(page);
    await waitForStudy(page, 'done');
    const expected = await studyOf(page);
    expect(expected.models.map(({ state }) => state)).toEqual(new Array(4).fill({ status: 'done' }));
    expect(expected.cells).toHaveLength(12);
    expect(expected.analysis.families.map(({ name }) => name)).toEqual(['m1', 'm4']);
    const { hash } = new URL(await studyLinkOf(page));

    await page.goto(siteUrl + hash);
    const setUpAgain = async (of: Page) => {
      await shown(of, 'shared').waitFor();
      await of.getByRole('button', { name: 'Set up the same study' }).click();
    };
    await setUpAgain(page);
    const held = await pauseAt(page, 'study-status', /Model 2 of 4: m1-chat.*tuning, step [2-9]/, () =>
      startStudy(page),
    );
    const step = Number(/tuning, step (\d+) of 12/.exec(held)?.[1]);
    expect(step).toBeLessThan(12);
    await killTab(page, () => resume(page));

    const second = await context.newPage();
    await second.goto(siteUrl + hash);
    await setUpAgain(second);
    const notes = await noteStatus(second, 'study-status');
    await goOn(second);
    await waitForStudy(second, 'done');
    const resumed = await studyOf(second);
    expect(resumed.cells).toEqual(expected.cells);
    expect(resumed.analysis).toEqual(expected.analysis);
    expect(resumed.models.map(({ state }) => state.status)).toEqual(new Array(4).fill('done'));
    await expect.poll(() => second.getByRole('list', { name: 'Not finished' }).count()).toBe(0);

    // The first model is not loaded again, and the second is neither evaluated nor tuned over what was kept.
    const texts = await notes();
    const phases = /^Model 1 of 4.*(loading|checking|-shot|tuning|soft prompt)/;
    expect(texts.filter((text) => phases.test(text))).toEqual([]);
    const ofSecond = texts.filter((text) => text.startsWith('Model 2 of 4'));
    expect(ofSecond.filter((text) => /-shot/.test(text))).toEqual([]);
    const steps = ofSecond
      .map((text) => /tuning, step (\d+)/.exec(text)?.[1])
      .filter((found) => found !== undefined)
      .map(Number);
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(step);
    expect(Math.max(...steps)).toBeLessThanOrEqual(12);

    const table = second.getByRole('region', { name: 'Beside the link’s numbers' }).locator('tbody tr');
    await expect.poll(() => table.count()).toBe(12);
    for (const row of await table.allTextContents()) {
      expect(row).toMatch(/same files[\s\S]*\+0\.0[\s\S]*within both intervals/);
    }
  });

  it('is steered by its buttons, each confirmed by the worker', async () => {
    const { page } = await visitStudy();
    await choosePairs(page);
    // No model comes to its end, so that no moment passes by.
    await makeShort(page, { steps: 400, items: 1 });
    const status = page.getByTestId('study-status');
    await startStudy(page);
    await status.filter({ hasText: /Model 1 of 4[\s\S]*tuning/ }).waitFor({ timeout: 240_000 });
    await page.getByRole('button', { name: 'Pause' }).click();
    await waitForStudy(page, 'paused');
    await resume(page);
    await waitForStudy(page, 'running');
    await page.getByRole('button', { name: 'Skip this model' }).click();
    await status.filter({ hasText: 'Model 2 of 4' }).waitFor();
    await page.locator('.study__left').getByText('m1-base skipped').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await waitForStudy(page, 'stopped');
    await page.getByRole('button', { name: 'Retry failed and skipped' }).click();
    await status.filter({ hasText: 'Model 1 of 4' }).waitFor();
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
    await expect
      .poll(() => fresh.page.locator('.cells__table').textContent())
      .toBe(await page.locator('.cells__table').textContent());
    expect(fresh.page.workers()).toEqual([]);
    await fresh.page.getByRole('button', { name: 'Set up the same study' }).click();
    await fresh.page.getByRole('heading', { name: 'Beside the link’s numbers' }).waitFor();
    await fresh.page.locator('.setup').getByText('10 models, 5 pairs').waitFor();
  });
});

describe('the history', () => {
  it('keeps runs and studies: opens, renames, compares, exports, imports, deletes', async () => {
    const { page } = await visit();
    await changeSettings(page, { Steps: '1', 'Evaluate at steps': '1', 'Test items': '6' });
    const setup = page.getByRole('region', { name: 'Set up a run' });
    for (const model of ['m1-base', 'm1-chat']) {
      await setup.getByLabel('Model', { exact: true }).selectOption({ label: model });
      await runButton(page).click();
      await waitForStatus(page, 'done');
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
    await page.locator('.comparison__flips').first().waitFor();
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
    await expect
      .poll(() => page.locator('.view__label').textContent())
      .toBe('From your historyKept in this browser as “my base”.');
  });
});
