import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { resultFromJson } from '../../src/share/json-file.ts';
import { decodeResult } from '../../src/share/permalink.ts';
import {
  changeSettings,
  linkOf,
  runButton,
  SHORT_RUN,
  savedBy,
  siteUrl,
  type Visit,
  waitForStatus,
  withBrowser,
} from './harness.ts';
import { mainThreadTasks } from './main-thread.ts';

const { visit } = withBrowser();

let shared: Promise<Visit> | undefined;
/** For tests that set all they depend on; the first one finds it as a visitor does. */
const sharedPage = () => {
  shared ??= visit({ lasting: true });
  return shared;
};

/** Text of the result table, row by row. */
async function tableOf(page: Page): Promise<string[]> {
  return page.locator('.result-table tr').allTextContents();
}

async function shortRun(page: Page): Promise<void> {
  await runButton(page).click();
  await waitForStatus(page, 'done');
}

describe('a run', () => {
  it('tunes, evaluates and shows the result; its link opens in a fresh profile without WebGPU', async () => {
    const { page } = await sharedPage();
    await changeSettings(page, SHORT_RUN);
    await shortRun(page);
    await page.locator('[data-origin="live"]').waitFor();

    const table = await tableOf(page);
    expect(table).toHaveLength(4);
    expect(table[1]).toMatch(/^Zero-shot/);
    expect(table[3]).toMatch(/^Soft prompt[\s\S]*step 6[\s\S]*of 6/);

    const link = await linkOf(page);
    expect(link.startsWith(`${siteUrl}#r=2.`)).toBe(true);
    const { result } = await decodeResult(new URL(link).hash);
    expect(result.config.tuning.steps).toBe(6);
    expect(result.backend).toBe('webgpu');
    expect(result.losses.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(result.points.map(({ condition, step }) => `${condition} ${step}`)).toEqual([
      'zero-shot 0',
      'few-shot 0',
      'soft-prompt 0',
      'soft-prompt 6',
    ]);
    expect(result.selfCheck?.maxAbsDifference).toBeLessThanOrEqual(result.selfCheck?.tolerance ?? 0);
    expect(result.losses.at(-1)!.loss).toBeLessThan(result.losses[0]!.loss);

    const file = resultFromJson(await savedBy(page, 'Download JSON'));
    expect(file.result.softPrompt).toHaveLength(10 * 128);

    const fresh = await visit({
      hash: new URL(link).hash,
      prepare: (context) =>
        context.addInitScript(() => {
          Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined });
        }),
    });
    await fresh.page.locator('[data-origin="shared"]').waitFor();
    await expect.poll(() => tableOf(fresh.page)).toEqual(table);
    expect(await linkOf(fresh.page)).toBe(link);
    expect(fresh.page.workers()).toEqual([]);
    expect(fresh.requests.filter((url) => /\.onnx|\.wasm|models\//.test(url))).toEqual([]);
  });

  it('pauses, resumes and cancels, each confirmed by the worker; then runs again', async () => {
    const { page } = await sharedPage();
    // More steps than the test waits for.
    await changeSettings(page, { ...SHORT_RUN, Steps: '400', 'Evaluate at steps': '400' });
    await runButton(page).click();
    await page.getByTestId('status-line').getByText('Tuning the soft prompt').waitFor({ timeout: 240_000 });

    await page.getByRole('button', { name: 'Pause' }).click();
    await waitForStatus(page, 'paused');
    const still = await page.getByTestId('status-line').textContent();
    await page.waitForTimeout(2_000);
    expect(await page.getByTestId('status-line').textContent()).toBe(still);

    await page.getByRole('button', { name: 'Resume' }).click();
    await waitForStatus(page, 'running');
    await page.waitForFunction(
      (before) => document.querySelector('[data-testid="status-line"]')?.textContent !== before,
      await page.getByTestId('status-line').textContent(),
    );

    await page.getByRole('button', { name: 'Cancel' }).click();
    await waitForStatus(page, 'cancelled');
    await page.getByTestId('status-line').getByText('What was measured until then stays').waitFor();
    await page.locator('[data-origin="live"] .result-table').waitFor();

    await changeSettings(page, SHORT_RUN);
    await shortRun(page);
  });

  it('runs a placebo control by one click, shows it beside the real tuning, and exports all', async () => {
    const { page } = await sharedPage();
    await changeSettings(page, SHORT_RUN);
    await shortRun(page);
    await page.getByRole('button', { name: 'Placebo: shuffled answers', exact: true }).click();
    await page.locator('[data-testid="status-line"]:not([data-status="done"])').waitFor();
    await waitForStatus(page, 'done');
    await page
      .getByTestId('placebo-wrong')
      .getByText(/^Tuned on shuffled answers, format reached/)
      .waitFor();
    await page.getByTestId('comparisons').locator('summary').click();
    const rows = page.getByTestId('comparisons').locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(12);
    const compared = await rows.allTextContents();
    expect(compared.some((row) => row.startsWith('Soft prompt → Placebo: shuffled answersKnowledge'))).toBe(
      true,
    );

    const { result } = await decodeResult(new URL(await linkOf(page)).hash);
    expect(result.config.controls).toEqual(['wrong']);
    expect(result.controls).toHaveLength(1);
    expect(result.controls![0]!.losses).toHaveLength(6);
    expect(result.controls![0]!.points.map(({ step }) => step)).toEqual([0, 6]);
    // The start vectors are the same, the answers are not.
    expect(result.controls![0]!.points[0]!.metrics).toEqual(
      result.points.find(({ condition }) => condition === 'soft-prompt')!.metrics,
    );
    expect(result.controls![0]!.losses[0]!.loss).not.toBe(result.losses[0]!.loss);
    for (const { generation } of result.points) expect(generation?.n).toBe(6);

    const results = JSON.parse(await savedBy(page, 'results.json'));
    expect(Object.keys(results.results)).toContain('micro-closed_placebo-wrong_step6');
    expect(await savedBy(page, 'Curves (CSV)')).toMatch(/^condition,step,metric,rate[^\n]*model_sha256/);
    const samples = (await savedBy(page, 'Sample log (JSONL)')).trim().split('\n');
    expect(samples).toHaveLength(6);
    expect(JSON.parse(samples[0]!)).toMatchObject({ doc_id: 0, provenance: { seed: 0 } });
  });

  it('works twice in one page, gives the same numbers, and gives all GPU memory back', async () => {
    const { page } = await sharedPage();
    await page.waitForFunction(() => window.softPromptLab !== undefined);
    const once = () =>
      page.evaluate(async () => {
        const settings = { itemLimit: 4, evalSteps: [2], tuning: { steps: 2 } };
        const { result, memory } = await window.softPromptLab!.run({ settings });
        const points = result.points.map(({ seconds: _time, ...point }) => point);
        return { memory, points, losses: result.losses.map(({ loss }) => loss) };
      });
    const first = await once();
    const second = await once();
    expect(first.losses).toHaveLength(2);
    expect(second.points).toEqual(first.points);
    expect(second.losses).toEqual(first.losses);
    expect(first.memory.after).toBe(first.memory.before);
    expect(second.memory).toEqual(first.memory);
  });

  it('leaves the main thread free while it works', async () => {
    const { page } = await visit();
    await changeSettings(page, { ...SHORT_RUN, Steps: '12', 'Evaluate at steps': '0, 2, 4, 6, 8, 10, 12' });
    const tasks = await mainThreadTasks(page, () => shortRun(page));
    expect(tasks.length).toBeGreaterThan(100);
    expect(tasks[0]).toBeLessThanOrEqual(50);
  });

  it('puts ticked examples, and only those, into the link', async () => {
    const { page } = await visit();
    await page.locator('[data-origin="recorded"]').waitFor();
    const without = await linkOf(page);
    expect((await decodeResult(new URL(without).hash)).examples).toEqual([]);
    await page.getByLabel('Include in the shared link').check();
    await expect.poll(() => linkOf(page)).not.toBe(without);
    const { examples } = await decodeResult(new URL(await linkOf(page)).hash);
    expect(examples).toHaveLength(1);
    expect(examples[0]!.prompt).toBe(await page.locator('.examples__prompt').textContent());
  });

  it('says in a sentence when a link is damaged, and keeps the page', async () => {
    const { page } = await visit({ hash: '#r=1.eJwDAAAAAAE' });
    await page.getByRole('alert').getByText('The link is damaged').waitFor();
    await page.locator('[data-origin="recorded"]').waitFor();
  });
});
