/**
 * What the end-to-end tests share: a Chromium per file, a fresh profile per visit, and what no visit may do: ask
 * another host, or leave an error in the console.
 */

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
}

/** Any address that is not this machine's. */
const ELSEWHERE = /^(?!(https?:\/\/localhost[:/]|data:|blob:))/;

const DESKTOP = { width: 1280, height: 900 };

/** Starts Chromium before the file's tests; closes and checks each visit when its test ends. */
export function withBrowser(args: readonly string[] = CHROMIUM_ARGS): {
  visit(options?: VisitOptions): Promise<Visit>;
} {
  let browser: Browser | undefined;
  let visits: (Visit & { readonly escaped: readonly string[] })[] = [];

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
    const ended = visits;
    visits = [];
    for (const { context } of ended) await context.close();
    for (const { escaped, errors } of ended) expect({ escaped, errors }).toEqual({ escaped: [], errors: [] });
  });

  return {
    async visit({ hash = '', prepare, hub, expectedErrors, ...options } = {}) {
      if (!browser) throw new Error('the browser starts before the tests');
      const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-US', ...options });
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
      visits.push({ ...visit, escaped });
      await page.goto(siteUrl + hash);
      return visit;
    },
  };
}

/** The button that starts a run. */
export const runButton = (page: Page) => page.getByRole('button', { name: 'Run', exact: true });

/** Waits until the status line says that the run ended in this way. */
export async function waitForStatus(page: Page, status: string, timeout = 240_000): Promise<void> {
  await page.locator(`[data-testid="status-line"][data-status="${status}"]`).waitFor({ timeout });
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

/** The link of the result on screen, once it is made. */
export async function linkOf(page: Page): Promise<string> {
  const field = page.getByLabel('Link to this result');
  await expect.poll(() => field.inputValue(), { timeout: 10_000 }).toContain('#r=');
  return field.inputValue();
}
