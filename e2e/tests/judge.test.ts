import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeResult } from '../../src/share/permalink.ts';
import {
  changeSettings,
  linkOf,
  runButton,
  savedBy,
  violations,
  waitForStatus,
  withBrowser,
} from './harness.ts';
import { type JudgeServer, startJudgeServer } from './judge-server.ts';

const KEY = 'sk-e2e-very-secret';
const { visit } = withBrowser();

let server: JudgeServer;
beforeAll(async () => {
  server = await startJudgeServer();
});
afterAll(() => server.close());

/** A short run of the open task. */
async function openRun(page: Page): Promise<void> {
  await page.getByLabel('Benchmark', { exact: true }).selectOption('open');
  await changeSettings(page, { Steps: '2', 'Evaluate at steps': '2', 'Test items': '6' });
  await runButton(page).click();
  await waitForStatus(page, 'done');
}

const setup = (page: Page) => page.getByTestId('judge-setup');
const askButton = (page: Page) => setup(page).getByRole('button', { name: /^Ask .*questions?$/ });

async function fillJudge(page: Page): Promise<void> {
  await setup(page).locator('summary').click();
  await setup(page).getByLabel('Address').fill(server.address);
  await setup(page).getByLabel('Model', { exact: true }).fill('judge-7b');
  await setup(page).getByLabel('Key').fill(KEY);
}

async function ask(page: Page): Promise<string> {
  await askButton(page).click();
  const state = setup(page).getByRole('status');
  await state.getByText(/^(Done|Stopped)/).waitFor();
  return (await state.textContent()) ?? '';
}

/** What the page's database holds of judges: on screen a verdict or a label stands a moment before it is kept. */
const kept = (page: Page, store: 'judgings' | 'labels') =>
  page.evaluate(
    (store) =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('soft-prompt-lab-judge');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(store).objectStore(store).getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
    store,
  );

describe('a second opinion', () => {
  it('asks a judge once, shows it beside the rule, and keeps address and key to itself', async () => {
    const { page } = await visit();
    await openRun(page);
    await fillJudge(page);
    await setup(page).getByLabel('Format').check();
    await setup(page).getByLabel('all, to see how rule and judge agree').check();
    expect(await ask(page)).toMatch(/^Done in .* requests?.*tokens/);

    const asked = server.questions.length;
    const prompts = new Set(server.questions.map(({ prompt }) => prompt));
    // Equal outputs of two conditions are asked about once.
    expect(asked).toBe(prompts.size);
    expect(new Set(server.questions.map(({ authorization }) => authorization))).toEqual(
      new Set([`Bearer ${KEY}`]),
    );

    const table = page.getByTestId('judge-table');
    await table.locator('tbody tr').nth(5).waitFor();
    const rows = await table.locator('tbody tr').allTextContents();
    expect(rows.map((row) => /^(Zero-shot|3-shot|Soft prompt)(Knowledge|Format)/.exec(row)?.[0])).toEqual([
      'Zero-shotKnowledge',
      '3-shotKnowledge',
      'Soft promptKnowledge',
      'Zero-shotFormat',
      '3-shotFormat',
      'Soft promptFormat',
    ]);
    for (const row of rows) expect(row).toMatch(/of 6 · [\d.]+–[\d.]+%/);
    expect(rows.join(' ')).toContain('unreadable');
    await table.getByText('Judge: judge-7b (behind a server), prompts version 1').waitFor();

    // The same questions again cost nothing.
    await ask(page);
    await setup(page)
      .getByText(/: 0 requests/)
      .waitFor();
    expect(server.questions).toHaveLength(asked);

    // What the judge read is what the page shows.
    const shown = page.getByTestId('judge-prompts');
    await shown.locator('summary').click();
    await shown.locator('pre').waitFor();
    await expect.poll(async () => prompts.has((await shown.locator('pre').textContent()) ?? '')).toBe(true);

    expect(await violations(page, '.judge')).toEqual([]);

    const { result, examples } = await decodeResult(new URL(await linkOf(page)).hash);
    expect(examples).toEqual([]);
    expect(result.judge).toMatchObject({
      kind: 'endpoint',
      model: 'judge-7b',
      promptVersion: '1',
      scope: 'all',
    });
    expect(result.judge!.conditions.map(({ knowledge }) => knowledge!.n)).toEqual([6, 6, 6]);

    const samples = await savedBy(page, 'Sample log (JSONL)');
    // Empty outputs are not asked about, so their lines have no judge.
    const lines = samples.trim().split('\n');
    const judged = lines.map((line) => JSON.parse(line)).filter((line) => line.resps[0][0].trim() !== '');
    expect(judged.length).toBeGreaterThan(0);
    for (const line of judged) {
      expect(line).toMatchObject({ judge_model: 'judge-7b', judge_prompt_version: '1' });
      expect([0, 1, null]).toContain(line.judge_knowledge);
      expect([0, 1, null]).toContain(line.judge_format);
    }
    const files = [samples, await savedBy(page, 'results.json'), await savedBy(page, 'Download JSON')];
    expect(JSON.parse(files[1]!).soft_prompt_lab.judge).toEqual(result.judge);
    for (const text of [JSON.stringify(result), page.url(), ...files]) {
      expect(text).not.toContain(KEY);
      expect(text).not.toContain(new URL(server.address).host);
    }

    // Somebody who opens the link sees the counts and is told why there is nothing to judge.
    const fresh = await visit({ hash: new URL(await linkOf(page)).hash });
    await fresh.page.getByTestId('judge-table').waitFor();
    await expect
      .poll(() => fresh.page.getByTestId('judge-table').locator('tbody tr').allTextContents())
      .toEqual(rows);
    await fresh.page.getByText('A link carries counts, not outputs').waitFor();
  });

  it('lets a person label by keyboard, keeps the labels, and shows how all agree', async () => {
    const { page } = await visit();
    await openRun(page);
    await fillJudge(page);
    await setup(page).getByLabel('all, to see how rule and judge agree').check();
    await ask(page);

    const labels = page.getByTestId('labels');
    await labels.locator('summary').click();
    await labels.getByRole('button', { name: 'Begin' }).click();
    const panel = page.getByTestId('label-panel');
    // The keys work at once.
    await expect.poll(() => panel.evaluate((node) => node === document.activeElement)).toBe(true);
    const count = Number(/of (\d+)/.exec((await labels.getByRole('status').textContent()) ?? '')![1]);
    expect(count).toBeGreaterThan(1);
    // Nothing in the panel tells what rule or judge said.
    expect(await panel.textContent()).not.toMatch(/credited|Rule|Judge|correct/);
    expect(await page.getByTestId('agreement').count()).toBe(0);

    await page.keyboard.press('y');
    await page.keyboard.press('n');
    await labels.getByText(`1 of ${count} labelled`).waitFor();
    await panel.getByText(`2 of ${count}`).waitFor();
    await page.keyboard.press('ArrowLeft');
    await panel.getByText(`1 of ${count}`).waitFor();
    const question = (name: string) => panel.locator(`[data-question="${name}"]`);
    const pressed = (name: string) => question(name).locator('[aria-pressed="true"]').textContent();
    expect([await pressed('knowledge'), await pressed('format')]).toEqual(['Yes', 'No']);
    await page.locator('.share__samples').getByRole('combobox').selectOption('zero-shot');
    const samples = (await savedBy(page, 'Sample log (JSONL)')).trim().split('\n');
    const labelled = samples.map((line) => JSON.parse(line)).filter((line) => 'label_knowledge' in line);
    expect(labelled).toMatchObject([{ label_knowledge: 1, label_format: 0 }]);
    await expect.poll(async () => (await kept(page, 'judgings')).length).toBe(1);
    await expect
      .poll(async () => JSON.stringify(await kept(page, 'labels')))
      .toContain('{"knowledge":true,"format":false}');

    // Another visit goes on where this one stopped.
    await page.reload();
    await page.getByRole('button', { name: 'History', exact: true }).click();
    await page.getByRole('button', { name: 'Open', exact: true }).first().click();
    await page.getByTestId('judge-table').waitFor();
    await labels.locator('summary').click();
    await panel.getByText(`2 of ${count}`).waitFor();
    await panel.focus();
    for (let item = 1; item < count; item++) {
      await page.keyboard.press(item % 2 === 0 ? 'y' : 'n');
      await page.keyboard.press('n');
    }
    const agreement = page.getByTestId('agreement');
    await agreement.waitFor();
    await expect
      .poll(() =>
        agreement
          .locator('[data-rater]')
          .evaluateAll((all) => all.map((one) => one.getAttribute('data-rater'))),
      )
      .toEqual(['rule', 'judge', 'cascade', 'rule', 'judge', 'cascade']);
    const text = (await agreement.textContent()) ?? '';
    expect(text).toContain(`of ${count}`);
    // Every form was labelled no: kappa says nothing there, and the page says that instead of a number.
    expect(text).toMatch(/κ is 0 by construction|κ is not defined here/);
    expect(text).not.toMatch(/NaN|Infinity/);
    expect(await violations(page, '.judge')).toEqual([]);
  });

  it('offers the models of a server, takes its address without a path, and tells of replies that were cut', async () => {
    const { page } = await visit();
    await openRun(page);
    await fillJudge(page);
    const list = setup(page).getByRole('button', { name: 'Ask the server' });
    const model = setup(page).getByLabel('Model', { exact: true });
    await model.fill('');
    await setup(page).getByLabel('Address').fill(new URL(server.address).origin);
    await list.click();
    await setup(page).getByText('The server offers one model: judge-7b.').waitFor();
    await expect.poll(() => model.inputValue()).toBe('judge-7b');
    server.models = ['b', 'a'];
    await list.click();
    await setup(page)
      .getByText(/offers 2 models.*The first: a\./)
      .waitFor();
    expect(
      await setup(page)
        .locator('datalist option')
        .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
    ).toEqual(['a', 'b']);
    // A name that was typed stays.
    expect(await model.inputValue()).toBe('judge-7b');
    expect(await violations(page, '.judge')).toEqual([]);

    await setup(page).getByLabel('Tokens for a reply').fill('32');
    expect(await ask(page)).toMatch(/^Done in .*repl(y was|ies were) cut at (its|their) token budget/);
    await page.getByTestId('judge-table').getByText('unreadable').first().waitFor();
    // A server that says nothing can be left.
    server.silent = true;
    await setup(page).getByLabel('Tokens for a reply').fill('33');
    await askButton(page).click();
    await setup(page).getByRole('button', { name: 'Cancel' }).click();
    await setup(page)
      .getByRole('status')
      .getByText(/^Stopped after .* What was answered is kept\.$/)
      .waitFor();
    await expect.poll(() => server.left).toBeGreaterThan(0);
    server.silent = false;
    // More room is another way of asking: nothing of the cut replies is kept for it.
    const before = server.questions.length;
    await setup(page).getByLabel('Tokens for a reply').fill('2048');
    expect(await ask(page)).not.toMatch(/cut at/);
    expect(server.questions.length).toBeGreaterThan(before);
  });

  it('says what is wrong with a judge, and loads one into the page', async () => {
    const { page } = await visit({ expectedErrors: /CORS|ERR_FAILED|Failed to load resource/ });
    await openRun(page);
    await fillJudge(page);
    const problem = (text: RegExp) => page.locator('.judge').getByRole('alert').getByText(text).waitFor();
    server.cors = false;
    await askButton(page).click();
    await problem(
      /does not let this page read it\. Allow the origin http:\/\/localhost:\d+ and start it again: Ollama/,
    );
    server.cors = true;
    server.failing = true;
    await askButton(page).click();
    await problem(/what it said stays hidden from this page.*Check model and key first/);
    server.failing = false;
    server.status = 404;
    await askButton(page).click();
    await problem(/does not know the model judge-7b/);
    server.status = undefined;
    await setup(page).getByLabel('Address').fill('http://localhost:1/v1');
    await askButton(page).click();
    await problem(/Nobody answers at the judge’s address/);
    await setup(page)
      .getByRole('status')
      .getByText(/^Stopped: no reply\. (\d+) of \1 questions failed .*Nobody answers/)
      .waitFor();
    expect(await page.locator('.judge').textContent()).not.toContain(KEY);

    // The tiny model was not made to judge, and knowledge prompts are longer than its 512 positions: it is loaded, it
    // writes, and what it cannot answer is counted as such.
    await setup(page).getByLabel('Model chosen above, in this page').check();
    await setup(page).getByLabel('Format').check();
    await askButton(page).click();
    await setup(page).getByRole('status').getByText(/^Done/).waitFor({ timeout: 120_000 });
    await problem(/tokens, the judge model takes 512/);
    await expect
      .poll(() => page.getByTestId('judge-table').textContent())
      .toMatch(/without reply[\s\S]*Judge: micro\/m1-base \(in this page\)/);
  });
});
