/** A study of a model of the hub and a dropped folder: paired by name, corrected, cut off, and gone on with. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../scripts/setup.mjs';
import { type StaticServer, serve } from '../server.mjs';
import { killTab, noteStatus, pauseAt, siteUrl, withBrowser } from './harness.ts';
import {
  chooseModels,
  goOn,
  makeShort,
  openSection,
  resume,
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
  await makeShort(page, { steps: 12 });
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

  const held = await pauseAt(page, 'study-status', /Model 2 of 2: tiny-Instruct.*tuning, step [2-9]/, () =>
    startStudy(page),
  );
  expect(held).toMatch(/tuning, step ([2-9]|1[01]) of 12/);
  await killTab(page, () => resume(page));
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
  await expect.poll(() => second.getByRole('alert').count()).toBe(0);
  const notes = await noteStatus(second, 'study-status');
  await goOn(second);
  await waitForStudy(second, 'done');
  const texts = await notes();
  expect(texts.filter((text) => /^Model 1 of 2.*(loading|-shot|tuning)/.test(text))).toEqual([]);
  expect(texts.filter((text) => /^Model 2 of 2.*tuning/.test(text))).not.toEqual([]);
  const resumed = await studyOf(second);
  expect(resumed.cells).toEqual(expected.cells);
  expect(resumed.analysis).toEqual(expected.analysis);
  await expect.poll(() => unfinished.count()).toBe(0);
});

it('a folder that is not given leaves its model out, and the wrong one is refused when it is retried', async () => {
  const { page, context } = await visit({ hub: hub.origin, expectedErrors: /404/ });
  await setUp(page);
  await page.getByRole('checkbox', { name: 'Soft prompt', exact: true }).uncheck();
  await page.getByRole('checkbox', { name: '3-shot' }).uncheck();
  // Three parts, between which an evaluation can hold.
  await page.getByLabel('Test items', { exact: true }).fill('96');
  const held = await pauseAt(page, 'study-status', /Model 2 of 2: tiny-Instruct.*zero-shot/, () =>
    startStudy(page),
  );
  expect(held).toMatch(/zero-shot, \d+ of 96 items/);
  await killTab(page);
  const second = await context.newPage();
  await second.goto(siteUrl);
  await openSection(second, 'Study');
  await goOn(second);
  await waitForStudy(second, 'done');
  await second.locator('.study__left').getByText('is needed again').waitFor();
  await second.locator('summary').filter({ hasText: 'Models' }).click();
  await second.getByTestId('study-folder-input').setInputFiles(wrong);
  await second.getByLabel('Role, tiny-Instruct').waitFor();
  await second.getByRole('button', { name: 'Retry failed and skipped' }).click();
  await second.locator('.study__left').getByText('not those it began with').waitFor();
  await waitForStudy(second, 'done');
});
