/** Opens a result's link at the start and whenever the address changes. The share room alone reads the address. */

import { openLink } from '../store/view-actions.ts';

/** A run's link or a study's. */
async function open(hash: string): Promise<void> {
  const { isStudyHash } = await import('../share/study-link.ts');
  if (!isStudyHash(hash)) return openLink(hash);
  const { openStudyLink } = await import('../store/study-view-actions.ts');
  await openStudyLink(hash);
}

export async function watchLinks(): Promise<void> {
  const { onLinkChange, readLinkFromLocation } = await import('../share/location.ts');
  onLinkChange((hash) => {
    if (hash !== null) void open(hash);
  });
  const hash = readLinkFromLocation();
  if (hash !== null) await open(hash);
}
