/**
 * Batches what the worker tells the page: at most ten messages a second, so that the page's main thread stays free.
 *
 * Confirmations, results and failures leave at once. Of events that only say how things stand, the newest counts.
 */

import type { StudyEvent } from '../lab/study/types.ts';
import type { RunEvent } from '../lab/types.ts';
import type { WorkerBatch, WorkerEvent } from './protocol.ts';

const INTERVAL_MS = 100;

/** A study's runs speak through it. */
const innermost = (event: RunEvent | StudyEvent) => (event.type === 'run' ? event.event : event);

const SUPERSEDED: ReadonlySet<string> = new Set(['phase', 'examples', 'controls', 'progress', 'cells']);

/** Events with one key replace each other while they wait. */
function supersededBy(event: WorkerEvent): string | undefined {
  if (event.type === 'download') return `download ${event.runId} ${event.progress.file}`;
  if (event.type === 'data-progress') return `data ${event.requestId}`;
  if (event.type === 'judge-progress') return `judge ${event.requestId}`;
  if (event.type !== 'run' && event.type !== 'study') return undefined;
  const type = innermost(event.event).type;
  return SUPERSEDED.has(type) ? `${type} ${event.runId}` : undefined;
}

const ROUTINE: ReadonlySet<string> = new Set([...SUPERSEDED, 'loss', 'eval', 'freed']);

function isUrgent(event: WorkerEvent): boolean {
  if (['download', 'data-progress', 'judge-progress'].includes(event.type)) return false;
  if (event.type !== 'run' && event.type !== 'study') return true;
  return !ROUTINE.has(innermost(event.event).type);
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
