/** What the browser's database throws, as codes. Nothing is ever deleted to make room. */

import { LabError } from '../lib/errors.ts';

/** Bytes this site uses and may use; zeros where the browser does not tell. */
export async function storageEstimate(): Promise<{ readonly used: number; readonly quota: number }> {
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined);
  return { used: estimate?.usage ?? 0, quota: estimate?.quota ?? 0 };
}

async function translated(thrown: unknown): Promise<LabError> {
  if (thrown instanceof LabError) return thrown;
  const { name, message } = thrown instanceof DOMException ? thrown : { name: '', message: String(thrown) };
  const cause = { cause: thrown };
  switch (name) {
    case 'QuotaExceededError':
      return new LabError('storage.full', { ...(await storageEstimate()) }, cause);
    case 'VersionError':
      return new LabError('storage.newer', {}, cause);
    case 'SecurityError':
    case 'InvalidStateError':
      return new LabError('storage.unavailable', { reason: message }, cause);
    default:
      return new LabError('storage.failed', { reason: message || name }, cause);
  }
}

/**
 * Waits for a transaction and its operations. Where it fails, all of them do; the one that says why is thrown, not the
 * abort it caused in the others.
 */
export async function committed(
  transaction: { readonly done: Promise<void> },
  operations: readonly Promise<unknown>[],
): Promise<void> {
  const ends = await Promise.allSettled([transaction.done, ...operations]);
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  if (reasons.length === 0) return;
  throw (
    reasons.find((reason) => !(reason instanceof DOMException && reason.name === 'AbortError')) ?? reasons[0]
  );
}

/** Throws `storage.full` {used, quota}, `storage.newer`, `storage.unavailable` {reason}, `storage.failed` {reason}. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw await translated(thrown);
  }
}
