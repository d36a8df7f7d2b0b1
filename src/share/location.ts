/**
 * The page's own address: the only place that reads or writes location.hash.
 */

import { isResultHash } from './permalink.ts';
import { isStudyHash } from './study-link.ts';

/** The hash of the page's address where it is meant as a link of a result (decodeResult) or a study (decodeStudy); else null. */
export function readLinkFromLocation(): string | null {
  const { hash } = window.location;
  return isResultHash(hash) || isStudyHash(hash) ? hash : null;
}

/** Calls back when the address gets or loses a link while the page is open; returns how to stop. */
export function onLinkChange(listener: (hash: string | null) => void): () => void {
  const report = () => listener(readLinkFromLocation());
  window.addEventListener('hashchange', report);
  return () => window.removeEventListener('hashchange', report);
}

/** The whole address under which this page, wherever it is hosted, opens the result again. */
export function linkFor(hash: string): string {
  const { origin, pathname, search, protocol } = window.location;
  return `${protocol === 'file:' ? 'file://' : origin}${pathname}${search}${hash}`;
}

/** Takes the link out of the address without a new history entry, once the page shows something else. */
export function clearLink(): void {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', `${pathname}${search}`);
}
