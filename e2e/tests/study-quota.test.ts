/** A browser that has no room left: the study says so and stops, and nothing that was kept is touched. */

import { expect, it } from 'vitest';
import { historyToJson } from '../../src/share/history-file.ts';
import { sampleResult } from '../../src/share/testing/sample-result.ts';
import { withBrowser } from './harness.ts';
import { chooseModels, makeShort, openSection, shown, startStudy, waitForStudy } from './study-page.ts';

const { visit } = withBrowser();

it('a study that cannot be kept says how much room there is, and deletes nothing', async () => {
  const { page, context } = await visit();
  await openSection(page, 'History');
  const kept = {
    kind: 'run',
    name: 'an earlier run',
    createdAt: '2026-01-01T00:00:00.000Z',
    result: sampleResult(),
    examples: [],
  } as const;
  await page.getByTestId('history-input').setInputFiles({
    name: 'history.json',
    mimeType: 'application/json',
    buffer: Buffer.from(historyToJson([kept])),
  });
  const rows = page.locator('.history__table tbody tr');
  await rows.filter({ hasText: 'an earlier run' }).waitFor();

  const { origin } = new URL(page.url());
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 2_000 });
  await openSection(page, 'Study');
  await shown(page, 'recorded').waitFor();
  await chooseModels(page, ['m1-base', 'm1-chat']);
  await makeShort(page);
  await startStudy(page);
  await waitForStudy(page, 'failed');
  const alert = page.getByRole('alert');
  await alert.getByText(/room/).waitFor();
  expect(await alert.getAttribute('data-code')).toBe('storage.full');

  await openSection(page, 'History');
  await rows.filter({ hasText: 'an earlier run' }).waitFor();
  expect(await rows.count()).toBe(1);

  // With room again the same study runs.
  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await openSection(page, 'Study');
  await startStudy(page);
  await waitForStudy(page, 'done');
});
