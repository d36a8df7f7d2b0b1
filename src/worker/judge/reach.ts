/**
 * Why a request came to nothing. A browser says only that it failed; what it says to plainer requests tells whether somebody
 * is there, whether the page may read it, and whether the browser itself was told to keep the page out.
 */

import { LabError } from '../../lib/errors.ts';
import type { JudgeUrls } from './address.ts';

const PATIENCE_MS = 5_000;

/** Nothing of the browser goes along, and nothing stays in it. */
export const PLAIN = { credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' } as const;

/** What Chromium calls the permission to reach servers of this machine and of the local network, by version. */
const PERMISSIONS = ['loopback-network', 'local-network', 'local-network-access'];

/** Whether the person, or somebody in their place, forbade this page to reach such servers. */
async function isForbidden(): Promise<boolean> {
  const states = PERMISSIONS.map(async (name) => {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      return 'unknown';
    }
  });
  return (await Promise.all(states)).includes('denied');
}

/**
 * `judge.hidden`: it answers, and this page may read what it answers, only not to the request that failed: a server's
 * failures leave it without the header that lets the page in (FastAPI's do), or it does not let the key's header in.
 * `judge.cors`: it answers and lets this page read nothing. `judge.forbidden`: the browser did not ask it.
 * `judge.unreachable`: nobody answers.
 */
export async function unreached(
  { origin: server }: JudgeUrls,
  pageUrl: string,
  send: typeof fetch,
): Promise<LabError> {
  const { origin } = new URL(pageUrl);
  const answers = (mode: RequestMode): Promise<boolean> =>
    send(server, {
      mode,
      ...PLAIN,
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).then(
      () => true,
      () => false,
    );
  if (await answers('cors')) return new LabError('judge.hidden', { origin });
  if (await answers('no-cors')) return new LabError('judge.cors', { origin });
  return new LabError((await isForbidden()) ? 'judge.forbidden' : 'judge.unreachable', { origin });
}
