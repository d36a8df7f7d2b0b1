/** A study of a model of the hub and a dropped folder: paired by name, corrected, cut off, and gone on with. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../scripts/setup.mjs';
import { type StaticServer, serve } from '../server.mjs';
import { siteUrl, withBrowser } from './harness.ts';
import {
  chooseModels,
  killTab,
  makeShort,
  openSection,
  shown,
  startStudy,
  studyOf,
  waitForStudy,
} from './study-page.ts';

const { visit } = withBrowser();
const MODELS = join(ROOT, 'public/models/micro');

/** One of the embedded models under the hub's addresses. */
let hub: StaticServer;
let folder: string;
/** Another model's files in a folder of the same name. */
let wrong: string;
/** The right files in a folder that was renamed. */
let renamed: string;

beforeAll(async () => {
  hub = await serve([
    {
      prefix: '/',
      folder: join(MODELS, 'm2-base'),
      cors: true,
      rewrite: (path) => /^someone\/tiny-Base\/resolve\/main\/(.+)$/.exec(path)?.[1],
    },
  ]);
  const own = mkdtempSync(join(tmpdir(), 'soft-prompt-lab-folders-'));
  folder = join(own, 'tiny-Instruct');
  wrong = join(own, 'other', 'tiny-Instruct');
  renamed = join(own, 'moved');
  cpSync(join(MODELS, 'm2-chat'), folder, { recursive: true });
  cpSync(join(MODELS, 'm1-chat'), wrong, { recursive: true });
  cpSync(join(MODELS, 'm2-chat'), renamed, { recursive: true });
});
afterAll(async () => {
  await hub.close();
  rmSync(join(folder, '..'), { recursive: true });
});

async function setUp(page: Page): Promise<void> {
  await openSection(page, 'Study');
  await shown(page, 'recorded').waitFor();
  await chooseModels(page, []);
  await page.getByLabel('Add from the Hugging Face hub').fill('someone/tiny-Base');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByLabel('Role, tiny-Base').waitFor();
  await page.getByTestId('study-folder-input').setInputFiles(folder);
  await page.getByLabel('Role, tiny-Instruct').waitFor();
  await makeShort(page, 30);
}

it('a hub model and a folder are paired, run, cut off, and gone on with once the right folder is there', async () => {
  const { page, context } = await visit({ hub: hub.origin, expectedErrors: /404/ });
  await setUp(page);
  await page.locator('summary').filter({ hasText: '2 models, 1 pair' }).waitFor();
  expect(await page.getByLabel('Role, tiny-Base').inputValue()).toBe('base');
  expect(await page.getByLabel('Role, tiny-Instruct').inputValue()).toBe('post-trained');
  expect(await page.getByLabel('Pair, tiny-Instruct').inputValue()).toBe('tiny');
  expect(await page.getByLabel('Chat template, tiny-Instruct').isChecked()).toBe(true);
  // A guess can be corrected, and back.
  await page.getByLabel('Pair, tiny-Instruct').fill('another');
  await page.locator('summary').filter({ hasText: '2 models, 0 pairs' }).waitFor();
  await page.getByLabel('Pair, tiny-Instruct').fill('tiny');
  await page.locator('summary').filter({ hasText: '2 models, 1 pair' }).waitFor();
  await startStudy(page);
  await waitForStudy(page, 'done');
  const expected = await studyOf(page);
  expect(expected.models.map(({ state }) => state.status)).toEqual(['done', 'done']);
  expect(expected.cells).toHaveLength(6);
  expect(expected.analysis.families).toEqual([{ name: 'tiny', base: 0, postTrained: 1 }]);
  expect(expected.models[0]!.hashes.map(({ path }) => path)).toContain('onnx/model_fp16.onnx');

  await startStudy(page);
  await page
    .getByTestId('study-status')
    .filter({ hasText: /Model 2 of 2: tiny-Instruct[\s\S]*tuning, step \d+ of 30/ })
    .waitFor({ timeout: 240_000 });
  await killTab(page);
  const second = await context.newPage();
  await second.goto(siteUrl);
  await openSection(second, 'Study');
  const unfinished = second.getByRole('list', { name: 'Not finished' });
  await unfinished.getByText('It needs the folder of tiny-Instruct again').waitFor();
  await second.getByTestId('wanted-folder-input').setInputFiles(wrong);
  await second
    .getByRole('alert')
    .getByText('The files of “tiny-Instruct” are not those it began with')
    .waitFor();
  // Known by its hashes, not by its name.
  await second.getByTestId('wanted-folder-input').setInputFiles(renamed);
  await unfinished.getByText('The folder of tiny-Instruct is there.').waitFor();
  expect(await second.getByRole('alert').count()).toBe(0);
  await unfinished.getByRole('button', { name: 'Go on' }).click();
  await second.getByTestId('study-status').filter({ hasText: 'Model 2 of 2' }).waitFor({ timeout: 60_000 });
  await waitForStudy(second, 'done');
  const resumed = await studyOf(second);
  expect(resumed.cells).toEqual(expected.cells);
  expect(resumed.analysis).toEqual(expected.analysis);
  expect(await unfinished.count()).toBe(0);
});

it('a folder that is not given leaves its model out, and the wrong one is refused when it is retried', async () => {
  const { page, context } = await visit({ hub: hub.origin, expectedErrors: /404/ });
  await setUp(page);
  await page.getByRole('checkbox', { name: 'Soft prompt', exact: true }).uncheck();
  await page.getByRole('checkbox', { name: '3-shot' }).uncheck();
  await page.getByLabel('Test items', { exact: true }).fill('200');
  await startStudy(page);
  await page
    .getByTestId('study-status')
    .filter({ hasText: /Model 2 of 2: tiny-Instruct[\s\S]*zero-shot/ })
    .waitFor({ timeout: 240_000 });
  await killTab(page);
  const second = await context.newPage();
  await second.goto(siteUrl);
  await openSection(second, 'Study');
  await second.getByRole('list', { name: 'Not finished' }).getByRole('button', { name: 'Go on' }).click();
  await waitForStudy(second, 'done');
  expect(await second.locator('.study__left').textContent()).toContain('is needed again');
  await second.locator('summary').filter({ hasText: 'Models' }).click();
  await second.getByTestId('study-folder-input').setInputFiles(wrong);
  await second.getByLabel('Role, tiny-Instruct').waitFor();
  await second.getByRole('button', { name: 'Retry failed and skipped' }).click();
  await second
    .locator('.study__left')
    .filter({ hasText: 'not those it began with' })
    .waitFor({ timeout: 60_000 });
  await waitForStudy(second, 'done');
});
