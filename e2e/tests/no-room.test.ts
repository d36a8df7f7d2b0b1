/** Where the browser has no room left: the page says so and what to do, keeps its numbers, deletes nothing, and hands them out as files. */

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { KeptStudy } from '../../src/lab/study/kept.ts';
import { historyFromJson } from '../../src/share/history-file.ts';
import { resultFromJson } from '../../src/share/json-file.ts';
import {
  changeSettings,
  pauseAt,
  runButton,
  SHORT_RUN,
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
  waitForStudy,
} from './study-page.ts';

const { visit } = withBrowser();

/** How a small write of another database of this site ends. */
const probe = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((done) => {
        const opening = indexedDB.open('probe', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('probe');
        opening.onerror = () => done(opening.error?.name ?? 'refused');
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('probe', 'readwrite');
          transaction.objectStore('probe').put('x', 1);
          transaction.oncomplete = () => done('written');
          transaction.onabort = () => done(transaction.error?.name ?? 'refused');
          transaction.addEventListener('complete', () => opening.result.close());
          transaction.addEventListener('abort', () => opening.result.close());
        };
      }),
  );

/**
 * Takes all room from the site, and waits until writes are refused: Chromium trusts for up to half a minute what room it
 * was told of. Gives what brings the room back.
 */
async function takeRoom(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(siteUrl);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await expect.poll(() => probe(page), { timeout: 90_000, interval: 1_000 }).toBe('QuotaExceededError');
  return async () => {
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await expect.poll(() => probe(page), { timeout: 90_000, interval: 1_000 }).toBe('written');
  };
}

const refusal = (page: Page) => page.locator('[role="alert"][data-code="storage.full"]');

/** What the refusal must say: what happened, that nothing is lost, and the way out. */
const SENTENCE =
  /The browser has no room left[\s\S]*Nothing was deleted[\s\S]*stays until[\s\S]*Export[\s\S]*then/;

describe('a browser without room', () => {
  it('ends a study with a sentence; its numbers stay, can be exported, and it goes on when there is room', async () => {
    const { page } = await visit();
    await openSection(page, 'Study');
    await shown(page, 'recorded').waitFor();
    await chooseModels(page, ['m1-base', 'm1-chat']);
    await makeShort(page, { steps: 20 });
    await pauseAt(page, 'study-status', /Model 2 of 2[\s\S]*tuning, step [1-9]/, () => startStudy(page));
    const table = page.locator('.cells__table tbody');
    const numbers = await table.locator('[data-model="micro/m1-base"]').textContent();
    expect(numbers).toMatch(/\d%/);

    const giveRoom = await takeRoom(page);
    await resume(page);
    await waitForStudy(page, 'failed');
    await refusal(page).waitFor();
    expect(await refusal(page).textContent()).toMatch(SENTENCE);
    expect(await table.locator('[data-model="micro/m1-base"]').textContent()).toBe(numbers);
    await shown(page, 'live').getByText('As far as it came').waitFor();
    expect(await violations(page)).toEqual([]);
    const csv = await savedBy(page, 'CSV of the table');
    expect(csv.split('\r\n').filter((line) => line.startsWith('micro/m1-base,'))).toHaveLength(12);

    await openSection(page, 'History');
    const rows = page.locator('.history__table tbody tr');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(1);
    expect(await rows.first().textContent()).toContain('not finished');
    const [entry] = historyFromJson(await savedBy(page, 'Export all')) as KeptStudy[];
    expect(entry).toMatchObject({ kind: 'study', config: { models: [{ id: 'micro/m1-base' }, {}] } });
    expect(entry!.runs.find(({ model }) => model === 0)?.result).toMatchObject({ schemaVersion: 1 });
    expect(entry!.runs.find(({ model }) => model === 1)?.tuning?.losses.length).toBeGreaterThan(0);

    await giveRoom();
    await openSection(page, 'Study');
    await goOn(page);
    await waitForStudy(page, 'done');
    expect(await table.locator('[data-model="micro/m1-base"]').textContent()).toBe(numbers);
    expect(await table.locator('[data-model="micro/m1-chat"]').textContent()).toMatch(/\d%/);
    expect(await refusal(page).count()).toBe(0);
  });

  it('lets a run come to its end; the page says that it is not kept, and it can be saved as a file', async () => {
    const { page } = await visit();
    await changeSettings(page, SHORT_RUN);
    await runButton(page).click();
    await waitForStatus(page, 'done');
    const giveRoom = await takeRoom(page);
    await changeSettings(page, { Seed: '7' });
    await runButton(page).click();
    await page.locator('[data-origin="live"]').getByText('seed 7').waitFor();
    await waitForStatus(page, 'done');
    await refusal(page).waitFor();
    expect(await refusal(page).textContent()).toMatch(SENTENCE);
    expect(await page.locator('.result-table tbody tr').count()).toBe(3);
    const { result } = resultFromJson(await savedBy(page, 'Download JSON'));
    expect(result.config.seed).toBe(7);
    expect(await violations(page)).toEqual([]);
    // The one that is kept is still there, the other is not.
    await openSection(page, 'History');
    const rows = page.locator('.history__table tbody tr');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(1);
    // Its facts are read after the list.
    await expect.poll(() => rows.first().textContent()).toContain('seed 0');
    await giveRoom();
  });
});
