/**
 * Batches what the worker tells the page: at most ten messages a second, so that the page's main thread stays free.
 *
 * Confirmations, results and failures leave at once. Of events that only say how things stand, the newest counts.
 */

import type { WorkerBatch, WorkerEvent } from './protocol.ts';

const INTERVAL_MS = 100;

/** Events with one key replace each other while they wait. */
function supersededBy(event: WorkerEvent): string | undefined {
  if (event.type === 'download') return `download ${event.runId} ${event.progress.file}`;
  if (event.type !== 'run') return undefined;
  const { type } = event.event;
  return type === 'phase' || type === 'examples' ? `${type} ${event.runId}` : undefined;
}

const ROUTINE: ReadonlySet<string> = new Set(['phase', 'loss', 'eval', 'examples']);

function isUrgent(event: WorkerEvent): boolean {
  if (event.type === 'download') return false;
  return event.type !== 'run' || !ROUTINE.has(event.event.type);
}

export interface Outbox {
  send(event: WorkerEvent): void;
}

export function createOutbox(post: (batch: WorkerBatch) => void): Outbox {
  let waiting: WorkerEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) post(batch);
  };

  return {
    send: (event) => {
      const key = supersededBy(event);
      if (key !== undefined) waiting = waiting.filter((other) => supersededBy(other) !== key);
      waiting.push(event);
      if (isUrgent(event)) flush();
      else timer ??= setTimeout(flush, INTERVAL_MS);
    },
  };
}
