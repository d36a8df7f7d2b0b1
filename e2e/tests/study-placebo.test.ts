/** Placebos in a study and beside a single run: tuned, shown, passed on, and gone on with after a crash. */

import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { decodeResult } from '../../src/share/permalink.ts';
import {
  changeSettings,
  linkOf,
  runButton,
  SHORT_RUN,
  siteUrl,
  waitForStatus,
  withBrowser,
} from './harness.ts';
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

async function setUp(page: Page): Promise<void> {
  await openSection(page, 'Study');
  await shown(page, 'recorded').waitFor();
  await chooseModels(page, ['m1-base', 'm1-chat']);
  await makeShort(page, 30);
  await page.getByRole('checkbox', { name: 'Zero-shot' }).uncheck();
  await page.getByRole('checkbox', { name: '3-shot' }).uncheck();
}

describe('a study with a placebo', () => {
  it('goes on in the middle of the placebo’s tuning, and shows, exports and links it', async () => {
    const whole = await visit();
    await setUp(whole.page);
    // A placebo goes with the soft prompt it controls.
    const placebo = whole.page.getByRole('checkbox', { name: /^Placebo: shuffled answers\s*Tunes/ });
    await placebo.check();
    await whole.page.getByRole('checkbox', { name: 'Soft prompt', exact: true }).uncheck();
    expect(await placebo.isChecked()).toBe(false);
    expect(await placebo.isDisabled()).toBe(true);
    await whole.page.getByRole('checkbox', { name: 'Soft prompt', exact: true }).check();
    await placebo.check();
    await startStudy(whole.page);
    await waitForStudy(whole.page, 'done');
    const expected = await studyOf(whole.page);
    expect(expected.config.conditions).toEqual(['soft-prompt', 'placebo-wrong']);
    expect(expected.cells.map(({ condition }) => condition)).toEqual([
      'soft-prompt',
      'placebo-wrong',
      'soft-prompt',
      'placebo-wrong',
    ]);
    const own = shown(whole.page, 'live');
    expect(await own.locator('.cells__table thead').textContent()).toContain('Placebo: shuffled answers');
    await own
      .getByTestId('study-placebo')
      .getByText(/form .* \(real answers/)
      .first()
      .waitFor();
    const { violations } = await new AxeBuilder({ page: whole.page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    const download = whole.page.waitForEvent('download');
    await whole.page.locator('.share').getByRole('button', { name: 'CSV' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toContain(
      'micro/m1-base,base,m1,placebo-wrong,30,',
    );
    const shared = await visit({ hash: new URL(await studyLinkOf(whole.page)).hash });
    await shown(shared.page, 'shared').waitFor();
    expect(await shared.page.locator('.cells__table').textContent()).toBe(
      await own.locator('.cells__table').textContent(),
    );

    const { page, context } = await visit();
    await setUp(page);
    await page.getByRole('checkbox', { name: /^Placebo: shuffled answers\s*Tunes/ }).check();
    await startStudy(page);
    await page
      .getByTestId('study-status')
      .filter({
        hasText: /Model 1 of 2[\s\S]*Placebo: shuffled answers[\s\S]*tuning, step ([1-9]|[12]\d) of 30/,
      })
      .waitFor({ timeout: 240_000 });
    await killTab(page);
    const second = await context.newPage();
    await second.goto(siteUrl);
    await openSection(second, 'Study');
    await second.getByRole('button', { name: 'Go on' }).click();
    await waitForStudy(second, 'done');
    const resumed = await studyOf(second);
    expect(resumed.cells).toEqual(expected.cells);
    expect(resumed.analysis).toEqual(expected.analysis);
  });
});

describe('a single run', () => {
  it('goes on in the middle of its placebo after its tab was killed, and comes to the same numbers', async () => {
    const setUpRun = async (page: Page) => {
      await changeSettings(page, SHORT_RUN);
      await page.locator('summary', { hasText: 'Settings' }).click();
      await page.getByRole('checkbox', { name: /^Placebo: random options, low rate/ }).check();
      await runButton(page).click();
    };
    const whole = await visit();
    await setUpRun(whole.page);
    await waitForStatus(whole.page, 'done');
    const expected = (await decodeResult(new URL(await linkOf(whole.page)).hash)).result;
    expect(expected.config.controls).toEqual(['random-slow']);
    expect(await whole.page.getByRole('list', { name: 'Not finished' }).count()).toBe(0);

    const { page, context } = await visit();
    await setUpRun(page);
    await page
      .getByTestId('status-line')
      .filter({ hasText: /low rate/ })
      .waitFor({ timeout: 240_000 });
    await killTab(page);
    const second = await context.newPage();
    await second.goto(siteUrl);
    const unfinished = second.getByRole('list', { name: 'Not finished' });
    await unfinished.getByText('m1-base · micro-closed').waitFor();
    // Not a result yet, so the history does not list it.
    await openSection(second, 'History');
    await second.getByText('Nothing kept yet').waitFor();
    await openSection(second, 'Single run');
    await unfinished.getByRole('button', { name: 'Go on' }).click();
    await waitForStatus(second, 'done');
    const resumed = (await decodeResult(new URL(await linkOf(second)).hash)).result;
    const numbers = ({ points, controls = [], analysis }: typeof resumed) => ({
      points: points.map(({ seconds: _, ...point }) => point),
      controls: controls.map(({ points: own, losses, ...rest }) => ({
        ...rest,
        points: own.map(({ seconds: _, ...point }) => point),
        losses: losses.map(({ loss }) => loss),
      })),
      analysis,
    });
    expect(numbers(resumed)).toEqual(numbers(expected));
    await openSection(second, 'History');
    await expect.poll(() => second.locator('.history__table tbody tr').count()).toBe(1);
    await openSection(second, 'Single run');
    expect(await unfinished.count()).toBe(0);
  });

  it('that is cancelled leaves nothing to go on with; one that was cut off can be put away', async () => {
    const { page, context } = await visit();
    await changeSettings(page, { ...SHORT_RUN, Steps: '40', 'Evaluate at steps': '40' });
    await runButton(page).click();
    await page
      .getByTestId('status-line')
      .filter({ hasText: /tuning|Tuning/ })
      .waitFor({ timeout: 240_000 });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await waitForStatus(page, 'cancelled');
    expect(await page.getByRole('list', { name: 'Not finished' }).count()).toBe(0);
    await runButton(page).click();
    await page
      .getByTestId('status-line')
      .filter({ hasText: /tuning|Tuning/ })
      .waitFor({ timeout: 240_000 });
    await killTab(page);
    const second = await context.newPage();
    await second.goto(siteUrl);
    await second.getByRole('button', { name: 'Put away m1-base · micro-closed' }).click();
    await expect.poll(() => second.getByRole('list', { name: 'Not finished' }).count()).toBe(0);
    await second.reload();
    await second.waitForLoadState('networkidle');
    expect(await second.getByRole('list', { name: 'Not finished' }).count()).toBe(0);
  });
});
