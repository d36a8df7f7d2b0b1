/**
 * The one error type that travels through the product.
 *
 * Codes and parameters travel; sentences live in `src/i18n/errors/*` (one fragment a room, English and German).
 */

export type ErrorParams = Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;

/** A failure with a stable code (`room.reason`, e.g. `onnx.truncated`) and the facts its message needs. */
export class LabError extends Error {
  readonly code: string;
  readonly params: ErrorParams;

  constructor(code: string, params: ErrorParams = {}, options?: { cause?: unknown }) {
    super(`${code} ${JSON.stringify(params)}`, options);
    this.name = 'LabError';
    this.code = code;
    this.params = params;
  }
}

/** What crosses the worker boundary: structured clone keeps no prototype, so the error travels as data. */
export interface ErrorData {
  readonly code: string;
  readonly params: ErrorParams;
  /** Text of the underlying cause, for the details a person can open; never the headline. */
  readonly detail?: string;
}

/** Turns anything thrown into data; an unknown throw becomes `internal.unexpected` with its text as detail. */
export function toErrorData(thrown: unknown): ErrorData {
  if (thrown instanceof LabError) {
    const cause = thrown.cause instanceof Error ? thrown.cause.message : undefined;
    return { code: thrown.code, params: thrown.params, ...(cause ? { detail: cause } : {}) };
  }
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return { code: 'internal.unexpected', params: {}, detail: text };
}
