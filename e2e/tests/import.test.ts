/** Benchmarks of several parts: prompts to choose from, labels in a file of their own; and drops that cannot be taken. */

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { changeSettings, dropFiles, runButton, TINY_RUN, waitForStatus, withBrowser } from './harness.ts';

const { visit } = withBrowser();

const CONFIG = `prompts:
  - 'Which city is the capital of {{country}}?'
  - id: short
    label: short
    raw: |
      Capital of {{country}}, in {{style}}
  - file://long.txt
defaultTest: &default
  vars: &vars {style: one word}
tests:
${[
  'France: Paris',
  'Italy: Rome',
  'Spain: Madrid',
  'Peru: Lima',
  'Kenya: Nairobi',
  'Cuba: Havana',
  'Japan: Tokyo',
  'Egypt: Cairo',
]
  .map((pair) => pair.split(': '))
  .map(
    ([country, city]) =>
      `  - vars: {<<: *vars, country: ${country}}\n    assert: [{type: icontains, value: ${city}}]`,
  )
  .join('\n')}
`;

/** Opens what the model will see of the first item, and gives the text. */
async function promptText(page: Page) {
  await page.locator('summary', { hasText: 'Prompts' }).click();
  return page.getByTestId('prompt-text');
}

describe('a promptfoo file', () => {
  it('is asked with the prompt that was chosen, up to what the model sees and the result', async () => {
    const { page } = await visit();
    await dropFiles(page, { 'promptfooconfig.yaml': CONFIG });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('8 usable rows').waitFor();
    await dialog.getByText('1 of 3').waitFor();
    await dialog.getByRole('cell', { name: 'Which city is the capital of France?' }).waitFor();

    await dialog.getByLabel('Prompt', { exact: true }).selectOption('3: file://long.txt');
    await dialog.getByText('8 rows left out').waitFor();
    await dialog.getByText('choose that file together with this one').first().waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await dropFiles(page, { 'promptfooconfig.yaml': CONFIG, 'long.txt': 'In a file: {{country}}' });
    await dialog.getByLabel('Prompt', { exact: true }).selectOption('3: long.txt');
    await dialog.getByRole('cell', { name: 'In a file: France' }).waitFor();

    await dialog.getByLabel('Prompt', { exact: true }).selectOption('2: short');
    await dialog.getByText('2 of 3').waitFor();
    await dialog.getByRole('cell', { name: 'Capital of France, in one word' }).waitFor();
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await dialog.waitFor({ state: 'detached' });

    const prompt = await promptText(page);
    await expect.poll(() => prompt.textContent()).toMatch(/Capital of \w+, in one word/);
    await changeSettings(page, TINY_RUN);
    await runButton(page).click();
    await waitForStatus(page, 'done');
    const facts = page.locator('.facts');
    await expect.poll(() => facts.textContent()).toMatch(/promptfoo: prompts, vars, assert.*Prompt2/);
  });
});

describe('a file of labels', () => {
  it('dropped with its data gives the golds, and is named with its count', async () => {
    const { page } = await visit();
    const rows = Array.from({ length: 8 }, (_, i) => ({ goal: `To do ${i}:`, sol1: `a${i}`, sol2: `b${i}` }));
    await dropFiles(page, {
      'train-labels.lst': '0\n1\n1\n0\n0\n1\n0\n1\n',
      'train.jsonl': rows.map((row) => JSON.stringify(row)).join('\n'),
    });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('8 usable rows').waitFor();
    await dialog.getByText('train-labels.lst · 8 labels, in the order of the rows').waitFor();
    const firstRows = dialog.locator('.import__rows tbody tr');
    expect(await firstRows.locator('td:last-child').allTextContents()).toEqual(['A. a0', 'B. b1', 'B. b2']);
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await dialog.waitFor({ state: 'detached' });
    const prompt = await promptText(page);
    await expect.poll(() => prompt.textContent()).toMatch(/To do \d:.*A\. a\d.*B\. b\d/s);
  });
});

describe('a drop that cannot be taken', () => {
  it('says why, and leaves what was there', async () => {
    const { page } = await visit();
    const benchmark = page.getByLabel('Benchmark', { exact: true });
    const chosen = () => benchmark.locator('option:checked').textContent();
    const dialog = page.getByRole('dialog');
    const rows = (from: number) =>
      [0, 1, 2, 3, 4, 5, 6, 7]
        .map((i) => JSON.stringify({ question: `${from + i}?`, answer: `${i}` }))
        .join('\n');
    await dropFiles(page, { 'good.jsonl': rows(0) });
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await expect.poll(chosen).toBe('good');

    const refused: readonly (readonly [Record<string, string>, string])[] = [
      [{ 'empty.jsonl': '' }, 'The file is empty.'],
      [{ 'page.json': '<!DOCTYPE html><html></html>' }, 'This is a web page, not data'],
      [{ 'broken.yaml': 'a: [1' }, 'Not YAML'],
      [{ 'broken.parquet': 'PAR1 but no more' }, 'cannot be read as Parquet'],
      [{ 'a_train.jsonl': rows(0), 'a_test.jsonl': rows(0) }, 'are train rows too'],
      [{ 'train.jsonl': rows(0), 'train-labels.lst': '0\n1' }, 'labels in train-labels.lst: 2'],
    ];
    for (const [files, reason] of refused) {
      await dropFiles(page, files);
      await dialog.getByText(reason).first().waitFor();
      expect(await dialog.getByRole('button', { name: 'Use it' }).isDisabled()).toBe(true);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await chosen()).toBe('good');
    }
    // One drop onto another that is still open: nothing passes over.
    await dropFiles(page, { 'empty.jsonl': '' });
    await dialog.getByText('The file is empty.').waitFor();
    await dropFiles(page, { 'better.jsonl': rows(10) });
    await dialog.getByText('8 usable rows').waitFor();
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await expect.poll(chosen).toBe('better');

    await changeSettings(page, TINY_RUN);
    await runButton(page).click();
    await dropFiles(page, { 'late.jsonl': rows(20) });
    await page.getByRole('alert').getByText('A run is on').waitFor();
    await waitForStatus(page, 'done');
    expect(await chosen()).toBe('better');
  });
});
