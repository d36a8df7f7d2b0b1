/** What the end-to-end tests of studies share: moving about the study section and reading its result. */

import type { Page } from 'playwright';
import type { StudyResult } from '../../src/lab/study/types.ts';
import { decodeStudy } from '../../src/share/study-link.ts';

export const openSection = (page: Page, name: 'Study' | 'History' | 'Single run') =>
  page
    .getByRole('navigation', { name: 'Parts of the lab' })
    .getByRole('button', { name, exact: true })
    .click();

export const shown = (page: Page, origin: string) => page.locator(`[data-study="${origin}"]`);

export async function waitForStudy(page: Page, status: string): Promise<void> {
  await page.locator(`[data-testid="study-status"][data-status="${status}"]`).waitFor({ timeout: 240_000 });
}

export async function studyLinkOf(page: Page): Promise<string> {
  const field = page.getByLabel('Link to this study');
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('.share__link')?.value.includes('#s=') === true,
  );
  return field.inputValue();
}

export const studyOf = async (page: Page): Promise<StudyResult> =>
  decodeStudy(new URL(await studyLinkOf(page)).hash);

/** The models of the next study, in place of the embedded ten. */
export async function chooseModels(page: Page, names: readonly string[]): Promise<void> {
  await page.locator('summary').filter({ hasText: 'Models' }).click();
  await page.getByRole('button', { name: 'Remove all' }).click();
  for (const name of names) await page.getByLabel('Add an embedded model').selectOption({ label: name });
}

/** Opens the settings and makes a study of minutes' parts one of seconds; a tab to be killed while tuning wants more steps. */
export async function makeShort(page: Page, steps = 6): Promise<void> {
  await page.locator('summary').filter({ hasText: 'Settings' }).click();
  await page.getByLabel('Steps', { exact: true }).fill(String(steps));
  await page.getByLabel('Test items', { exact: true }).fill('8');
}

export const startStudy = (page: Page) => page.getByRole('button', { name: 'Start the study' }).click();

/** The tab dies as in a crash: nothing of it runs any more. */
export async function killTab(page: Page): Promise<void> {
  const killer = await page.context().newCDPSession(page);
  const died = page.waitForEvent('crash');
  void killer.send('Page.crash').catch(() => undefined);
  await died;
  await page.close();
}
