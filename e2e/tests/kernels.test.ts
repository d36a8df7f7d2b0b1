import { expect, it } from 'vitest';
import { changeSettings, runButton, TINY_RUN, waitForStatus, withBrowser } from './harness.ts';

const { visit } = withBrowser();

it('kernels can be pinned, stay pinned in the next visit, and are named with the result', async () => {
  const { page } = await visit();
  const kernels = page.getByLabel('Kernels', { exact: true });
  const open = () => page.locator('summary', { hasText: 'Settings' }).click();
  await open();
  // The worker is asked first what the adapter can run.
  await expect.poll(() => kernels.locator('option').allTextContents()).toContain('register');
  expect(await kernels.inputValue()).toBe('');
  await kernels.selectOption('register');

  await page.reload();
  await open();
  await expect.poll(() => kernels.inputValue()).toBe('register');
  await open();
  await changeSettings(page, TINY_RUN);
  await runButton(page).click();
  await waitForStatus(page, 'done');
  await expect.poll(() => page.locator('.facts').textContent()).toContain('Kernelsregister, pinned');

  await open();
  await page.getByRole('button', { name: 'Measure again' }).click();
  await page.getByText('The next run measures anew.').waitFor();
  await kernels.selectOption('');
  await page.reload();
  await open();
  await expect.poll(() => kernels.locator('option').allTextContents()).toContain('register');
  expect(await kernels.inputValue()).toBe('');
});
