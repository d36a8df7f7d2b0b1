/**
 * A page of the public network that asks a judge on this machine: Chromium (142) asks the person first, and without a window
 * takes no for the answer. Where a browser knows no such permission, the page is let through.
 */

import { afterAll, beforeAll, it } from 'vitest';
import { CHROMIUM_ARGS } from '../chromium.mjs';
import { siteUrl, withBrowser } from './harness.ts';
import { type JudgeServer, startJudgeServer } from './judge-server.ts';

const { host } = new URL(siteUrl.replace('localhost', '127.0.0.1'));
const { visit } = withBrowser([...CHROMIUM_ARGS, `--ip-address-space-overrides=${host}=public`]);

let server: JudgeServer;
beforeAll(async () => {
  server = await startJudgeServer();
});
afterAll(() => server.close());

it('says what the browser was told, and asks once it is allowed', async () => {
  const { page, context } = await visit({ expectedErrors: /CORS|ERR_FAILED|Failed to load resource/ });
  const known = await page.evaluate(() =>
    navigator.permissions.query({ name: 'local-network-access' as PermissionName }).then(
      () => true,
      () => false,
    ),
  );
  const setup = page.getByTestId('judge-setup');
  const list = setup.getByRole('button', { name: 'Ask the server' });
  await setup.locator('summary').click();
  await setup.getByLabel('Address').fill(server.address);
  if (known) {
    await list.click();
    await page
      .locator('.judge')
      .getByRole('alert')
      .getByText(/This browser was told to keep this page \(http:\/\/localhost:\d+\) away from servers/)
      .waitFor();
    await context.grantPermissions(['local-network-access'], { origin: new URL(siteUrl).origin });
  }
  await list.click();
  await setup.getByText('The server offers one model: judge-7b.').waitFor();
});
