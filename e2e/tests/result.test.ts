/** What stands behind the rates of a result, on the page: by the recorded run, whose file says what must be shown. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { RunResult } from '../../src/lab/types.ts';
import { ROOT } from '../scripts/setup.mjs';
import { withBrowser } from './harness.ts';

const { visit } = withBrowser();

const result = JSON.parse(readFileSync(join(ROOT, 'public/recorded/default.json'), 'utf8')) as RunResult;
const analysis = result.analysis!;
const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
const last = result.points.filter(({ condition }) => condition === 'soft-prompt').at(-1)!;

async function recorded(): Promise<Page> {
  const { page } = await visit();
  await page.locator('[data-origin="recorded"]').waitFor();
  return page;
}

/** The texts of a row's cells. */
const cells = (page: Page, testId: string, row: string) =>
  page.getByTestId(testId).getByRole('row', { name: row }).getByRole('cell').allTextContents();

/** A fact's text by its name. */
const fact = (page: Page, name: string) =>
  page.locator('.facts__list > div').filter({ hasText: name }).first().textContent();

describe('behind the rates', () => {
  it('a zero is explained', async () => {
    const page = await recorded();
    const { zero, condition } = analysis.scoring.find((detail) => detail.zero !== undefined)!;
    expect(condition).toBe('zero-shot');
    const { known, n, count } = zero!.params;
    await expect
      .poll(() => page.getByTestId('zero-notes').textContent())
      .toMatch(
        new RegExp(`^Zero-shot Hardly any exact match, although ${known} of ${n} .* \\(${count} of ${n}\\)`),
      );
  });

  it('the saturation step has its rule and interval, knowledge its test of equivalence', async () => {
    const page = await recorded();
    const { low, high, replicates, n } = analysis.saturation!;
    const end = (step: number | null) => (step === null ? 'not within this run' : `step ${step}`);
    await expect.poll(() => fact(page, 'Format saturates')).toContain(`at step ${result.saturationStep}`);
    expect(await fact(page, 'Format saturates')).toContain(`95 % interval: ${end(low)} to ${end(high)}`);
    expect(await fact(page, 'Format saturates')).toContain(`The ${n} items were drawn anew 2,000 times`);
    expect(replicates).toBe(2000);
    await expect
      .poll(() => fact(page, 'Does knowledge'))
      .toMatch(/±3 points[\s\S]*n\s=\s60[\s\S]*exact test p = /);
  });

  it('conditions are compared item by item, with what this n can find', async () => {
    const page = await recorded();
    await page.getByText('Same items, compared').click();
    const gained = analysis.comparisons.find(
      ({ first, second, metric }) =>
        first === 'zero-shot' && second === 'soft-prompt' && metric === 'exactMatch',
    )!.counts;
    const row = page.getByRole('row', { name: /^Zero-shot → Soft prompt Exact match/ });
    await expect.poll(() => row.textContent()).toContain(`${gained.secondOnly}${gained.firstOnly}`);
    expect(await row.textContent()).toMatch(/points \[.*\].*60$/);
    await expect
      .poll(() => page.locator('.more[open]').first().textContent())
      .toMatch(/With n\s=\s60, a difference of [\d.]+ points would be found four times out of five/);
  });

  it('the same outputs stand under the rules of other schools', async () => {
    const page = await recorded();
    await page.getByTestId('other-scoring').locator('summary').click();
    const { rates, ties, probabilityMass } = analysis.scoring.at(-1)!;
    const shown = await cells(page, 'other-scoring', 'Soft prompt');
    const names = [
      'exact_match,strict-match',
      'exact_match,flexible-extract',
      'acc',
      'acc_norm',
      'acc_bytes',
      'acc_mutual_info',
    ];
    expect(shown.map((text) => text.replace(/%.*/, '%'))).toEqual([
      percent(last.metrics.exactMatch.rate),
      ...names.map((name) => percent(rates[name]!.rate)),
      String(ties),
      percent(probabilityMass!),
    ]);
    // Each with its interval.
    expect(shown.slice(0, 7).every((text) => /%\d.*–.*%$/.test(text))).toBe(true);
  });

  it('the ends of the generations are counted, and each example says why it ended and was judged so', async () => {
    const page = await recorded();
    await page.getByTestId('generation-ends').locator('summary').click();
    const { ends, looping, n } = last.generation!;
    expect(await cells(page, 'generation-ends', 'Soft prompt')).toEqual(
      [ends['stop-token'], ends['stop-rule'], ends.length, looping, n].map(String),
    );
    const answer = page.locator('.answer').first();
    await expect.poll(() => answer.textContent()).toMatch(/ended (by itself|at|by)/);
    await expect.poll(() => answer.locator('.answer__reasons li').count()).toBeGreaterThan(1);
  });
});
