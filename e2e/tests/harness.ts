/**
 * What the end-to-end tests share: a Chromium per file, a fresh profile per visit, and what no visit may do: ask
 * another host, or leave an error in the console.
 *
 * A page's first run takes a software adapter seconds to compile shaders, every further one of that page none: tests that
 * need no page of their own share one.
 */

import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { CHROMIUM_ARGS } from '../chromium.mjs';

export const siteUrl = inject('siteUrl');

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Addresses asked for so far, by the page and its workers. */
  readonly requests: readonly string[];
  /** Messages of level error and uncaught exceptions. */
  readonly errors: readonly string[];
}

export interface VisitOptions extends BrowserContextOptions {
  /** After the site's address. */
  readonly hash?: string;
  /** Before the page is opened. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>;
  /** Address of a server with the hub's layout that answers in its place. */
  readonly hub?: string;
  /** Console errors that belong to the test, e.g. the browser's note of a 404 it expects. */
  readonly expectedErrors?: RegExp;
  /** Stays open for the file's other tests. */
  readonly lasting?: boolean;
}

/** Any address that is not this machine's. */
const ELSEWHERE = /^(?!(https?:\/\/localhost[:/]|data:|blob:))/;

const DESKTOP = { width: 1280, height: 900 };

/** For whatever the page does at once on an idle machine; work that takes longer names its own. */
const PATIENCE_MS = 60_000;

/** A run or study of seconds, on a machine that has much else to do. */
const WORK_MS = 240_000;

/** Starts Chromium before the file's tests; closes and checks each visit when its test ends. */
export function withBrowser(args: readonly string[] = CHROMIUM_ARGS): {
  visit(options?: VisitOptions): Promise<Visit>;
} {
  let browser: Browser | undefined;
  let visits: {
    readonly context: BrowserContext;
    readonly lasting: boolean;
    readonly escaped: string[];
    readonly errors: string[];
  }[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: inject('chromiumPath'),
      args: [...args],
      headless: true,
    });
  });
  afterAll(async () => {
    await browser?.close();
  });
  afterEach(async () => {
    const all = visits;
    visits = all.filter(({ lasting }) => lasting);
    for (const { context, lasting } of all) if (!lasting) await context.close();
    // What went wrong in a lasting page is told once, with the test it happened in.
    const found = all.map(({ escaped, errors }) => ({
      escaped: escaped.splice(0),
      errors: errors.splice(0),
    }));
    for (const each of found) expect(each).toEqual({ escaped: [], errors: [] });
  });

  return {
    async visit({ hash = '', prepare, hub, expectedErrors, lasting = false, ...options } = {}) {
      if (!browser) throw new Error('the browser starts before the tests');
      const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-US', ...options });
      context.setDefaultTimeout(PATIENCE_MS);
      const requests: string[] = [];
      const errors: string[] = [];
      const escaped: string[] = [];
      context.on('request', (request) => requests.push(request.url()));
      context.on('console', (message) => {
        if (message.type() === 'error' && !expectedErrors?.test(message.text())) errors.push(message.text());
      });
      await context.route(ELSEWHERE, async (route) => {
        const { hostname, pathname } = new URL(route.request().url());
        if (hub !== undefined && hostname === 'huggingface.co') {
          await route.fulfill({ response: await route.fetch({ url: hub + pathname }) });
          return;
        }
        escaped.push(route.request().url());
        await route.abort();
      });
      context.on('weberror', (error) => errors.push(String(error.error())));
      await prepare?.(context);
      const page = await context.newPage();
      const visit = { page, context, requests, errors };
      visits.push({ context, lasting, escaped, errors });
      await page.goto(siteUrl + hash);
      return visit;
    },
  };
}

/** Drops files onto the page, together, by their names. */
export async function dropFiles(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  const transfer = await page.evaluateHandle((texts) => {
    const data = new DataTransfer();
    for (const [name, text] of Object.entries(texts)) data.items.add(new File([text], name));
    return data;
  }, texts);
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.locator('.drop-zone').dispatchEvent(type, { dataTransfer: transfer });
  }
}

/** The button that starts a run. */
export const runButton = (page: Page) => page.getByRole('button', { name: 'Run', exact: true });

/** What is worked on: the line of a run or of a study that says how things stand. */
type StatusLine = 'status-line' | 'study-status';

/** Waits until the line says that the work ended, or holds, in this way. */
export async function waitForStatus(
  page: Page,
  status: string,
  line: StatusLine = 'status-line',
): Promise<void> {
  await page.locator(`[data-testid="${line}"][data-status="${status}"]`).waitFor({ timeout: WORK_MS });
}

/**
 * Does `start`, pauses the work at the moment the line names, waits until the worker holds, and gives the line's text:
 * from then on no moment passes by.
 *
 * The page itself presses the button when it writes the line, so that a test process that is kept waiting misses nothing.
 */
export async function pauseAt(
  page: Page,
  line: StatusLine,
  moment: RegExp,
  start: () => Promise<unknown>,
): Promise<string> {
  await page.evaluate(
    ([line, source]) => {
      const moment = new RegExp(source);
      const observer = new MutationObserver(() => {
        const text = document.querySelector(`[data-testid="${line}"]`)?.textContent ?? '';
        const buttons = [...document.querySelectorAll('button')];
        const pause = buttons.find(({ textContent, disabled }) => textContent === 'Pause' && !disabled);
        if (!pause || !moment.test(text)) return;
        observer.disconnect();
        pause.click();
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    },
    [line, moment.source] as const,
  );
  await start();
  await waitForStatus(page, 'paused', line);
  return (await page.getByTestId(line).textContent()) ?? '';
}

/** Notes every text that the line shows from now on, each once; gives what it noted so far. */
export async function noteStatus(page: Page, line: StatusLine): Promise<() => Promise<string[]>> {
  const notes = await page.evaluateHandle((line) => {
    const texts = new Set<string>();
    const note = () => texts.add(document.querySelector(`[data-testid="${line}"]`)?.textContent ?? '');
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return texts;
  }, line);
  return () => notes.evaluate((texts) => [...texts]);
}

/** The tab dies as in a crash, in the middle of what it does after `last`: nothing of it runs any more. */
export async function killTab(page: Page, last: () => Promise<unknown> = async () => {}): Promise<void> {
  const killer = await page.context().newCDPSession(page);
  const died = page.waitForEvent('crash');
  await last();
  void killer.send('Page.crash').catch(() => undefined);
  await died;
  await page.close();
}

/** Fills fields of the settings by their labels. */
export async function changeSettings(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  const disclosure = page.locator('summary', { hasText: 'Settings' });
  await disclosure.click();
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await disclosure.click();
}

/** A run of seconds instead of minutes. */
export const SHORT_RUN = { Steps: '6', 'Evaluate at steps': '0, 6', 'Test items': '6' };

/** For tests of what is around a run. */
export const TINY_RUN = { Steps: '1', 'Evaluate at steps': '1', 'Test items': '2' };

/** The link in a field, once it is made: a field never holds a link to anything but what is on screen. */
export async function madeLink(page: Page, label: string): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      link = await page.getByLabel(label).inputValue();
      return link;
    })
    .toMatch(/#[rs]=/);
  return link;
}

export const linkOf = (page: Page) => madeLink(page, 'Link to this result');

/** Rule and element of every accessibility violation on the page, or within one part of it. */
export async function violations(page: Page, part?: string): Promise<string[]> {
  // The page has no frames: the mode that looks into them opens a second tab for nothing.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (part !== undefined) axe.include(part);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** What a click on the button saves, as text. */
export async function savedBy(page: Page, name: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  return readFileSync(await (await download).path(), 'utf8');
}
