import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeResult } from '../../src/share/permalink.ts';
import {
  changeSettings,
  dropFiles,
  linkOf,
  runButton,
  type Visit,
  waitForStatus,
  withBrowser,
} from './harness.ts';

const { visit } = withBrowser();

let shared: Promise<Visit> | undefined;
/** For tests that run a benchmark which they set up whole. */
const sharedPage = () => {
  shared ??= visit({ lasting: true });
  return shared;
};

const CAPITALS = [
  ['Germany', 'Berlin'],
  ['France', 'Paris'],
  ['Norway', 'Oslo'],
  ['Japan', 'Tokyo'],
  ['Egypt', 'Cairo'],
  ['Peru', 'Lima'],
  ['Kenya', 'Nairobi'],
  ['Cuba', 'Havana'],
  ['Italy', 'Rome'],
  ['Spain', 'Madrid'],
  ['Poland', 'Warsaw'],
  ['Greece', 'Athens'],
] as const;

/** Twelve good rows whose answers are index, letter and text in turn, and four bad ones. */
function rows(): string {
  const good = CAPITALS.map(([country, city], i) => {
    const choices = [1, 2, 3].map((step) => CAPITALS[(i + step) % CAPITALS.length]![1]);
    choices.splice(i % 4, 0, city);
    const answer = [i % 4, 'ABCD'[i % 4], city][i % 3];
    return JSON.stringify({ question: `What is the capital of ${country}?`, choices, answer });
  });
  good.splice(2, 0, '{"question": "What is the capital of Chad?", "choices": ["A"');
  good.splice(5, 0, '{"question": "No answer?", "choices": ["a", "b"]}');
  good.splice(8, 0, '{"question": "Answer outside?", "choices": ["a", "b"], "answer": 7}');
  good.splice(9, 0, '[1, 2]');
  return good.join('\n');
}

describe('dropped files', () => {
  it('shows what a benchmark was recognised as, lists bad rows with line and reason, and runs the rest', async () => {
    const { page } = await sharedPage();
    await dropFiles(page, { 'capitals.jsonl': rows() });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('12 usable rows').waitFor();
    await dialog.getByText('4 rows left out').waitFor();
    const rejectedRows = dialog.getByTestId('rejected-rows').locator('tbody tr');
    await expect.poll(() => rejectedRows.count()).toBe(4);
    const rejected = await rejectedRows.allTextContents();
    expect(rejected.map((row) => Number.parseInt(row, 10))).toEqual([3, 6, 9, 10]);
    expect(rejected[0]).toContain('JSON');
    expect(rejected[1]).toContain('answer');
    expect(rejected[2]).toContain('7');
    await dialog.getByText(/^\d+ to tune on, \d+ to test on$/).waitFor();
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await dialog.waitFor({ state: 'detached' });

    await changeSettings(page, {
      Steps: '2',
      'Batch (rows per step)': '2',
      'Few-shot examples': '2',
      'Evaluate at steps': '2',
    });
    await runButton(page).click();
    await waitForStatus(page, 'done');
    const { result } = await decodeResult(new URL(await linkOf(page)).hash);
    expect(result.config.benchmarkName).toBe('capitals');
    expect(result.counts.rejectedRows).toBe(4);
    expect(result.counts.train + result.counts.test).toBe(12);
    expect(result.counts.evaluated).toBe(result.counts.test);
  });

  it('takes two files as train and test by their names', async () => {
    const { page } = await visit();
    const lines = rows()
      .split('\n')
      .filter((line) => line.includes('capital of') && line.endsWith('}'));
    const file = (name: string, part: string[]) => ({
      name,
      mimeType: 'application/jsonl',
      buffer: Buffer.from(part.join('\n')),
    });
    await page
      .getByTestId('file-input')
      .setInputFiles([
        file('capitals_test.jsonl', lines.slice(0, 4)),
        file('capitals_train.jsonl', lines.slice(4)),
      ]);
    await page.getByRole('dialog').getByText('8 to tune on, 4 to test on').waitFor();
  });

  it('reads packed files and counts test rows that are also train rows', async () => {
    const { page } = await visit();
    const lines = rows()
      .split('\n')
      .filter((line) => line.includes('capital of') && line.endsWith('}'));
    const file = (name: string, part: string[]) => ({
      name,
      mimeType: 'application/gzip',
      buffer: gzipSync(part.join('\n')),
    });
    await page
      .getByTestId('file-input')
      .setInputFiles([
        file('capitals_test.jsonl.gz', lines.slice(0, 5)),
        file('capitals_train.jsonl.gz', lines.slice(3)),
      ]);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('9 to tune on, 3 to test on').waitFor();
    await dialog.getByText('2 test rows left out because their questions are also train rows').waitFor();
  });

  it('lets fields of an unknown shape be named; the prompt can be read before the run, the choice is in the link', async () => {
    const { page } = await sharedPage();
    const own = CAPITALS.map(([country, city], i) =>
      JSON.stringify({
        frage1: { en: `Which city is the capital of ${country}?` },
        pick_a: city,
        pick_b: CAPITALS[(i + 1) % CAPITALS.length]![1],
        nth: 1,
      }),
    );
    await dropFiles(page, { 'own.jsonl': own.join('\n') });
    const dialog = page.getByRole('dialog');
    const mapping = dialog.getByTestId('field-mapping');
    await mapping.getByLabel('Question').selectOption('frage1.en');
    await mapping.getByLabel('Options').selectOption('pick_a, pick_b');
    await mapping.getByLabel('Answer', { exact: true }).selectOption('nth');
    await mapping.getByLabel('Numbers in the answer').selectOption('1');
    await mapping.getByRole('button', { name: 'Read with these fields' }).click();
    await dialog.getByText('12 usable rows').waitFor();
    await dialog.getByRole('button', { name: 'Use it' }).click();

    await page.locator('summary', { hasText: 'Prompts' }).click();
    const prompt = page.getByTestId('prompt-text');
    await prompt.getByText('exactly as it is listed').waitFor();
    await page.getByRole('radio', { name: 'From a template' }).check();
    await page.getByRole('checkbox', { name: 'Say in the prompt' }).uncheck();
    await page.getByLabel('Template', { exact: true }).fill('Q: {question}\n{options}\nA:');
    await expect.poll(() => prompt.textContent()).toMatch(/^Q: Which city[^\n]*\n(A|\*)[^\n]*\n[^\n]*\nA:$/);
    await page.getByText('or after 16 tokens').waitFor();

    await changeSettings(page, { Steps: '1', 'Batch (rows per step)': '1', 'Evaluate at steps': '1' });
    await runButton(page).click();
    await waitForStatus(page, 'done');
    const { result } = await decodeResult(new URL(await linkOf(page)).hash);
    expect(result.config.data?.mapping).toEqual({
      question: 'frage1.en',
      options: 'pick_a, pick_b',
      answer: 'nth',
      base: 1,
    });
    expect(result.config.prompt).toEqual({ template: 'Q: {question}\n{options}\nA:', statesFormat: false });
    expect(result.counts.evaluated).toBeGreaterThan(0);
  });

  it('takes the language of a benchmark as it is chosen, whatever the page’s', async () => {
    const { page } = await visit({ locale: 'de' });
    const row = (n: number) => JSON.stringify({ question: `Was ist ${n}?`, answer: `Das:\n#### ${n}` });
    await dropFiles(page, { 'test-00000.jsonl': Array.from({ length: 12 }, (_, n) => row(n)).join('\n') });
    const dialog = page.getByRole('dialog');
    const language = dialog.getByTestId('reading-choices').getByLabel('Sprache der Antworten');
    await expect.poll(() => language.inputValue()).toBe('auto');
    await dialog.getByRole('button', { name: 'Verwenden' }).click();
    await page.locator('summary', { hasText: 'Prompts' }).click();
    const prompt = page.getByTestId('prompt-text');
    await expect.poll(() => prompt.textContent()).toContain('Question: Was ist');
    await page.getByRole('radio', { name: 'Nach einer Vorlage' }).check();
    const template = page.getByLabel('Vorlage', { exact: true });
    await expect.poll(() => template.inputValue()).toContain('Question: {question}');

    await dropFiles(page, { 'test-00000.jsonl': Array.from({ length: 12 }, (_, n) => row(n)).join('\n') });
    await language.selectOption('de');
    await expect.poll(() => dialog.getByRole('button', { name: 'Verwenden' }).isEnabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Verwenden' }).click();
    await expect.poll(() => prompt.textContent()).toContain('Frage: Was ist');
    await expect.poll(() => template.inputValue()).toContain('Frage: {question}');
  });

  it('asks what numbers count from, and what becomes of answers of several lines, where rows cannot tell', async () => {
    const { page } = await visit();
    const open = async (name: string, rows: readonly object[]) => {
      await dropFiles(page, { [name]: rows.map((row) => JSON.stringify(row)).join('\n') });
      return page.getByRole('dialog');
    };
    const numbered = CAPITALS.map(([country, city], i) => ({
      question: `Capital of ${country}?`,
      options: [city, CAPITALS[(i + 1) % CAPITALS.length]![1]].sort(),
      answer: [city, CAPITALS[(i + 1) % CAPITALS.length]![1]].sort().indexOf(city) + 1,
    }));
    const dialog = await open('numbered.jsonl', numbered);
    await dialog.getByText('12 rows left out').waitFor();
    await dialog.getByTestId('reading-choices').getByLabel('Numbers in the answer').selectOption('1');
    await dialog.getByText('12 usable rows').waitFor();
    const [first] = CAPITALS;
    await dialog.getByRole('cell', { name: new RegExp(`^[AB]\\. ${first[1]}$`) }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    const prose = CAPITALS.map(([country, city]) => ({
      instruction: `Write about ${country}.`,
      input: '',
      output: `Its capital is ${city}.\nIt is a country.`,
    }));
    await open('prose.jsonl', prose);
    await dialog.getByTestId('reading-choices').getByLabel('Answers of several lines').selectOption('json');
    await dialog.getByText('12 usable rows').waitFor();
    await dialog.getByRole('cell', { name: '{"answer":"Its capital is' }).first().waitFor();
  });

  it('opens a result file and refuses other JSON and other files with a sentence', async () => {
    const { page } = await visit();
    await page.locator('[data-origin="recorded"]').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download JSON' }).click();
    const path = await (await download).path();
    await page.getByTestId('file-input').setInputFiles({
      name: 'mine.json',
      mimeType: 'application/json',
      buffer: await import('node:fs').then(({ readFileSync }) => readFileSync(path)),
    });
    await page.locator('[data-origin="file"]').getByText('Opened from mine.json').waitFor();

    await dropFiles(page, { 'broken.json': '{"format": "soft-prompt-lab/result", "schemaVersion": 99}' });
    await page.getByRole('alert').getByText('newer version of this page').waitFor();
    await dropFiles(page, { 'picture.png': 'x' });
    await page.getByRole('alert').getByText('is neither a benchmark').waitFor();
    await page.locator('[data-origin="file"]').waitFor();
  });
});
