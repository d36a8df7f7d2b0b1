import { expect, it } from 'vitest';
import { changeSettings, runButton, waitForStatus, withBrowser } from './harness.ts';

const { visit } = withBrowser();

it('kernels can be pinned, stay pinned in the next visit, and are named with the result', async () => {
  const { page } = await visit();
  const kernels = page.getByLabel('Kernels', { exact: true });
  const open = () => page.locator('summary', { hasText: 'Settings' }).click();
  await open();
  // The worker is asked first what the adapter can run.
  await expect
    .poll(() => kernels.locator('option').allTextContents(), { timeout: 30_000 })
    .toContain('register');
  expect(await kernels.inputValue()).toBe('');
  await kernels.selectOption('register');

  await page.reload();
  await open();
  expect(await kernels.inputValue()).toBe('register');
  await open();
  await changeSettings(page, { Steps: '1', 'Evaluate at steps': '0', 'Test items': '1' });
  await runButton(page).click();
  await waitForStatus(page, 'done');
  expect(await page.locator('.facts').textContent()).toContain('Kernelsregister, pinned');

  await open();
  await page.getByRole('button', { name: 'Measure again' }).click();
  await page.getByText('The next run measures anew.').waitFor();
  await kernels.selectOption('');
  await page.reload();
  await open();
  expect(await kernels.inputValue()).toBe('');
});
