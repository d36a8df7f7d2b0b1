/** Placebos in a study and beside a single run: tuned, shown, passed on, and gone on with after a crash. */

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { decodeResult } from '../../src/share/permalink.ts';
import {
  changeSettings,
  killTab,
  linkOf,
  noteStatus,
  pauseAt,
  runButton,
  savedBy,
  siteUrl,
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

async function setUp(page: Page): Promise<void> {
  await openSection(page, 'Study');
  await shown(page, 'recorded').waitFor();
  await chooseModels(page, ['m1-base', 'm1-chat']);
  await makeShort(page, { steps: 12 });
  await page.getByRole('checkbox', { name: 'Zero-shot' }).uncheck();
  await page.getByRole('checkbox', { name: '3-shot' }).uncheck();
}

describe('a study with a placebo', () => {
  it('goes on in the middle of the placebo’s tuning, and shows, exports and links it', async () => {
    const { page, context } = await visit();
    await setUp(page);
    // A placebo goes with the soft prompt it controls.
    const placebo = page.getByRole('checkbox', { name: /^Placebo: shuffled answers\s*Tunes/ });
    await placebo.check();
    await page.getByRole('checkbox', { name: 'Soft prompt', exact: true }).uncheck();
    await expect.poll(() => placebo.isDisabled()).toBe(true);
    expect(await placebo.isChecked()).toBe(false);
    await page.getByRole('checkbox', { name: 'Soft prompt', exact: true }).check();
    await placebo.check();
    await startStudy(page);
    await waitForStudy(page, 'done');
    const expected = await studyOf(page);
    expect(expected.config.conditions).toEqual(['soft-prompt', 'placebo-wrong']);
    expect(expected.cells.map(({ condition }) => condition)).toEqual([
      'soft-prompt',
      'placebo-wrong',
      'soft-prompt',
      'placebo-wrong',
    ]);
    const own = shown(page, 'live');
    await own.locator('.cells__table thead').getByText('Placebo: shuffled answers').waitFor();
    await own
      .getByTestId('study-placebo')
      .getByRole('row', { name: /^shuffled answers \d/ })
      .first()
      .waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await savedBy(page, 'CSV')).toContain('micro/m1-base,base,m1,placebo-wrong,12,');
    const shared = await visit({ hash: new URL(await studyLinkOf(page)).hash });
    await shown(shared.page, 'shared').waitFor();
    await expect
      .poll(() => shared.page.locator('.cells__table').textContent())
      .toBe(await own.locator('.cells__table').textContent());

    const held = await pauseAt(
      page,
      'study-status',
      /Model 1 of 2.*Placebo: shuffled answers.*tuning, step [2-9]/,
      () => startStudy(page),
    );
    expect(held).toMatch(/Placebo: shuffled answers.*tuning, step ([2-9]|1[01]) of 12/);
    await killTab(page, () => resume(page));
    const second = await context.newPage();
    await second.goto(siteUrl);
    await openSection(second, 'Study');
    const notes = await noteStatus(second, 'study-status');
    await goOn(second);
    await waitForStudy(second, 'done');
    // The real tuning, which was over, is not made again.
    const again = (await notes()).filter((text) => /^Model 1 of 2.*tuning/.test(text));
    expect(again.filter((text) => !text.includes('Placebo'))).toEqual([]);
    const resumed = await studyOf(second);
    expect(resumed.cells).toEqual(expected.cells);
    expect(resumed.analysis).toEqual(expected.analysis);
  });
});

describe('a single run', () => {
  it('goes on in the middle of its placebo after its tab was killed, and comes to the same numbers', async () => {
    const { page, context } = await visit();
    await changeSettings(page, { Steps: '12', 'Evaluate at steps': '12', 'Test items': '6' });
    await page.locator('summary', { hasText: 'Settings' }).click();
    await page.getByRole('checkbox', { name: /^Placebo: random options, low rate/ }).check();
    await runButton(page).click();
    await waitForStatus(page, 'done');
    const expected = (await decodeResult(new URL(await linkOf(page)).hash)).result;
    expect(expected.config.controls).toEqual(['random-slow']);
    await expect.poll(() => page.getByRole('list', { name: 'Not finished' }).count()).toBe(0);

    const held = await pauseAt(page, 'status-line', /Tuning.*step [2-9] of 12.*low rate/, () =>
      runButton(page).click(),
    );
    expect(held).toMatch(/step ([2-9]|1[01]) of 12.*low rate/);
    await killTab(page, () => resume(page));
    const second = await context.newPage();
    await second.goto(siteUrl);
    const unfinished = second.getByRole('list', { name: 'Not finished' });
    await unfinished.getByText('m1-base · micro-closed').waitFor();
    // Not a result yet, so the history lists the other one alone.
    await openSection(second, 'History');
    const rows = second.locator('.history__table tbody tr');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(1);
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
    await expect.poll(() => rows.count()).toBe(2);
    await openSection(second, 'Single run');
    await runButton(second).waitFor();
    await expect.poll(() => unfinished.count()).toBe(0);
  });

  it('that is cancelled leaves nothing to go on with; one that was cut off can be put away', async () => {
    const { page, context } = await visit();
    // More steps than the test waits for.
    await changeSettings(page, { Steps: '400', 'Evaluate at steps': '400', 'Test items': '1' });
    const tuning = page.getByTestId('status-line').getByText('Tuning the soft prompt');
    await runButton(page).click();
    await tuning.waitFor({ timeout: 240_000 });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await waitForStatus(page, 'cancelled');
    await expect.poll(() => page.getByRole('list', { name: 'Not finished' }).count()).toBe(0);
    await runButton(page).click();
    await tuning.waitFor({ timeout: 240_000 });
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
