/**
 * Where a run stops when asked to: it passes the gate between steps and between parts of an evaluation.
 *
 * The gate knows two moments apart: a pause was asked for, and the run really holds.
 */

export interface PauseGate {
  /** Whether the run must hold at its next checkpoint. */
  readonly closed: boolean;
  /** Resolves when the gate opens; rejects with the signal's reason when the run is cancelled meanwhile. */
  opened(signal: AbortSignal): Promise<void>;
}

export interface ControlledGate extends PauseGate {
  close(): void;
  open(): void;
}

export function createPauseGate(): ControlledGate {
  let closed = false;
  let waiting: (() => void)[] = [];
  return {
    get closed() {
      return closed;
    },
    close: () => {
      closed = true;
    },
    open: () => {
      closed = false;
      for (const resolve of waiting) resolve();
      waiting = [];
    },
    opened: (signal) =>
      new Promise<void>((resolve, reject) => {
        if (!closed) {
          resolve();
          return;
        }
        signal.throwIfAborted();
        const abort = () => reject(signal.reason);
        signal.addEventListener('abort', abort, { once: true });
        waiting.push(() => {
          signal.removeEventListener('abort', abort);
          resolve();
        });
      }),
  };
}
