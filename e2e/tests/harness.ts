/**
 * What the end-to-end tests share: a Chromium per file, a fresh profile per test, and what a visit may and may not
 * do: ask another host, or leave an error in the console.
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
}

const DESKTOP = { width: 1280, height: 900 };

/**
 * Starts Chromium before the file's tests. A visit is checked when its test ends: no request beside those that
 * `prepare` answered left this machine, and nothing was logged as an error.
 */
export function withBrowser(args: readonly string[] = CHROMIUM_ARGS): {
  visit(options?: VisitOptions): Promise<Visit>;
} {
  let browser: Browser | undefined;
  let visits: Visit[] = [];

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
    for (const { requests, errors } of ended) {
      expect(requests.filter((url) => !isLocal(url))).toEqual([]);
      expect(errors).toEqual([]);
    }
  });

  return {
    async visit({ hash = '', prepare, ...options } = {}) {
      if (!browser) throw new Error('the browser starts before the tests');
      const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-US', ...options });
      const requests: string[] = [];
      const errors: string[] = [];
      context.on('request', (request) => requests.push(request.url()));
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      context.on('weberror', (error) => errors.push(String(error.error())));
      await prepare?.(context);
      const page = await context.newPage();
      const visit = { page, context, requests, errors };
      visits.push(visit);
      await page.goto(siteUrl + hash);
      return visit;
    },
  };
}

function isLocal(url: string): boolean {
  return /^(data|blob):/.test(url) || new URL(url).hostname === 'localhost';
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
