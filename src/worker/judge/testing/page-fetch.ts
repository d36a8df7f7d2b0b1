/**
 * Fetch as a page of another origin has it: Node's own, behind the CORS check and the preflight of the Fetch standard (4.8 to
 * 4.10), so far as a judge needs them. Node itself lets everything through.
 */

const failed = (): never => {
  throw new TypeError('Failed to fetch');
};

/** The wildcard covers every header but the one that carries a key. */
function allows(list: string | null, name: string): boolean {
  const allowed = (list ?? '').toLowerCase().split(/\s*,\s*/);
  return allowed.includes(name) || (allowed.includes('*') && name !== 'authorization');
}

export function pageFetch(origin: string): typeof fetch {
  const lets = ({ headers }: Response): boolean =>
    ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');
  return async (input, init = {}) => {
    const { mode, signal = null } = init;
    if (mode === 'no-cors') return fetch(input, { ...init, mode: 'cors' });
    const unsafe = Object.entries((init.headers ?? {}) as Record<string, string>)
      .filter(([name, value]) => name !== 'content-type' || value === 'application/json')
      .map(([name]) => name);
    if (unsafe.length > 0) {
      const preflight = await fetch(input, { method: 'OPTIONS', headers: { origin }, signal });
      if (!preflight.ok || !lets(preflight)) failed();
      const list = preflight.headers.get('access-control-allow-headers');
      if (!unsafe.every((name) => allows(list, name))) failed();
    }
    const response = await fetch(input, { ...init, headers: { ...init.headers, origin } });
    return lets(response) ? response : failed();
  };
}
