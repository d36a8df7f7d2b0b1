/**
 * How long the page's main thread was kept busy by single tasks, as Chromium's tracing tells.
 *
 * Counts the thread's own CPU time, not the time that passed: on a machine whose cores are all busy (here with a
 * software GPU) the system may stop any task half-way for as long as it likes.
 */

import type { Page } from 'playwright';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Microseconds of CPU time. */
  readonly tdur?: number;
  readonly args: {
    readonly name?: string;
    readonly chrome_mojo_event_info?: { mojo_interface_tag?: string };
  };
}

/** CPU milliseconds of each task of the page's main thread while `work` ran, longest first. */
export async function mainThreadTasks(page: Page, work: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(thread),
  );
  const onMain = traceEvents.filter((event) => event.ph === 'X' && mains.has(thread(event)));
  // What the test itself asks the page through the debugger is no work of the page.
  const asked = onMain.filter(
    ({ args }) => args.chrome_mojo_event_info?.mojo_interface_tag === 'blink.mojom.DevToolsSession',
  );
  const isAsked = (task: TraceEvent) =>
    asked.some(
      (event) =>
        thread(event) === thread(task) && event.ts >= task.ts && event.ts <= task.ts + (task.dur ?? 0),
    );
  return onMain
    .filter((event) => event.name.endsWith('RunTask') && event.tdur !== undefined && !isAsked(event))
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a);
}
