/** What the end-to-end tests of studies share: moving about the study section and reading its result. */

import type { Page } from 'playwright';
import type { StudyResult } from '../../src/lab/study/types.ts';
import { decodeStudy } from '../../src/share/study-link.ts';
import { madeLink, waitForStatus } from './harness.ts';

export const openSection = (page: Page, name: 'Study' | 'History' | 'Single run') =>
  page
    .getByRole('navigation', { name: 'Parts of the lab' })
    .getByRole('button', { name, exact: true })
    .click();

export const shown = (page: Page, origin: string) => page.locator(`[data-study="${origin}"]`);

export const waitForStudy = (page: Page, status: string) => waitForStatus(page, status, 'study-status');

export const studyLinkOf = (page: Page) => madeLink(page, 'Link to this study');

export const studyOf = async (page: Page): Promise<StudyResult> =>
  decodeStudy(new URL(await studyLinkOf(page)).hash);

/** The models of the next study, in place of the embedded ten. */
export async function chooseModels(page: Page, names: readonly string[]): Promise<void> {
  await page.locator('summary').filter({ hasText: 'Models' }).click();
  await page.getByRole('button', { name: 'Remove all' }).click();
  for (const name of names) await page.getByLabel('Add an embedded model').selectOption({ label: name });
}

/** Opens the settings and makes a study of minutes' parts one of seconds. */
export async function makeShort(page: Page, { steps = 6, items = 8 } = {}): Promise<void> {
  await page.locator('summary').filter({ hasText: 'Settings' }).click();
  await page.getByLabel('Steps', { exact: true }).fill(String(steps));
  await page.getByLabel('Test items', { exact: true }).fill(String(items));
}

export const startStudy = (page: Page) => page.getByRole('button', { name: 'Start the study' }).click();

export const goOn = (page: Page) =>
  page.getByRole('list', { name: 'Not finished' }).getByRole('button', { name: 'Go on' }).click();

export const resume = (page: Page) => page.getByRole('button', { name: 'Resume' }).click();
