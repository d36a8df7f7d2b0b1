/**
 * The address of a judge, as a person writes it, to the one that is asked; and whether this page may ask it.
 *
 * Errors never repeat the address or the key: both may be private.
 */

import { LabError } from '../../lib/errors.ts';

const LOCAL = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Where a judge's API lies. */
export interface JudgeUrls {
  readonly completions: string;
  /** The list of its models. */
  readonly models: string;
  readonly origin: string;
}

/**
 * `http://localhost:11434/v1`, with or without a slash, `/chat/completions` or `/models` at its end, to the addresses that
 * are asked. Without a path it means `/v1`, where every server of this protocol has it that listens on a port of its own.
 * Throws `judge.bad-address`, and `judge.mixed-content` where a page of https asks plain http elsewhere than on its own
 * machine: browsers stop that (Chromium 142 lets a window do so in a local network, but no worker).
 */
export function judgeUrls(address: string, pageUrl: string): JudgeUrls {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw new LabError('judge.bad-address');
  }
  const { protocol, hostname, origin, pathname, search } = url;
  if (!['http:', 'https:'].includes(protocol) || url.username !== '' || url.password !== '') {
    throw new LabError('judge.bad-address');
  }
  if (protocol === 'http:' && new URL(pageUrl).protocol === 'https:' && !LOCAL.test(hostname)) {
    throw new LabError('judge.mixed-content');
  }
  const path =
    pathname === '/' ? '/v1' : pathname.replace(/\/+$/, '').replace(/\/(chat\/completions|models)$/, '');
  return {
    completions: `${origin}${path}/chat/completions${search}`,
    models: `${origin}${path}/models${search}`,
    origin,
  };
}

/** A key as a header can carry it. Throws `judge.bad-key`. */
export function assertKey(key: string): void {
  if (!/^[\x21-\x7e]*$/.test(key)) throw new LabError('judge.bad-key');
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Shorter ones (`v=1`, a host `gpu`, a key `x` where none is asked for) hide nothing; without them no message stays whole. */
const LEAST_SECRET = 4;

/**
 * What a server's words must not repeat: the key and the address with its host and what its search carries, each as
 * written, percent-encoded and inside JSON. `url` is one of `judgeUrls`, which takes no user and password.
 */
export function secretsOf(url: string, key: string): string[] {
  const { host, hostname, search, searchParams } = new URL(url);
  // `?key` without a value is the key itself.
  const carried = [...searchParams].map(([name, value]) => value || name);
  const written = search.slice(1).split('&');
  const values = written.map((pair) => pair.slice(pair.indexOf('=') + 1));
  const plain = [key, url, host, hostname, ...carried, ...values];
  const long = plain.filter((secret) => onOneLine(secret).length >= LEAST_SECRET);
  const all = long.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
  ]);
  return [...new Set(all.map(onOneLine))];
}

/** A server's own words, short and without what must not be repeated, in whatever case. */
export function scrubbed(text: string, secrets: readonly string[]): string {
  // The longest first: a part that is a secret itself would leave the rest of it behind.
  const patterns = [...secrets]
    .sort((a, b) => b.length - a.length)
    .map((secret) => secret.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  const clean = onOneLine(text);
  if (patterns.length === 0) return clean.slice(0, 300);
  return clean.replace(new RegExp(patterns.join('|'), 'gi'), '…').slice(0, 300);
}
