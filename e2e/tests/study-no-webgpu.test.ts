import { expect, it } from 'vitest';
import { withBrowser } from './harness.ts';
import {
  chooseModels,
  makeShort,
  openSection,
  shown,
  startStudy,
  studyOf,
  waitForStudy,
} from './study-page.ts';

/** Chromium on Linux offers no WebGPU adapter unless it is told to use the software one. */
const { visit } = withBrowser(['--no-sandbox', '--disable-gpu', '--disable-features=Vulkan,WebGPU']);

it('a study without WebGPU says what it leaves out before it starts, and runs the rest on the CPU', async () => {
  const { page } = await visit();
  await openSection(page, 'Study');
  await shown(page, 'recorded').waitFor();
  await chooseModels(page, ['m1-base', 'm1-chat']);
  await makeShort(page);
  await page.getByRole('checkbox', { name: /^Placebo: random options\s*Tunes/ }).check();
  await page.getByTestId('study-capability').getByText('the study will leave them out').waitFor();
  await startStudy(page);
  await waitForStudy(page, 'done');
  const result = await studyOf(page);
  expect(result.config.conditions).toEqual(['zero-shot', 'few-shot']);
  expect(result.models.map(({ backend, state }) => [backend, state.status])).toEqual([
    ['onnxruntime-wasm', 'done'],
    ['onnxruntime-wasm', 'done'],
  ]);
  expect(result.cells).toHaveLength(4);

  await page.getByRole('checkbox', { name: 'Zero-shot' }).uncheck();
  await page.getByRole('checkbox', { name: '3-shot' }).uncheck();
  await page.getByTestId('study-capability').getByText('nothing of this study can run').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Start the study' }).isDisabled()).toBe(true);
});
