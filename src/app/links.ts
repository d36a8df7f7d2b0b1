/** Opens a result's link at the start and whenever the address changes. The share room alone reads the address. */

import { openLink } from '../store/view-actions.ts';

export async function watchLinks(): Promise<void> {
  const { onLinkChange, readLinkFromLocation } = await import('../share/location.ts');
  onLinkChange((hash) => {
    if (hash !== null) void openLink(hash);
  });
  const hash = readLinkFromLocation();
  if (hash !== null) await openLink(hash);
}
