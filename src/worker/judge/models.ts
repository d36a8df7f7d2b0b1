/** The models that a judge's server offers, by the names it wants to hear: GET /models of the published API. Kept nowhere. */

import { LabError } from '../../lib/errors.ts';
import { assertKey, judgeUrls, secretsOf } from './address.ts';
import type { EndpointDeps, EndpointSpec } from './endpoint.ts';
import { failureOf, Retry } from './failure.ts';
import { PLAIN, unreached } from './reach.ts';

const TIMEOUT_MS = 30_000;

/** Names in the list's `data` (Together: the list itself); undefined where it is none. */
function namesIn(body: string): string[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  const data = Array.isArray(value) ? value : (value as { readonly data?: unknown } | null)?.data;
  if (!Array.isArray(data)) return undefined;
  return data.flatMap((entry) => (typeof entry?.id === 'string' ? [entry.id] : []));
}

/** Names in alphabetical order. Throws as a judge does, without trying again. */
export async function listJudgeModels(
  { address, key }: Pick<EndpointSpec, 'address' | 'key'>,
  { pageUrl, fetch: send = fetch.bind(globalThis), timeoutMs = TIMEOUT_MS }: EndpointDeps,
): Promise<string[]> {
  const urls = judgeUrls(address, pageUrl);
  assertKey(key);
  let response: Response;
  let body: string;
  try {
    response = await send(urls.models, {
      headers: key ? { authorization: `Bearer ${key}` } : {},
      ...PLAIN,
      signal: AbortSignal.timeout(timeoutMs),
    });
    body = await response.text();
  } catch (error) {
    // A list takes no time: nobody is there, or the browser still asks the person whether this page may reach it.
    if ((error as Error).name === 'TimeoutError') {
      throw new LabError('judge.unreachable', { origin: new URL(pageUrl).origin });
    }
    throw await unreached(urls, pageUrl, send);
  }
  const { ok, status, headers } = response;
  if (!ok) {
    // The list is asked for by no name; a server without one says what an address without an API says.
    if (status === 404) throw new LabError('judge.not-openai');
    const failed = failureOf({ status, body, headers }, '', secretsOf(urls.models, key));
    throw failed instanceof Retry ? failed.last : failed;
  }
  const names = namesIn(body);
  if (!names) throw new LabError('judge.not-openai');
  return [...new Set(names)].sort();
}
