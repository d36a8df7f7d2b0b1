/**
 * The address of a judge, as a person writes it, to the one that is asked; and whether this page may ask it.
 *
 * Errors never repeat the address or the key: both may be private.
 */

import { LabError } from '../../lib/errors.ts';

const LOCAL = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * `http://localhost:11434/v1`, with or without a slash or `/chat/completions` at its end, to the address of chat
 * completions. Throws `judge.bad-address`, and `judge.mixed-content` where a page of https asks plain http elsewhere
 * than on its own machine: browsers stop that.
 */
export function completionsUrl(address: string, pageUrl: string): string {
  let url: URL;
  try {
    url = new URL(address.trim());
  } catch {
    throw new LabError('judge.bad-address');
  }
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new LabError('judge.bad-address');
  }
  if (url.protocol === 'http:' && new URL(pageUrl).protocol === 'https:' && !LOCAL.test(url.hostname)) {
    throw new LabError('judge.mixed-content');
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  return `${url.origin}${path}/chat/completions${url.search}`;
}

/** A key as a header can carry it. Throws `judge.bad-key`. */
export function assertKey(key: string): void {
  if (!/^[\x21-\x7e]*$/.test(key)) throw new LabError('judge.bad-key');
}

/** A server's own words, short and without what must not be repeated. */
export function scrubbed(text: string, secrets: readonly string[]): string {
  let clean = text.replace(/\s+/g, ' ').trim();
  for (const secret of secrets) if (secret.length > 0) clean = clean.replaceAll(secret, '…');
  return clean.slice(0, 300);
}
